#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command inside the namespaces of a running control plane:   inside.sh WORK kubectl get xr -A
set -euo pipefail
work=$(cd "$1" && pwd); shift
pid=$(cat "$work/run/control.pid")
export KUBECONFIG=$work/run/kubeconfig PATH=$work/bin:$PATH
exec nsenter --target "$pid" --net --mount --pid -- sh -c 'cd "$0" && exec "$@"' "$PWD" "$@"
