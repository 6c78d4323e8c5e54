#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks functions in a running control plane.
#   check.sh WORK --environment NAME --resources NAME [--native NAME --patches NAME [--templates NAME]] [--strict] [--only WORD]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$1" && pwd); shift
exec "$here/inside.sh" "$work" /usr/bin/python3 -B "$here/lib/check.py" "$work/run" "$here/manifests" "$@"
