#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Starts a real control plane and installs functions in it.   up.sh WORK NAME=FILE.xpkg[=COMMAND] ...
#   FILE.xpkg   a package, or those of several platforms separated by commas; they are pushed to a registry inside and
#               installed by Crossplane as a Function called NAME
#   COMMAND     run this on the machine's own file system instead of the image's entry point
# Needs root (namespaces, mounts). Everything runs in its own network, mount and PID namespaces.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$1" && pwd); shift
run=$work/run
[ -e "$run/control.pid" ] && "$here/down.sh" "$work"
rm -rf "$run"
mkdir -p "$run/logs"

commands='{}'
for f in "$@"; do
    IFS='=' read -r name package command <<< "$f"
    for file in ${package//,/ }; do
        [ -s "$file" ] || { echo "no package: $file"; exit 2; }
    done
    [ -z "$command" ] || commands=$(jq -c --arg n "$name" --arg c "$command" '.[$n]=$c' <<< "$commands")
done
echo "$commands" > "$run/commands.json"

setsid unshare --net --mount --propagation private --pid --fork --mount-proc \
    /usr/bin/python3 -B "$here/lib/control.py" "$work/bin" "$run" > "$run/logs/control.log" 2>&1 < /dev/null &
outer=$!
for _ in $(seq 50); do
    pid=$(cut -d' ' -f1 "/proc/$outer/task/$outer/children" 2>/dev/null || true)
    [ -n "$pid" ] && break
    sleep 0.1
done
[ -n "$pid" ] || { echo "no namespaces of its own:"; cat "$run/logs/control.log"; exit 1; }
echo "$pid" > "$run/control.pid"
for _ in $(seq 1200); do
    [ -e "$run/ready" ] && break
    if [ -e "$run/failed" ] || [ ! -d "/proc/$pid" ]; then
        echo "control plane failed:"; tail -5 "$run/logs/control.log"; exit 1
    fi
    sleep 0.2
done
[ -e "$run/ready" ] || { echo "control plane not ready in time"; exit 1; }
echo "control plane: $(tr -d '\n{}' < "$run/phases.json") (seconds since start)"

begin=$SECONDS
for f in "$@"; do
    IFS='=' read -r name package command <<< "$f"
    # shellcheck disable=SC2086
    version=v0.0.$((16#$(cat ${package//,/ } | sha256sum | cut -c1-7)))
    "$here/inside.sh" "$work" crossplane xpkg push -f "$package" "127.0.0.1:5000/e2e/$name:$version" \
        > "$run/logs/push-$name.log" 2>&1 || { tail -3 "$run/logs/push-$name.log"; exit 1; }
    "$here/inside.sh" "$work" kubectl apply -f - > /dev/null <<EOF
apiVersion: pkg.crossplane.io/v1beta1
kind: DeploymentRuntimeConfig
metadata: {name: $name}
spec:
  deploymentTemplate:
    spec:
      selector: {}
      template:
        spec:
          containers:
          - name: package-runtime
            securityContext:
              readOnlyRootFilesystem: true
              runAsNonRoot: true
              runAsUser: 2000
              runAsGroup: 2000
              allowPrivilegeEscalation: false
---
apiVersion: pkg.crossplane.io/v1
kind: Function
metadata: {name: $name}
spec:
  package: 127.0.0.1:5000/e2e/$name:$version
  runtimeConfigRef: {name: $name}
EOF
done
if [ $# -gt 0 ]; then
    "$here/inside.sh" "$work" kubectl wait function.pkg --all --for=condition=Healthy --timeout=90s
fi
echo "functions installed in $((SECONDS - begin)) s"
