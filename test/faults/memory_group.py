# SPDX-License-Identifier: Apache-2.0
"""A control group whose memory is limited. A process in it finds the limit where
a container has it, because the group is mounted as if it were the root of all.
That takes a superuser."""
import os
import pathlib
import tempfile

ROOT = pathlib.Path("/sys/fs/cgroup")
# Version 2 has one tree for all controllers, version 1 one for each.
TREE = ROOT if (ROOT / "cgroup.controllers").exists() else ROOT / "memory"
LIMIT = "memory.max" if TREE == ROOT else "memory.limit_in_bytes"

# Becomes the command that follows, inside of the group $1 of the tree $2.
ENTER = ('echo $$ > "$1/cgroup.procs" && mount --bind "$1" "$2" && '
         'shift 2 && exec "$@"')


class MemoryGroup:
  """A group with so many bytes; it ends with the block that it is used in."""

  def __init__(self, limit):
    self.limit = limit

  def __enter__(self):
    self.path = pathlib.Path(tempfile.mkdtemp(prefix="loom-", dir=TREE))
    (self.path / LIMIT).write_text(str(self.limit), encoding="ascii")
    return self

  def __exit__(self, *_):
    os.rmdir(self.path)

  @property
  def enter(self):
    """The command that makes another one run inside."""
    return ("unshare", "--mount", "sh", "-c", ENTER, "sh", self.path, TREE)
