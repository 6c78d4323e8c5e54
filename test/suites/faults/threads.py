# SPDX-License-Identifier: Apache-2.0
"""Threads of the server that do not get on, and what the server says of it."""
import contextlib
import ctypes
import os
import pathlib
import signal
import time

import calls
from checks import check, eventually, expect

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
ALL = 0x40000000  # waitpid: also threads that are no children
LIBC = ctypes.CDLL(None, use_errno=True)


def ptrace(request, thread):
  if LIBC.ptrace(request, thread, None, None) != 0:
    raise OSError(ctypes.get_errno(), "ptrace")


class Frozen:
  """Stops the threads of the server that answer calls, as a debugger does."""

  def __init__(self, loom):
    tasks = pathlib.Path(f"/proc/{loom.pid}/task")
    self.threads = [int(task.name) for task in tasks.iterdir()
                    if (task / "comm").read_text().strip() == "worker"]
    expect(self.threads, "there is no thread with the name worker")

  def __enter__(self):
    for thread in self.threads:
      ptrace(SEIZE, thread)
      ptrace(INTERRUPT, thread)
      os.waitpid(thread, ALL)
    return self

  def __exit__(self, *_):
    for thread in self.threads:
      with contextlib.suppress(OSError):
        ptrace(DETACH, thread)

  def reap(self):
    """Takes note of threads that have ended; their process waits for that."""
    for thread in self.threads:
      with contextlib.suppress(ChildProcessError):
        os.waitpid(thread, ALL | os.WNOHANG)


def timed(loom, path):
  start = time.monotonic()
  return *loom.get(path), time.monotonic() - start


@check("while no thread takes calls it is alive, but not ready", root=True)
def not_ready(loom):
  expect(loom.get("/readyz") == (200, "ok\n"), loom.get("/readyz"))
  with Frozen(loom):
    status, reason, took = timed(loom, "/readyz")
    expect(status == 503 and "queue" in reason, status, reason)
    expect(0.5 < took < 3, f"it took {took:.1f} s")
    status, _, took = timed(loom, "/readyz")
    expect(status == 503 and took < 0.5, f"{status} after {took:.1f} s")
    expect(loom.get("/livez")[0] == 200, "/livez")
  eventually(lambda: loom.get("/readyz")[0] == 200, 5, "200 of /readyz")


@check("a call that does not end keeps the process for a second after the drain",
       "--drain-delay=1s", "--drain-timeout=1s", ends=True, root=True)
def hard_end(loom):
  with Frozen(loom) as frozen, calls.Client(loom.address) as client:
    client.run.future(calls.Call().bytes, timeout=30)
    start = time.monotonic()
    loom.send(signal.SIGTERM)

    def ended():
      frozen.reap()
      return loom.process.poll() is not None

    eventually(ended, 10, "it has not ended")
    took = time.monotonic() - start
  expect(loom.exit_code(1) == 1, "exit code", loom.exit_code(1))
  expect(2.5 < took < 5, f"it took {took:.1f} s")
  expect("unfinished calls" in loom.text(), loom.text()[-500:])
