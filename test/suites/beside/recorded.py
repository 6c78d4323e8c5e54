# SPDX-License-Identifier: Apache-2.0
"""The requests that the other tests have: those of the oracle and its seeds, the golden
cases, the corpus of the fuzzers and the payloads of the benchmark.

  for request in recorded.all_requests(contract): …
  for request in recorded.seeds(contract, ask): …     # ask(bytes) is an Answer
  recorded.next_round(contract, tree, answer, objects)

The last gives the request that follows an answer in which something is required.
"""
import copy
import dataclasses
import pathlib
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
for folder in ("test/suites/oracle", "test/suites/benchmark", "test/suites/benchmark/bench"):
  sys.path.insert(0, str(ROOT / folder))
# pylint: disable=wrong-import-position
import compare  # noqa: E402
import conditions  # noqa: E402
import data  # noqa: E402
import native  # noqa: E402
import payloads  # noqa: E402
import readiness  # noqa: E402
import references  # noqa: E402
import seeds as oracle_seeds  # noqa: E402

PROTO = ROOT / "proto/apiextensions/fn/proto/v1"


@dataclasses.dataclass
class Request:
  name: str
  data: bytes


def contract():
  return compare.Contract.from_folder(PROTO)


def written(known, shape):
  return known.request(shape).SerializeToString(deterministic=True)


def oracle(known):
  folder = ROOT / "test/suites/oracle"
  for path in compare.case_files([folder / "cases", folder / "native"]):
    for case in compare.load_cases(path):
      name = pathlib.Path(path).relative_to(ROOT / "test").with_suffix("")
      yield Request(f"{name}/{case.name}",
                    written(known, case.played(as_peer=False).request))


def golden(known):
  for path in sorted((ROOT / "test/suites/golden").rglob("request*.yaml")):
    shape = yaml.load(path.read_text(encoding="utf-8"), Loader=compare.Loader)
    name = path.relative_to(ROOT / "test").with_suffix("")
    yield Request(str(name), written(known, shape))


def corpus(_):
  for path in sorted((ROOT / "test/suites/fuzz/corpus/call").iterdir()):
    yield Request(f"fuzz/call/{path.name}", path.read_bytes())


def benchmark(_):
  made = {name: make for name, (make, _) in payloads.payloads().items()
          if name in data.GOALS}
  for other in (references, conditions, readiness):
    for name in other.NAMES:
      made[name] = lambda name=name, other=other: other.request_of(name)
  for size in native.SIZES:
    made[f"env-{size}.merge"] = lambda size=size: native.merge_of(size)
  # In no random order, as tree.py says of inputs.
  encoder = payloads.Encoder()
  for name, make in made.items():
    yield Request(f"benchmark/{name}",
                  encoder.request(payloads.vary(make(), 0)))


def all_requests(known):
  for source in (oracle, golden, corpus, benchmark):
    yield from source(known)


class Noting:
  """In place of a compare.Target: notes what is asked, and has it answered."""

  def __init__(self, known, ask):
    self.known = known
    self.ask = ask
    self.asked = []

  def run(self, shape):
    self.asked.append(written(self.known, shape))
    answer = self.ask(self.asked[-1])
    if answer.code != "OK":
      return {"rpcError": {"code": answer.code, "details": answer.details}}
    return self.known.shape(self.known.Response.FromString(answer.data))


def seeds(known, ask):
  """The rounds of the recorded runs, which depend on what is answered."""
  for case in oracle_seeds.cases():
    noting = Noting(known, ask)
    oracle_seeds.answer(noting, case)
    for number, asked in enumerate(noting.asked, 1):
      yield Request(f"oracle/seeds/{case.name}/{number}", asked)


def fitting(selector, objects, rng):
  """An object that fits a selector, with the content of one of the objects."""
  kind = (selector.api_version, selector.kind)
  same = [one for one in objects if (one.get("apiVersion"), one.get("kind")) == kind]
  found = copy.deepcopy(rng.choice(same or objects))
  metadata = found.get("metadata")
  metadata = dict(metadata) if isinstance(metadata, dict) else {}
  metadata["name"] = selector.match_name or f"found-{rng.randrange(9)}"
  if selector.namespace:
    metadata["namespace"] = selector.namespace
  if selector.match_labels.labels:
    metadata["labels"] = dict(selector.match_labels.labels)
  return found | {"apiVersion": kind[0], "kind": kind[1], "metadata": metadata}


def next_round(tree, response, objects, rng):
  """The tree of the request that follows; None if nothing more is required."""
  required = response.requirements
  asked = {"required_resources": required.resources,
           "extra_resources": required.extra_resources}
  if all(selectors.keys() <= tree[name].keys() for name, selectors in asked.items()):
    return None
  following = dict(tree)
  for name, selectors in asked.items():
    following[name] = dict(tree[name])
    for key in sorted(selectors.keys() - tree[name].keys()):
      wanted = 1 if selectors[key].match_name else rng.randrange(4)
      following[name][key] = [
          {"resource": fitting(selectors[key], objects, rng),
           "connection_details": {}, "ready": 0} for _ in range(wanted)]
  return following
