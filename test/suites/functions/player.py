# SPDX-License-Identifier: Apache-2.0
"""The real function and function-loom as two servers, and what both answer to a case.

  with player.Sides(function, real, ours) as sides:
    theirs, ours = sides.play(source, case)     # a list of Answers each, one a round
    for case, answers in sides.play_all(source, cases): …

A function that ends is started again, and its Answer is CRASHED.
"""
import collections
import contextlib
import dataclasses
import itertools
import pathlib
import subprocess
import sys
import tempfile
import time
import typing

import grpc
from google.protobuf.message import DecodeError

from roots import ROOT

import cases
import shapes

sys.path.append(str(ROOT / "test/suites/faults"))
# pylint: disable=wrong-import-position
from server import Loom  # noqa: E402

METHOD = "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction"
PATIENCE = 60
AT_ONCE = 48
MOST_ROUNDS = 3
OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0),
           ("grpc.max_receive_message_length", 64 << 20),
           ("grpc.initial_reconnect_backoff_ms", 50),
           ("grpc.max_reconnect_backoff_ms", 200))


class Answer(typing.NamedTuple):
  """OK and the response, or CRASHED, or the code of a status and its message."""
  code: str
  response: object = None
  details: str = ""


class Program:
  """A real function at a socket, which is started again if it ends."""

  def __init__(self, path, flags):
    self.path, self.flags = path, flags
    self.work = tempfile.TemporaryDirectory()
    self.starts = itertools.count()
    self.start()

  def start(self):
    socket = pathlib.Path(self.work.name, f"{next(self.starts)}.sock")
    self.log = pathlib.Path(self.work.name, "log").open("w", encoding="utf-8")
    self.process = subprocess.Popen(
        [self.path, "--insecure", "--network", "unix", "--address", socket, *self.flags],
        stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
    while not socket.exists():
      if self.process.poll() is not None:
        sys.exit(f"{self.path} does not start: "
                 + pathlib.Path(self.work.name, "log").read_text(encoding="utf-8"))
      time.sleep(0.02)
    self.address = f"unix:{socket}"

  def twin(self):
    return Program(self.path, self.flags)

  def revive(self):
    """Whether it has ended; then it runs again."""
    with contextlib.suppress(subprocess.TimeoutExpired):
      self.process.wait(0.3)
    if self.process.poll() is None:
      return False
    self.start()
    return True

  def close(self):
    self.process.kill()
    self.process.wait()
    self.log.close()
    self.work.cleanup()


class Ours:
  """function-loom; that it ends is never right."""

  def __init__(self, flags):
    self.loom = Loom("--max-connection-age=24h", *flags)
    self.address = self.loom.address

  def twin(self):
    sys.exit("function-loom loses calls: " + self.loom.text())

  def revive(self):
    if self.loom.process.poll() is not None:
      sys.exit("function-loom has ended: " + self.loom.text())
    return False

  def close(self):
    self.loom.kill()


class Sent(typing.NamedTuple):
  """A call, and the number of the connection that it uses."""
  future: object
  connection: int


class Side:
  """One of the two, as a client sees it."""

  def __init__(self, server, contract):
    self.server, self.contract = server, contract
    self.connections = 0
    self.twin = None
    self.connect()

  def connect(self):
    self.connections += 1
    self.channel = grpc.insecure_channel(self.server.address, OPTIONS)
    self.call = self.channel.unary_unary(METHOD)

  def ask(self, data):
    return Sent(self.call.future(data, timeout=PATIENCE), self.connections)

  def settled(self, data, sent):
    """The Answer of a call. One that was lost, because some call ended the function, is
    asked again of another process, which has no other call."""
    answer = self.answer(sent.future)
    if answer.code != "UNAVAILABLE":
      return answer
    if sent.connection == self.connections:
      self.server.revive()
      self.channel.close()
      self.connect()
    if self.twin is None:
      self.twin = Side(self.server.twin(), self.contract)
    return self.twin.alone(data)

  def alone(self, data):
    answer = self.answer(self.call.future(data, timeout=PATIENCE, wait_for_ready=True))
    lost = answer.code == "UNAVAILABLE"
    while lost and self.server.process.poll() is None:
      time.sleep(0.05)  # it is ending
    if not lost or not self.server.revive():
      return answer
    self.channel.close()
    self.connect()
    return Answer("CRASHED")

  def close(self):
    self.channel.close()
    self.server.close()
    if self.twin is not None:
      self.twin.close()

  def answer(self, future):
    error = future.exception()
    if error is None:
      data = future.result()
      try:
        return Answer("OK", self.contract.Response.FromString(data))
      except DecodeError:  # nested deeper than Python's protobuf reads
        return Answer("TOO_DEEP", details=f"{len(data)} bytes")
    return Answer(error.code().name, details=error.details())


@dataclasses.dataclass
class Round:
  """A request that is on its way to a side, and what was asked for before."""
  data: bytes
  future: object
  names: dict
  field: str
  number: int = 1


@dataclasses.dataclass
class Asked:
  """A case, and the last Answer of each side; None while it has not ended."""
  case: cases.Case
  rounds: list = dataclasses.field(default_factory=list)
  answers: list = dataclasses.field(default_factory=lambda: [None, None])

  @property
  def theirs(self):
    return self.answers[0]

  @property
  def ours(self):
    return self.answers[1]


class Sides:

  def __init__(self, contract, real, ours):
    self.sides = (Side(real, contract), Side(ours, contract))

  def __enter__(self):
    return self

  def __exit__(self, *_):
    for side in self.sides:
      side.close()

  def send(self, case, number, names, field, rounds):
    data = cases.data_of(case, names, field)
    return Round(data, self.sides[number].ask(data), names, field, rounds)

  def begin(self, case):
    asked = Asked(case)
    asked.rounds = [self.send(case, number, {}, "required_resources", 1)
                    for number in (0, 1)]
    return asked

  def settle(self, source, asked):
    """Takes the answers of a round. Each side goes on for itself, with the same objects
    for the same question. Whether another round follows."""
    for number, sent in enumerate(asked.rounds):
      if asked.answers[number] is not None:
        continue
      answer = self.sides[number].settled(sent.data, sent.future)
      following = self.following(source, asked.case, number, sent, answer)
      if following is None:
        asked.answers[number] = answer
      else:
        asked.rounds[number] = following
    return None in asked.answers

  def following(self, source, case, number, sent, answer):
    """The next round of a side; None if it asks for nothing new."""
    if answer.code != "OK" or sent.number == MOST_ROUNDS:
      return None
    field, selectors = shapes.requirements(answer.response)
    names = {name: shapes.question(selector) for name, selector in selectors.items()}
    if not names or names == sent.names or any(
        result.severity == 1 for result in answer.response.results):
      return None
    for selector in selectors.values():
      source.answer(case, shapes.question(selector), selector)
    return self.send(case, number, names, field, sent.number + 1)

  def play_all(self, source, some):
    """All cases, many at a time; yields Asked as they end."""
    flight = collections.deque()
    some = iter(some)
    while True:
      while len(flight) < AT_ONCE and (case := next(some, None)) is not None:
        flight.append(self.begin(case))
      if not flight:
        return
      asked = flight.popleft()
      if self.settle(source, asked):
        flight.append(asked)
      else:
        yield asked

  def play(self, source, case):
    asked = self.begin(case)
    while self.settle(source, asked):
      pass
    return asked
