# SPDX-License-Identifier: Apache-2.0
"""What one call may take from the others, and when work on it ends."""
import re
import time

import calls
import heavy
from checks import check, eventually, expect, quantile
from frames import Bystander
from page import total
from server import MB

# The budget of a call in seconds (200 million steps), on a machine that has
# something else to do.
BUDGET = 8


def heavy_lines(loom):
  """What the log says of the calls that had something to do and were stopped."""
  return [line for line in loom.calls() if line["request_bytes"] > 25_000]


@check("a call that does too much ends as FATAL and says what is too much")
def work_is_bounded(loom):
  took = loom.seconds_of_cpu()
  with calls.Client(loom.address) as client:
    response = client.run(heavy.call(60).bytes, timeout=90)
  took = loom.seconds_of_cpu() - took
  answer = calls.PB.RunFunctionResponse.FromString(response)
  messages = " ".join(calls.fatal(answer))
  expect("steps" in messages, f"after {took:.1f} s of CPU:", messages or "no FATAL")
  expect(took < BUDGET, f"it took {took:.1f} s of CPU")


@check("work on a call ends soon after its deadline")
def deadline_ends_work(loom):
  with calls.Client(loom.address) as client:
    future = client.run.future(heavy.call(12).bytes, timeout=0.5)
    code = calls.code_of(future)
    expect(code.name == "DEADLINE_EXCEEDED", "the client got", code)
  stopped_early(loom)


@check("work on a call ends soon after it is cancelled")
def cancelling_ends_work(loom):
  with calls.Client(loom.address) as client:
    future = client.run.future(heavy.call(12).bytes, timeout=60)
    time.sleep(0.5)
    future.cancel()
  stopped_early(loom)


def stopped_early(loom):
  eventually(lambda: heavy_lines(loom), 60, "a line in the log")
  line = heavy_lines(loom)[0]
  expect(line["code"] in ("CANCELLED", "DEADLINE_EXCEEDED"), line)
  expect(line["milliseconds"] < 3000, line)


@check("what nobody waits for any more is not worked on", "--threads=2")
def late_calls_cost_nothing(loom):
  before = right(loom)
  with calls.Client(loom.address) as client:
    busy = [client.run.future(heavy.call(2).bytes, timeout=60)
            for _ in range(6)]  # two at a time: enough to be late behind them
    time.sleep(0.1)
    late = [client.run.future(heavy.call(2).bytes, timeout=0.3)
            for _ in range(20)]
    for future in late:
      expect(calls.code_of(future).name == "DEADLINE_EXCEEDED",
             calls.code_of(future))
    for future in busy:
      expect(calls.code_of(future).name == "OK", calls.code_of(future))
  eventually(lambda: in_hand(loom) == 0, 120, "calls are still worked on")
  done = right(loom) - before
  expect(done == 6, done, "were done, not 6")


def right(loom):
  return total(loom.metrics(), "grpc_server_handled_total", 'grpc_code="OK"')


def in_hand(loom):
  metrics = loom.metrics()
  return (total(metrics, "grpc_server_started_total") -
          total(metrics, "grpc_server_handled_total"))


@check("eight calls with one new input that takes long to read, and small ones",
       "--threads=2")
def one_input_at_once(loom):
  # Those that waited for the input to be read once had all turns, and the one that read
  # it had none.
  patterns = [{"type": "regexp", "regexp": f"[\\pL\\d-]{{20}}c{number}", "result": 1}
              for number in range(200)]
  call = calls.Call(resources=[dict(
      calls.template("bucket", []), patches=[calls.patch(
          "spec.region", "spec.region", transforms=[
              {"type": "match", "match": {"patterns": patterns}}])])])
  with Bystander(loom), calls.Client(loom.address) as client:
    futures = [client.run.future(call.bytes, timeout=30) for _ in range(8)]
    codes = {calls.code_of(future).name for future in futures}
  expect(codes == {"OK"}, "the callers got", codes)


@check("16 heavy calls at once, and small ones beside them")
def heavy_beside_small(loom):
  with Bystander(loom) as bystander, calls.Client(loom.address) as client:
    made = [heavy.call(2) for _ in range(16)]
    futures = [client.run.future(call.bytes, timeout=120) for call in made]
    for call, future in zip(made, futures):
      call.check(future.result())
  slow = quantile(bystander.times, 0.99)
  # Behind a single match of each of them it would be 7 s and more.
  expect(slow < 2, f"p99 {slow:.1f} s")


