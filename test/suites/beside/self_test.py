# SPDX-License-Identifier: Apache-2.0
"""Tests of the comparison itself, for test/suites/beside/run --self-test: two servers in
Python stand in for OLD and NEW. NEW answers as it is set to, and what is reported has
to be that. The last line is "N passed, N failed"."""
import concurrent.futures
import contextlib
import io
import pathlib
import tempfile

import grpc

import judge as judging
import recorded
import servers
from player import Player, Sent, random_request
from pool import Pool
from tree import Writer, read

REQUESTS = 100
TESTS = []


def test(function):
  TESTS.append(function)
  return function


def response(contract, **more):
  message = contract.Response(**more)
  message.meta.tag = "t"
  message.desired.composite.resource.update({"kind": "XApp", "spec": {"a": 1}})
  return message.SerializeToString(deterministic=True)


class Fake(grpc.GenericRpcHandler):
  """Answers call after call with answer(number)."""

  def __init__(self, answer):
    self.answer = answer
    self.server = grpc.server(concurrent.futures.ThreadPoolExecutor(1))
    self.server.add_generic_rpc_handlers((self,))
    self.address = f"127.0.0.1:{self.server.add_insecure_port('127.0.0.1:0')}"
    self.server.start()

  def service(self, _):
    return grpc.unary_unary_rpc_method_handler(self.run)

  def run(self, data, context):
    answer = self.answer(int(data))
    if answer.code != "OK":
      context.abort(grpc.StatusCode[answer.code], answer.details)
    return answer.data


class FakePair(servers.Pair):

  def __init__(self, old, new):  # pylint: disable=super-init-not-called
    self.fakes = [Fake(old), Fake(new)]
    self.clients = [servers.Client(fake.address) for fake in self.fakes]

  def revive(self):
    return {}

  def stop(self):
    for fake, client in zip(self.fakes, self.clients):
      client.channel.close()
      fake.server.stop(None)


def played(contract, old, new, broken=False):
  """What is found, and what is printed, if NEW has another answer to each tenth
  request than OLD."""
  found = judging.Judge(contract, pathlib.Path(tempfile.mkdtemp()))
  pair = FakePair(lambda _: old, lambda number: new if number % 10 == 3 else old)
  printed = io.StringIO()
  with contextlib.redirect_stdout(printed):
    Player({"fake": pair}, found).play(
        Sent(f"request {number}", str(number).encode(), "fake", broken=broken)
        for number in range(REQUESTS))
  pair.stop()
  return found, printed.getvalue()


def ok(data):
  return servers.Answer("OK", "", data)


def refused(details, code="INVALID_ARGUMENT"):
  return servers.Answer(code, details, b"")


@test
def the_same_answers_pass(contract):
  same = ok(response(contract))
  found, printed = played(contract, same, same)
  assert (found.passed, found.different, printed) == (REQUESTS, 0, "")


@test
def a_changed_byte_is_reported(contract):
  old = response(contract)
  at = old.index(b"XApp")
  new = old[:at] + b"Y" + old[at + 1:]
  found, printed = played(contract, ok(old), ok(new))
  assert (found.passed, found.different) == (REQUESTS - 10, 10)
  assert "DIFFERENT request 3\n" in printed and "YApp" in printed
  assert (found.folder / "1.request").read_bytes() == b"3"


@test
def another_order_of_the_same_message_is_reported(contract):
  one = contract.Response.FromString(response(contract)).desired
  halves = contract.Response(), contract.Response()
  halves[0].desired.composite.resource.update({"a": 1})
  halves[1].desired.composite.resource.update({"b": 2})
  first, second = (half.SerializeToString() for half in halves)
  assert one.ByteSize() > 0
  found, printed = played(contract, ok(first + second), ok(second + first))
  assert found.different == 10 and "the same message in other bytes" in printed


@test
def the_ttl_counts(contract):
  old = contract.Response()
  old.meta.ttl.seconds = 60
  new = contract.Response()
  new.meta.ttl.seconds = 61
  found, printed = played(contract, *(ok(m.SerializeToString()) for m in (old, new)))
  assert found.different == 10 and '+  "ttl": "61s"' in printed


@test
def code_and_details_count(contract):
  for new in (refused("b"), refused("a", "INTERNAL"), ok(response(contract))):
    found, _ = played(contract, refused("a"), new)
    assert found.different == 10, new


@test
def odd_bytes_may_be_passed_over(contract):
  good = ok(response(contract))
  for old, new, excepted in (
      (refused('observed resource "db": bad'), good, 10),
      (good, refused('observed resource "db": bad'), 10),
      (refused("a Struct is truncated"), good, 0),
      (refused("observed composite: bad", "INTERNAL"), good, 0),
      (good, refused('input: the key "a" occurs twice'), 10),
      (refused("not a RunFunctionRequest"), refused("observed composite: b"), 10),
      (refused("a Struct is truncated"), refused("input: a Struct is truncated"), 10),
      (refused("observed composite: a"), refused("observed composite: b"), 0)):
    found, _ = played(contract, old, new, broken=True)
    assert (found.excepted.total(), found.different) == (excepted, 10 - excepted), old


@test
def odd_bytes_may_be_handed_on(contract):
  old, twice = contract.Response(), contract.Response()
  old.context.update({"a": "last"})
  twice.context.update({"a": "first"})
  new = twice.SerializeToString() + old.SerializeToString()
  for broken in (True, False):
    found, _ = played(contract, ok(old.SerializeToString()), ok(new), broken)
    assert (found.excepted.total(), found.different) == (
        (10, 0) if broken else (0, 10))


@test
def a_lost_call_is_reported(contract):
  found, _ = played(contract, ok(response(contract)), refused("gone", "UNAVAILABLE"))
  assert found.different == 10


@test
def trees_have_all_of_a_request(contract):
  for request in (*recorded.oracle(contract), *recorded.golden(contract)):
    message = contract.Request.FromString(request.data)
    again = contract.Request.FromString(Writer().request(read(message)))
    assert again == message, request.name


@test
def the_same_seed_has_the_same_requests(contract):
  made = []
  for _ in range(2):
    pool = Pool(contract)
    for request in recorded.golden(contract):
      pool.add(request)
    pool.finish()
    made.append([random_request(pool, 7, number) for number in range(300)])
  assert made[0] == made[1]
  assert made[0] != [random_request(pool, 8, number) for number in range(300)]


@test
def a_changed_request_leaves_its_base_alone(contract):
  pool = Pool(contract)
  requests = list(recorded.golden(contract))
  for request in requests:
    pool.add(request)
  pool.finish()
  for number in range(1000):
    random_request(pool, 1, number)
  bases = {base.name: base for group in pool.groups.values() for base in group}
  for request in requests:
    # Without what is known of the base, so that it is all looked at.
    data = Writer().request(bases[request.name].tree)
    message = contract.Request.FromString(data)
    assert message == contract.Request.FromString(request.data), request.name


def main():
  contract = recorded.contract()
  failed = 0
  for function in TESTS:
    try:
      function(contract)
      print(f"ok {function.__name__.replace('_', ' ')}")
    except AssertionError as error:
      failed += 1
      print(f"FAILED {function.__name__.replace('_', ' ')}: {error}")
  print(f"{len(TESTS) - failed} passed, {failed} failed")
  return failed > 0
