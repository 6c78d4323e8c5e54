# SPDX-License-Identifier: Apache-2.0
"""Heavy requests, 32 at a time, at a server whose memory ends."""
import os
import pathlib
import tempfile
import time

import calls
import measure

AT_ONCE = 32
MEMORY = 512 << 20
# A pod of this size gives a quarter of its memory to messages.
FLAGS = ("--max-recv-message-size=4", "--transport-memory=128")
LARGEST = 4 << 20
PATIENCE = 20
# The honest client's median in milliseconds: 32 large messages that arrive at
# once keep it waiting, but not for as long as they are worked on.
BESIDE = 3000
# UNAVAILABLE is what gRPC says when the memory for messages in transit is full,
# and the last is that of a client whose patience has ended.
FINE = {"OK", "FATAL", "RESOURCE_EXHAUSTED", "UNAVAILABLE",
        "DEADLINE_EXCEEDED"}
# What a message gets that nobody can read.
UNREADABLE = {"INVALID_ARGUMENT"}


# A control group's memory is limited, and mounted as if it were the root of all,
# so that a process in it finds the limit where a container has it. That takes a
# superuser.
GROUPS = pathlib.Path("/sys/fs/cgroup")
# Version 2 has one tree for all controllers, version 1 one for each.
TREE = GROUPS if (GROUPS / "cgroup.controllers").exists() else GROUPS / "memory"
LIMIT_FILE = "memory.max" if TREE == GROUPS else "memory.limit_in_bytes"

# Becomes the command that follows, inside of the group $1 of the tree $2.
ENTER = ('echo $$ > "$1/cgroup.procs" && mount --bind "$1" "$2" && '
         'shift 2 && exec "$@"')


class MemoryGroup:
  """A group with so many bytes; it ends with the block that it is used in."""

  def __init__(self, limit):
    self.limit = limit

  def __enter__(self):
    self.path = pathlib.Path(tempfile.mkdtemp(prefix="loom-", dir=TREE))
    (self.path / LIMIT_FILE).write_text(str(self.limit), encoding="ascii")
    return self

  def __exit__(self, *_):
    os.rmdir(self.path)

  @property
  def enter(self):
    """The command that makes another one run inside."""
    return ("unshare", "--mount", "sh", "-c", ENTER, "sh", self.path, TREE)


def answers(client, requests):
  """How often each answer came."""
  futures = [client.run.future(requests[number % len(requests)],
                               timeout=PATIENCE) for number in range(AT_ONCE)]
  counted = {}
  for future in futures:
    code = calls.code_of(future).name
    if code == "OK":
      code = measure.text_of(future.result()).split()[0]
    counted[code] = counted.get(code, 0) + 1
  return counted


def survives(row):
  """What is wrong with a server that got a row's largest requests; "" if
  nothing is. And what it answered, and the honest client's median."""
  requests = [request for request in row.requests(list(row.sizes)[-1])
              if len(request) < LARGEST][:AT_ONCE]
  if not requests:
    return "the request is larger than the server takes", {}, None
  fine = FINE | (set() if row.fails is False else UNREADABLE)
  with (MemoryGroup(MEMORY) as group,
        measure.heavy_server(*FLAGS, inside=group) as loom,
        calls.Client(loom.address) as client):
    measure.settle(loom, client)
    with measure.Honest(loom) as honest:
      counted = answers(client, requests)
      # What is answered at once keeps nobody waiting, which has to be seen.
      time.sleep(1)
    wrong = problem(loom, client, set(counted) - fine, honest)
    return wrong, counted, honest.quantile(0.5)


def problem(loom, client, unexpected, honest):
  if loom.process.poll() is not None:
    return f"it died with {loom.process.poll()}"
  after = [measure.ask(client, measure.SMALL) for _ in range(3)]
  if "OK" not in after:
    return f"afterwards an honest call gets {after[-1]}"
  if honest.quantile(0.5) > BESIDE:
    return "the honest client has to wait"
  return ", ".join(sorted(unexpected))


def line(row, wrong, counted, median):
  got = ", ".join(f"{number} {code}" for code, number in
                  sorted(counted.items()))
  if median is not None:
    got += f"; others {median:.0f} ms"
  return f"{row.name:<30} {'! ' + wrong + '; ' if wrong else ''}{got}"
