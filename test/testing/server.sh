# SPDX-License-Identifier: Apache-2.0
# To be sourced. `start_server BINARY LOG [FLAG…]` starts function-loom at ports
# that the system chooses, waits until it is ready, and leaves its process in
# $server and where it listens in $address. 1 if it does not start, and says why.

start_server() {
  local binary=$1 log=$2
  shift 2
  "$binary" serve --insecure --address 127.0.0.1:0 \
    --metrics-address 127.0.0.1:0 "$@" >"$log" 2>&1 &
  server=$!
  address=
  for _ in $(seq 200); do
    address=$(grep -m 1 serving "$log" | cut -d , -f 4 |
      grep -o '127\.0\.0\.1:[0-9]*') && return
    kill -0 $server 2>/dev/null || break
    sleep 0.05
  done
  echo "the server does not start:" >&2
  cat "$log" >&2
  return 1
}
