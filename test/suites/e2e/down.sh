#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Ends the control plane of WORK; the logs stay in WORK/run/logs.   down.sh WORK
set -uo pipefail
run=$(cd "$1" && pwd)/run
pid=$(cat "$run/control.pid" 2>/dev/null) || { echo "not running"; exit 0; }
grep -qs "control.py" "/proc/$pid/cmdline" || { echo "not running"; rm -f "$run/control.pid"; exit 0; }
kill -TERM "$pid"
for _ in $(seq 100); do
    [ -d "/proc/$pid" ] || break
    sleep 0.2
done
# PID 1 of the PID namespace: with it everything else ends.
[ -d "/proc/$pid" ] && kill -KILL "$pid"
rm -f "$run/control.pid"
echo "down"