class SlowCallers:
  """Keeps so many slow calls in flight: each is made again when it is answered,
  whatever the answer is. `codes` counts the answers."""

  def __init__(self, loom, count):
    self.clients = [calls.Client(loom.address) for _ in range(count // 100 + 1)]
    self.call = heavy.call(2)
    self.count, self.codes, self.over = count, {}, False

  def begin(self, number):
    client = self.clients[number % len(self.clients)]
    future = client.run.future(self.call.bytes, timeout=120)
    future.add_done_callback(lambda done: self.again(done, number))

  def again(self, done, number):
    if self.over:
      return
    code = calls.code_of(done).name
    self.codes[code] = self.codes.get(code, 0) + 1
    self.begin(number)

  def __enter__(self):
    for number in range(self.count):
      self.begin(number)
    return self

  def __exit__(self, *_):
    self.over = True
    for client in self.clients:
      client.__exit__()


def small_beside(loom, count):
  """The codes of slow calls, so many of which are in flight for ten seconds, and
  how long small calls take meanwhile."""
  with Bystander(loom) as bystander, SlowCallers(loom, count) as slow:
    del bystander.times[:]
    time.sleep(10)
    times = list(bystander.times)
  print(f"    {count} slow calls: p50 {quantile(times, 0.5) * 1000:.1f} ms, "
        f"p99 {quantile(times, 0.99) * 1000:.1f} ms of {len(times)}; {slow.codes}")
  # Crossplane would be somewhere else: the client takes CPU time here.
  expect(quantile(times, 0.99) < 0.1, f"p99 {quantile(times, 0.99):.2f} s")
  return slow.codes


@check("60 slow calls all the while, and small ones beside them")
def many_slow(loom):
  small_beside(loom, 60)


@check("200 slow calls are too many: some are refused, and small ones go on")
def too_many_slow(loom):
  codes = small_beside(loom, 200)
  expect(codes.get("RESOURCE_EXHAUSTED", 0) > 100, codes)


@check("100 large calls at once, as Crossplane sends them, are all answered")
def many_large(loom):
  all_answered(loom, [calls.patch("spec.many", "spec.many")])


@check("even if each takes so long that all could hold most of their memory at once")
def many_large_and_long(loom):
  all_answered(loom, [calls.patch("spec.many", "spec.many")] + 15 * [
      calls.patch("spec.long", "spec.hash", transforms=[
          {"type": "string", "string": {"type": "Convert", "convert": "ToSha512"}}])])


def all_answered(loom, patches):
  resources = [calls.bucket("bucket"), calls.template("other", 30 * patches)]
  made = []
  for _ in range(100):
    call = calls.Call(resources=resources)
    message = calls.PB.RunFunctionRequest.FromString(call.bytes)
    message.observed.composite.resource.update(
        {"spec": {"region": call.region, "many": [{"a": "b"}] * 20_000,
                  "long": "x" * 200_000}})
    call.bytes = message.SerializeToString()
    made.append(call)
  cpu = loom.seconds_of_cpu()
  with calls.Client(loom.address) as client:
    futures = [client.run.future(call.bytes, timeout=120) for call in made]
    for call, future in zip(made, futures):
      expect(future.exception() is None, "a call got", future.exception())
      call.check(future.result())
  cpu = loom.seconds_of_cpu() - cpu
  expect(cpu / len(made) > 0.01, f"they are not large: {cpu:.2f} s of CPU")


def answer_of(client, resources):
  """The answer to a request that has these desired resources of an earlier
  step, as {name: bytes}."""
  call = calls.Call()
  message = calls.PB.RunFunctionRequest.FromString(call.bytes)
  for name, size in resources.items():
    message.desired.resources[name].resource.update({"padding": "x" * size})
  response = client.run(message.SerializeToString(), timeout=30)
  return call, response, calls.PB.RunFunctionResponse.FromString(response)


@check("an answer that Crossplane takes, and one byte more")
def response_limit(loom):
  limit = 4 * MB - 16 * 1024
  with calls.Client(loom.address) as client:
    _, response, _ = answer_of(client, {"large": 4_000_000})
    room = limit - len(response)
    call, response, _ = answer_of(client, {"large": 4_000_000 + room})
    expect(len(response) == limit, len(response), "bytes")
    call.check(response)
    _, response, answer = answer_of(
        client, {"large": 3_000_000, "small": 1_000_000 + room + 100,
                 "tiny": 10})
    messages = " ".join(calls.fatal(answer))
    numbers = [int(number.replace(",", ""))
               for number in re.findall(r"\d[\d,]{5,}", messages)]
    expect(limit in numbers and any(n > limit for n in numbers),
           "not both sizes:", messages or "no FATAL")
    expect("large" in messages and "small" in messages,
           "the largest are not named:", messages)
    expect(len(response) < 100_000, len(response), "bytes of FATAL")


@check("a call that holds too much ends as FATAL, the others go on",
       "--call-memory=16")
def memory_is_bounded(loom):
  call = calls.Call()
  message = calls.PB.RunFunctionRequest.FromString(call.bytes)
  message.observed.composite.resource.update(
      {"spec": {"region": call.region, "many": [[]] * 150_000}})
  message.input.update({"resources": [calls.template("bucket", [
      calls.patch("spec.many", f"spec.many{number}") for number in range(50)])]})
  with Bystander(loom), calls.Client(loom.address) as client:
    response = client.run(message.SerializeToString(), timeout=60)
  answer = calls.PB.RunFunctionResponse.FromString(response)
  messages = " ".join(calls.fatal(answer))
  expect("bytes of memory" in messages, messages or "no FATAL")
  expect(loom.peak() < 100 * MB, f"{loom.peak() >> 20} MB")
