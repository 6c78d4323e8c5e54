# SPDX-License-Identifier: Apache-2.0
"""Plays requests to pairs of servers, many at a time, and makes the random ones.

  player = Player({"plain": servers.Pair("plain", [old, new])}, judge)
  player.play(player.everywhere(recorded_requests))
  player.play(random_requests(pool, seed=1, count=1000))
"""
import collections
import random
import time
import typing

import broken
import inputs
import objects
from draft import Draft
from judge import NAMES
from tree import Writer

IN_FLIGHT = 32
# How often a random request goes to each pair.
PAIRS = {"plain": 6, "gate": 2, "allow": 3}
# How many changes a random request has; mostly few, so that it still means something.
CHANGES = (0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6)
OF_INPUT = 0.25
ODD_BYTES = 0.04
IN_ANOTHER_ORDER = 0.3
OF_THE_OLDER_VERSION = 0.1


class Sent(typing.NamedTuple):
  name: str
  data: bytes
  pair: str
  api: str = "v1"
  broken: bool = False


def random_request(pool, seed, number):
  """The request of that number, whatever was made before it."""
  rng = random.Random(seed << 40 | number)
  draft = Draft(pool.base(rng), rng)
  for _ in range(rng.choice(CHANGES)):
    part = inputs if rng.random() < OF_INPUT else objects
    part.change(draft, pool)
  odd = rng.random() < ODD_BYTES
  if odd:
    data = broken.request(draft, pool.known)
  elif rng.random() < IN_ANOTHER_ORDER:
    data = Writer(order=rng).request(draft.tree)
  else:
    data = Writer(pool.known).request(draft.tree)
  pair = rng.choices(list(PAIRS), PAIRS.values())[0]
  api = "v1beta1" if rng.random() < OF_THE_OLDER_VERSION else "v1"
  return Sent(f"random/{number} of {draft.base.name}", data, pair, api, odd)


def random_requests(pool, seed, count):
  for number in range(count):
    yield random_request(pool, seed, number)


class Player:

  def __init__(self, pairs, judge):
    self.pairs = pairs
    self.judge = judge
    self.ends = collections.Counter()  # of servers, by their name
    self.explained = 0  # ends that a single request leads to

  def everywhere(self, requests):
    """Each request once for each pair. Of recorded bytes nobody knows whether a
    writer of protobuf made them, if a fuzzer did."""
    for request in requests:
      for pair in self.pairs:
        yield Sent(f"{request.name} ({pair})", request.data, pair,
                   broken=request.name.startswith("fuzz/"))

  def play(self, requests):
    """How many there were."""
    flight = collections.deque()
    count = 0
    for count, sent in enumerate(requests, 1):
      flight.append((sent, self.ask(sent)))
      if len(flight) == IN_FLIGHT:
        self.settle(*flight.popleft())
    while flight:
      self.settle(*flight.popleft())
    return count

  def ask(self, sent):
    return self.pairs[sent.pair].ask(sent.data, sent.api)

  def settle(self, sent, asked):
    answers = asked.answers()
    if any(answer.code == "UNAVAILABLE" for answer in answers):
      self.ask_alone(sent, answers)
    elif not self.same(sent, answers):
      again = self.ask(sent).answers()
      notes = [] if again == answers else ["another time the answers are others"]
      if again[0] == again[1]:
        notes = ["another time both answer the same"]
      self.judge.report(sent.name, sent.data, answers, notes)

  def same(self, sent, answers):
    return self.judge.compare(sent.broken, answers)

  def ask_alone(self, sent, answers):
    """Of calls that were lost, because a server has ended or refuses them."""
    self.revive(sent.pair)
    again = self.ask(sent).answers()
    ended = self.revive(sent.pair)
    if ended:
      self.explained += len(ended)
      self.judge.report(sent.name, sent.data, again, [
          f"{NAMES[i]} ends with {code} in this call" for i, code in ended.items()])
    elif not self.same(sent, again):
      self.judge.report(sent.name, sent.data, again,
                        [f"at first: {[answer.code for answer in answers]}"])

  def revive(self, pair):
    """Starts servers again that have ended; a process takes a moment to end."""
    time.sleep(0.3)
    ended = self.pairs[pair].revive()
    self.ends.update(NAMES[i] for i in ended)
    return ended
