#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# function-loom.sh ARGUMENT…: runs the command line from the image of a release, on any
# machine that has Docker or Podman. It reads and writes the working folder, as you.
#
#   LOOM_IMAGE   another image than that of the release
#   LOOM_ENGINE  the command of another engine, with flags
set -eu
for argument; do
  case ${argument%%=*} in
  gather) [ "$argument" = "$1" ] || continue ;;
  --cluster) ;;
  *) continue ;;
  esac
  echo "function-loom.sh: $argument reads a cluster with kubectl, which the container does not have
  run function-loom on Linux, or pass a gathered file with --from" >&2
  exit 2
done
image=${LOOM_IMAGE:-xpkg.example.org/function-loom:v0.1.0}
engine=${LOOM_ENGINE:-}
if [ -z "$engine" ]; then
  engine=docker
  command -v docker >/dev/null || engine=podman
fi
# Without root, Podman gives you another id in the container, unless it keeps yours.
[ "$(id -u)" -eq 0 ] || export PODMAN_USERNS="${PODMAN_USERNS:-keep-id}"
# The engine may have flags.
# shellcheck disable=SC2086
exec $engine run --rm --interactive --user "$(id -u):$(id -g)" \
  --volume "$PWD:/work" --workdir /work "$image" "$@"
