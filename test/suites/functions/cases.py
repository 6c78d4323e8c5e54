# SPDX-License-Identifier: Apache-2.0
"""Random requests to the functions that function-loom replaces: mostly valid, and then
damaged in one place.

  source = cases.Source("patch-and-transform", contract)
  case = source.case(seed=1, number=7)     # a Case; the same whatever was made before it

Those to function-auto-ready and function-sequencer are made from nothing (ready.py,
sequence.py), or are changed calls of the oracle, as all others are. The changes are those
of test/suites/beside.
"""
import dataclasses
import random
import sys
import zlib

from roots import ROOT

sys.path += [str(ROOT / "test/suites/beside"), str(ROOT / "test/suites/oracle")]
# pylint: disable=wrong-import-position
import compare  # noqa: E402
import inputs  # noqa: E402
import objects  # noqa: E402
import tree as trees  # noqa: E402
import values  # noqa: E402
from draft import Draft  # noqa: E402
from pool import Pool  # noqa: E402

import ready  # noqa: E402
import sequence  # noqa: E402

# How many changes of the input and of the objects a request has, and how often it is
# damaged after that.
OF_INPUT = (0, 0, 1, 1, 2)
OF_OBJECTS = (0, 0, 1, 2)
DAMAGED = 0.35
# Changes that leave an input valid, mostly.
INPUTS = {inputs.change_path: 22, inputs.nudge_path: 8, inputs.change_value: 25,
          inputs.add_member: 10, inputs.change_list: 12, inputs.join_inputs: 4}
# How often a request to these two is made from nothing.
MADE = 0.75
# Objects that stand for what a requirement asks for; more than 12 have no order in Go
# if their sort keys are equal.
MOST_ANSWERS = 4


@dataclasses.dataclass
class Case:
  name: str
  tree: dict
  # The objects for each question that a response asks (shapes.question).
  answers: dict = dataclasses.field(default_factory=dict)


def damage(draft, pool):
  """Changes one place, so that something there is wrong or unusual."""
  if draft.tree["input"] is not None and draft.rng.random() < 0.4:
    inputs.any_change(draft, pool)
  else:
    objects.change(draft, pool)


def of_json(value):
  """The value without what JSON does not have, and so no object of a cluster: numbers
  such as infinity, and values of protobuf that are nothing at all."""
  if isinstance(value, float):
    return value if abs(value) < float("inf") else 1e300
  if isinstance(value, trees.Raw):
    return None
  if isinstance(value, dict):
    return {key: of_json(member) for key, member in value.items()}
  if isinstance(value, list):
    return [of_json(element) for element in value]
  return value


def changed(draft, pool, made):
  """Some valid changes, unless the request was made from nothing, and a damaged place."""
  rng = draft.rng
  if not made:
    for _ in range(rng.choice(OF_INPUT) if draft.tree["input"] else 0):
      rng.choices(list(INPUTS), INPUTS.values())[0](draft, pool)
    for _ in range(rng.choice(OF_OBJECTS)):
      objects.change(draft, pool)
  if rng.random() < DAMAGED:
    damage(draft, pool)


class Source:

  def __init__(self, function, contract, rules=False, expressions=False):
    self.function = function
    self.expressions = expressions  # requests with one expression, and nothing damaged
    self.rules = rules
    self.pool = Pool(contract)
    for path in compare.case_files([ROOT / "test/suites/oracle/cases" / function]):
      for case in compare.load_cases(path):
        request = contract.request(case.request)
        self.pool.add_tree(case.name, trees.read(request))
    # A made request has no base; the pool has what its changes are made of.
    self.bases = [base for bases in self.pool.groups.values() for base in bases
                  if not base.tree["required_resources"] and
                  not base.tree["extra_resources"]]
    self.required = self.objects_of_answers()
    self.pool.finish()

  def objects_of_answers(self):
    found = []
    for bases in self.pool.groups.values():
      for base in bases:
        for field in ("required_resources", "extra_resources"):
          for some in base.tree[field].values():
            found += [one["resource"] for one in some if one["resource"]]
    return found or [{"metadata": {"labels": {"a": "b"}}, "data": {"a": 1.0}}]

  def base(self, rng):
    """The tree of a request, and whether it was made from nothing."""
    if self.function == "auto-ready" and rng.random() < MADE:
      return ready.request(rng, self.rules), True
    if self.function == "sequencer" and rng.random() < MADE:
      return sequence.request(rng), True
    return rng.choice(self.bases), False

  def case(self, seed, number):
    rng = random.Random(f"{self.function} {self.rules} {self.expressions} {seed} {number}")
    name = f"{self.function}/{seed}/{number}"
    if self.expressions:
      return Case(name, of_json(ready.one_rule(rng) if self.function == "auto-ready"
                                else sequence.one_condition(rng)))
    base, made = self.base(rng)
    draft = Draft(_Base(base, []) if made else base, rng)
    changed(draft, self.pool, made)
    # Answers are those to what is asked for (answer below).
    tree = of_json(draft.tree) | {"required_resources": {}, "extra_resources": {}}
    return Case(name, tree)

  def answer(self, case, question, selector):
    """The objects that a requirement gets; the same ones for the same question."""
    if question not in case.answers:
      rng = random.Random(zlib.crc32(f"{case.name} {question}".encode()))
      if selector.WhichOneof("match") == "match_name":
        # No object has an empty name.
        count = rng.choice((0, 1, 1, 1, 1)) if selector.match_name else 0
      else:
        count = rng.randrange(MOST_ANSWERS + 1)
      case.answers[question] = [
          self.fitting(selector, number, rng) for number in range(count)]
    return case.answers[question]

  def fitting(self, selector, number, rng):
    found = dict(rng.choice(self.required))
    metadata = found.get("metadata")
    metadata = dict(metadata) if isinstance(metadata, dict) else {}
    metadata["name"] = selector.match_name or f"found-{number}"
    if selector.match_labels.labels:
      metadata["labels"] = dict(selector.match_labels.labels) | {"extra": "x"}
    found |= {"apiVersion": selector.api_version, "kind": selector.kind,
              "metadata": metadata}
    if rng.random() < 0.05:
      found[rng.choice(list(found))] = of_json(values.anything(rng))
    return found


@dataclasses.dataclass
class _Base:
  tree: dict
  paths: list


def data_of(case, names=None, field="required_resources"):
  """The bytes of a request; `names` says under which names the answers stand."""
  tree = case.tree
  if names:
    tree = dict(tree)
    tree[field] = tree[field] | {
        name: [ready.resource(one) for one in case.answers[question]]
        for name, question in names.items()}
  return trees.Writer().request(tree)
