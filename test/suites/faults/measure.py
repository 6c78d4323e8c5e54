# SPDX-License-Identifier: Apache-2.0
"""What a heavy request costs: memory, CPU, what goes on after its client has
gone, and how long others wait meanwhile. Each figure is of a server of its own,
with the flags that it has by default but for two threads."""
import concurrent.futures
import contextlib
import dataclasses
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import grpc

import calls
from checks import quantile
from rows import messages
from server import Loom

# A server that does not keep its bounds is stopped before the machine suffers.
ADDRESS_SPACE = 6 << 30
PATIENCE = 30
PATIENCE_FOR_MANY = 150
# How long the honest client calls, and when the heavy one gives up.
BESIDE_SECONDS = 2
CANCELLED_AFTER = 0.15
# How many repeat it while honest calls of 20 ms are made, and while it ends.
CROWD = 8
MEDIUM = 630  # elements, each with each

FAILED = ("DEADLINE_EXCEEDED", "INTERNAL", "UNAVAILABLE")
FATAL = 1  # the severity of a result
HONEST = pathlib.Path(__file__).with_name("honest.py")


@dataclasses.dataclass
class Cost:
  """Of a row and size. What was not measured is None."""
  request: int = 0  # bytes of the largest request
  calls: int = 1
  answer: str = ""  # OK, the beginning of the FATAL result, or a gRPC code
  died: bool = False
  memory: int | None = None  # bytes above idle, at the most
  cpu: float | None = None  # seconds a call
  after: float | None = None  # seconds of CPU after the client had gone
  beside: float | None = None  # the honest client's p99 in milliseconds
  longest: float | None = None  # and its longest call
  medium: float | None = None  # the longest of honest calls of 20 ms, in seconds
  drained: float | None = None  # seconds from SIGTERM to the end


def heavy_server(*flags, inside=None):
  """With a group of together.py to run it inside of."""
  return Loom("--threads=2", *flags,
              before=(*(inside.enter if inside else ()), "prlimit",
                      f"--as={ADDRESS_SPACE}"))


def small_request():
  """What Crossplane sends for a small composite."""
  made = messages.payloads.payloads()["pt-small.steady"][0]()
  return messages.ENCODER.request({"tag": "small", **made})


SMALL = small_request()


def cpu(loom):
  """Seconds of CPU of the process, to the nanosecond."""
  return time.clock_gettime(~loom.pid << 3 | 2)


def yardstick():
  """Seconds of CPU that a fixed piece of work takes here and now."""
  begin = time.thread_time()
  texts = [f"{number * 7919 % 100_003}" for number in range(60_000)]
  members = dict.fromkeys(texts, 0)
  sorted(members.items(), key=lambda member: member[0])
  " ".join(members).count("9-")
  return time.thread_time() - begin


def text_of(response):
  """OK, or the first FATAL result. Objects of the response may be deeper than
  protobuf's library reads, so it is not asked."""
  for number, content in messages.payloads.fields(response):
    if number == 3:
      result = dict(messages.payloads.fields(content))
      if result.get(1) == FATAL:
        return f"FATAL {result.get(2, b'').decode()}"
  return "OK"


def ask(client, request, timeout=PATIENCE):
  """The answer as a text."""
  try:
    return text_of(client.run(request, timeout=timeout))
  except grpc.RpcError as error:
    return error.code().name


def settle(loom, client):
  for _ in range(5):
    client.run(SMALL, timeout=10)
  return loom.memory()


def own(requests):
  """Memory and CPU. Of many requests as many are made as there is time for."""
  cost = Cost(request=max(map(len, requests)), calls=0)
  with heavy_server() as loom, calls.Client(loom.address) as client:
    idle, before = settle(loom, client), cpu(loom)
    end = time.monotonic() + PATIENCE_FOR_MANY
    for request in requests:
      cost.answer = ask(client, request)
      cost.calls += 1
      if cost.answer in FAILED or time.monotonic() > end:
        break
    cost.died = loom.process.poll() is not None
    if not cost.died:
      cost.cpu = (cpu(loom) - before) / cost.calls
      cost.memory = loom.peak() - idle
  return cost


def after_cancelling(request):
  """Seconds of CPU after the client has cancelled; None if the call was over
  before. CPU and not time, since this machine may have other things to do."""
  with heavy_server() as loom, calls.Client(loom.address) as client:
    settle(loom, client)
    future = client.run.future(request, timeout=PATIENCE)
    time.sleep(CANCELLED_AFTER)
    if future.done():
      return None
    future.cancel()
    begin = last = cpu(loom)
    quiet = 0
    end = time.monotonic() + PATIENCE
    while quiet < 10 and time.monotonic() < end:
      time.sleep(0.03)
      now = cpu(loom)
      quiet = quiet + 1 if now - last < 0.001 else 0
      last = now
    return last - begin


class Honest:
  """The honest client while it runs; afterwards it has its `times`."""

  def __init__(self, loom):
    self.file = tempfile.NamedTemporaryFile()
    self.file.write(SMALL)
    self.file.flush()
    self.process = subprocess.Popen(
        [sys.executable, HONEST, loom.address, self.file.name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    self.times = []

  def __enter__(self):
    self.process.stdout.readline()
    return self

  def __exit__(self, *_):
    with contextlib.suppress(ValueError):
      self.times = json.loads(self.process.communicate(b"", timeout=60)[0])

  def quantile(self, part):
    """In milliseconds; infinite if no call was made."""
    return quantile(self.times, part) if self.times else float("inf")


@contextlib.contextmanager
def repeated(client, requests, times=1):
  """Meanwhile, so many repeat the requests."""
  over = threading.Event()

  def repeat():
    while requests and not over.is_set():
      for request in requests:
        future = client.run.future(request, timeout=PATIENCE)
        while not over.is_set() and not future.done():
          with contextlib.suppress(grpc.FutureTimeoutError, grpc.RpcError):
            future.result(timeout=0.1)
        future.cancel()
        if over.is_set():
          return

  with concurrent.futures.ThreadPoolExecutor(times) as pool:
    for _ in range(times):
      pool.submit(repeat)
    try:
      yield
    finally:
      over.set()


def beside(requests):
  """The honest client's p99 and longest call, in milliseconds, while the requests are
  repeated; without requests, while nothing else is asked."""
  with heavy_server() as loom, calls.Client(loom.address) as client:
    settle(loom, client)
    with Honest(loom) as honest, repeated(client, requests):
      time.sleep(BESIDE_SECONDS)
  return honest.quantile(0.99), honest.quantile(1)


def medium_request():
  """Takes about 20 ms of CPU."""
  loop = "composite.spec.n.all(i, composite.spec.n.all(j, i + j >= 0))"
  return messages.request({"n": list(range(MEDIUM))}, [messages.template([{
      "type": "FromExpression", "toFieldPath": "spec.a", "expression": loop}])],
                          api=messages.NATIVE)


def in_a_crowd(requests):
  """While eight repeat the requests: the longest of five honest calls of 20 ms, and how
  long the server then takes to end, in seconds."""
  request, times = medium_request(), []
  with heavy_server("--drain-delay=0s") as loom, \
       calls.Client(loom.address) as client, \
       calls.Client(loom.address) as honest:
    settle(loom, client)
    with repeated(client, requests, CROWD):
      time.sleep(0.5)
      for _ in range(5):
        start = time.monotonic()
        answer = ask(honest, request)
        times.append(time.monotonic() - start if answer == "OK" else PATIENCE)
      loom.send(signal.SIGTERM)
      start = time.monotonic()
      loom.exit_code(PATIENCE)
      drained = time.monotonic() - start
  return max(times), drained
