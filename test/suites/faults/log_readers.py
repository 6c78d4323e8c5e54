# SPDX-License-Identifier: Apache-2.0
"""The log, when nobody reads it, or slowly, or after a while."""
import contextlib
import os
import signal
import threading
import time

import calls
from checks import check, eventually, expect, quantile
from server import MB, Loom


class PipedLoom(Loom):
  """Its log goes to a pipe, which is read up to the line that says where it
  serves, and then only by `read`."""

  def __init__(self):
    self.reader, writer = os.pipe()
    os.set_blocking(self.reader, False)
    self.said = b""
    try:
      super().__init__(before=("sh", "-c", f'exec "$@" 2>&{writer}', "sh"),
                       pass_fds=(writer,))
    finally:
      os.close(writer)

  def read(self):
    """What was written until now; False once the pipe is closed."""
    with contextlib.suppress(BlockingIOError):
      while part := os.read(self.reader, MB):
        self.said += part
      return False
    return True

  def text(self):
    return self.said.decode(errors="replace")

  def ready(self):
    self.read()
    return super().ready()

  def __exit__(self, *_):
    super().__exit__()
    os.close(self.reader)


def fail(address, count):
  """Calls that fail at once, each of which is a line of the log."""
  with calls.Client(address) as client:
    for _ in range(count // 100):
      futures = [client.run.future(b"\xff", timeout=5) for _ in range(100)]
      codes = {calls.code_of(future).name for future in futures}
      expect(codes == {"INVALID_ARGUMENT"}, "the calls got", codes)


@check("a log that nobody reads holds up neither calls nor the end, and is "
       "bounded", server=False)
def log_without_reader(_):
  with PipedLoom() as loom:
    calls.right_answer(loom)
    memory = loom.memory()
    fail(loom.address, 6000)
    calls.right_answer(loom)
    metrics = loom.metrics()
    expect(metrics["loom_log_lines_dropped_total"] > 500,
           metrics["loom_log_lines_dropped_total"], "lines are dropped")
    expect(0 < metrics["loom_log_queue_lines"] <= 10_000,
           metrics["loom_log_queue_lines"], "lines wait")
    expect(loom.memory() < memory + 10 * MB, (loom.memory() - memory) >> 20,
           "MB more")
    loom.send(signal.SIGTERM)
    start = time.monotonic()
    code = loom.exit_code(10)
    # A second until it drains, and one for the lines that nobody reads.
    expect(code == 0 and time.monotonic() - start < 6, "exit code", code,
           "after", time.monotonic() - start, "s")


@check("when a log is read again, it says how many lines were lost, and its "
       "last lines come out", server=False)
def log_with_a_reader_again(_):
  count = 6000
  with PipedLoom() as loom:
    fail(loom.address, count)
    eventually(lambda: loom.read() and
               loom.metrics()["loom_log_queue_lines"] == 0, 10, "all written")
    fail(loom.address, 100)
    loom.send(signal.SIGINT)
    eventually(lambda: not loom.read(), 10, "the end of the log")
    expect(loom.exit_code(1) == 0, "exit code")
    lines = loom.lines()
    lost = [line["lines"] for line in lines
            if line["msg"].startswith("log lines were lost")]
    expect(0 < len(lost) <= 3, len(lost), "gaps")
    expect(len(loom.calls()) + sum(lost) == count + 100, len(loom.calls()),
           "lines and", lost, "lost")
    expect(lines[-1]["msg"] == "shut down", "the last line:", lines[-1])


@check("a log that is read at 10 KB/s slows down nobody", server=False)
def log_with_a_slow_reader(_):
  over = threading.Event()

  def read(loom):
    while not over.wait(0.1):
      with contextlib.suppress(BlockingIOError):
        os.read(loom.reader, 1000)

  with PipedLoom() as loom:
    reading = threading.Thread(target=read, args=(loom,))
    reading.start()
    try:
      times = []
      with calls.Client(loom.address) as client:
        for _ in range(1000):
          start = time.monotonic()
          client.run.future(b"\xff", timeout=5).exception()
          times.append(time.monotonic() - start)
    finally:
      over.set()
      reading.join()
  expect(quantile(times, 0.99) < 0.1, "p99 is", quantile(times, 0.99), "s")
