# SPDX-License-Identifier: Apache-2.0
"""The server under test, as a process: started, looked at, ended by its id."""
import collections
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

from checks import Wrong, eventually, expect

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = pathlib.Path(
    os.environ.get("LOOM", ROOT / "build/release/function-loom")).resolve()
MB = 1 << 20
# The flags that win over those of a check, to see it fail.
WEAKENED = os.environ.get("LOOM_FLAGS", "").split()

# What memory may be above idle once a fault is over.
LEFT_OVER = 15 * MB
# The threads that answer calls, and how many more of all others may stay: gRPC
# starts its own as it comes to need them, and keeps them.
ANSWERING = ("worker", "slow call")
MORE_THREADS = 4
# A slow call notes between two matches that its client has gone, and gRPC ends its
# own threads one after another. On a machine that others keep busy, both take seconds.
THREADS_PATIENCE = 30


def merged(*flags):
  """Each flag once, as it was given last."""
  return {flag.split("=", 1)[0]: flag for flag in flags}.values()


class Loom:
  """A running server. `before` is a command that becomes the server's, like
  prlimit."""

  def __init__(self, *flags, insecure=True, address="127.0.0.1:0",
               metrics="127.0.0.1:0", before=(), binary=BINARY, **options):
    self.log = tempfile.TemporaryFile()
    self.process = subprocess.Popen(
        [*before, binary, "serve", *(["--insecure"] if insecure else []),
         *merged(f"--address={address}", f"--metrics-address={metrics}",
                 *flags, *WEAKENED)],
        stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, **options)
    self.pid = self.process.pid
    try:
      ready = eventually(self.ready, 20, lambda: f"serving; {self.text()}")
    except Wrong:
      self.kill()
      raise
    self.address, self.page = ready["address"], ready["metrics"]

  def ready(self):
    for line in self.lines():
      if line.get("msg") == "serving":
        return line
    expect(self.process.poll() is None, "it does not start:", self.text())
    return None

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.kill()

  @property
  def port(self):
    return int(self.address.rsplit(":", 1)[1])

  def text(self):
    size = os.fstat(self.log.fileno()).st_size
    return os.pread(self.log.fileno(), size, 0).decode(errors="replace")

  def lines(self):
    """The log, an object a line; the last may not be whole yet."""
    text = self.text()
    try:
      return [json.loads(line) for line in text.split("\n")[:-1]]
    except ValueError:
      raise Wrong("no JSON in the log:", text[:2000]) from None

  def calls(self):
    """What the log says of the calls that failed, were FATAL or slow. Of the
    others it says nothing."""
    return [line for line in self.lines() if line["msg"] == "answered a call"]

  def status(self, key):
    with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
      return int(re.search(rf"^{key}:\s+(\d+)", file.read(), re.M).group(1))

  def memory(self):
    return self.status("VmRSS") * 1024

  def peak(self):
    return self.status("VmHWM") * 1024

  def threads(self):
    """How many there are of each name."""
    names = collections.Counter()
    for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
      with contextlib.suppress(OSError):  # it has ended meanwhile
        names[(task / "comm").read_text().strip()] += 1
    return names

  def seconds_of_cpu(self):
    with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
      fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

  def descriptors(self):
    """As it says itself: its folder in /proc is not for everybody."""
    return self.metrics()["process_open_fds"]

  def get(self, path):
    """Status and body of a page."""
    try:
      with urllib.request.urlopen(f"http://{self.page}{path}",
                                  timeout=20) as page:
        return page.status, page.read().decode()
    except urllib.error.HTTPError as error:
      with error:
        return error.code, error.read().decode()

  def metrics(self):
    """The value of each sample, by its name and labels."""
    return {name: float(value) for name, value in (
        line.rsplit(" ", 1) for line in self.get("/metrics")[1].splitlines()
        if not line.startswith("#"))}

  def answered(self):
    """How many calls were answered, whatever the answer."""
    return sum(value for name, value in self.metrics().items()
               if name.startswith("grpc_server_handled_total{"))

  def alive(self):
    expect(self.process.poll() is None,
           f"the process ended with {self.process.poll()}:", self.text()[-2000:])

  def send(self, number):
    self.process.send_signal(number)

  def exit_code(self, seconds):
    """Of a process that is to end by itself, within so many seconds."""
    try:
      return self.process.wait(seconds)
    except subprocess.TimeoutExpired:
      raise Wrong(f"it has not ended after {seconds} s") from None

  def stop(self):
    """As a terminal does it, which waits for nobody to turn away."""
    self.send(signal.SIGINT)
    code = self.exit_code(40)
    expect(code == 0, "exit code", code, self.text()[-2000:])

  def kill(self):
    if self.process.poll() is None:
      self.process.kill()
      self.process.wait()


class State:
  """What a server is like at rest, to which it has to come back."""

  def __init__(self, loom):
    self.loom = loom
    self.memory = loom.memory()
    self.descriptors = loom.descriptors()
    self.threads = loom.threads()

  def settled(self):
    """After a fault: memory back within 5 s, nothing left open."""
    loom = self.loom
    loom.alive()
    bound = self.memory + LEFT_OVER
    eventually(lambda: loom.memory() <= bound, 5,
               lambda: f"{loom.memory() / MB:.0f} MB, {bound / MB:.0f} allowed")
    eventually(lambda: loom.descriptors() <= self.descriptors, 5,
               lambda: f"{loom.descriptors()} descriptors, were "
               f"{self.descriptors}")
    answering = {name: self.threads[name] for name in ANSWERING}
    eventually(lambda: answering == {name: loom.threads()[name]
                                     for name in ANSWERING},
               THREADS_PATIENCE, self.changed_threads)
    eventually(lambda: loom.threads().total() <= (self.threads.total()
                                                  + MORE_THREADS),
               THREADS_PATIENCE, self.changed_threads)

  def changed_threads(self):
    return f"threads {self.loom.threads()}, were {self.threads}"


def refused(*flags, **options):
  """Starts what is not to start: its exit code, and what it says."""
  done = subprocess.run([BINARY, "serve", *flags], capture_output=True,
                        text=True, timeout=20, check=False, **options)
  return done.returncode, done.stdout + done.stderr
