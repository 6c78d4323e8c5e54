# SPDX-License-Identifier: Apache-2.0
"""What random requests are made of: the recorded requests as trees, and what stands in
them.

  pool = Pool(contract)
  pool.add(recorded.Request(…))       # each of them
  pool.base(random.Random(7))         # one to be changed
  pool.values["type"]                 # what inputs have had as `type`
  pool.inside["patches"]              # the members (name, value) of elements of `patches`
"""
import collections
import dataclasses
import json
import re

import tree
from draft import steps_of

# Larger requests are recorded ones only: there is no time for many of them.
LARGEST = 32 << 10
# How often a base has an input of this group. The native input can do most.
GROUPS = {"loom": 48, "pt": 24, "environmentconfigs": 6, "extra-resources": 5,
          "autoready": 6, "sequencer": 5, "none": 6}
PATH = re.compile(r"^[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[[^\]]+\])*$")
# A name of an expression, and what is read below it.
READ = re.compile(r"\b(?:composite|object|resource|item|environment)((?:\.\??\w+)+)")
# Members whose value is an expression.
EXPRESSIONS = frozenset((
    "condition", "expression", "items", "key", "readyWhen", "when",
    "namespaceFromExpression", "celQuery", "fromExpression"))
# Members below which any object of the author stands, which is no input itself.
FREE = frozenset(("base", "defaultData", "map", "value"))


@dataclasses.dataclass
class Base:
  name: str
  tree: dict
  # The field paths of its input and of its expressions, as steps.
  paths: list


def group_of(one):
  version = str((one["input"] or {}).get("apiVersion", ""))
  group = version.partition(".")[0]
  return group if group in GROUPS else "none"


class Pool:

  def __init__(self, contract):
    self.contract = contract
    self.known = {}  # the bytes of all that the bases have, by id
    self.writer = tree.Writer(self.known, learns=True)
    self.groups = collections.defaultdict(list)
    self.objects = []
    self.kinds = {}
    self.values = collections.defaultdict(list)
    self.inside = collections.defaultdict(list)
    self.seen = set()

  def add(self, request):
    """Whether it can be a base: it is small, and protobuf's library reads it."""
    if len(request.data) > LARGEST:
      return False
    one = tree.read(self.contract.Request.FromString(request.data))
    self.add_tree(request.name, one)
    return True

  def add_tree(self, name, one):
    self.writer.request(one)
    base = Base(name, one, [])
    self.groups[group_of(one)].append(base)
    if one["input"]:
      self.gather(one["input"], "", base.paths)
    for found in objects_of(one):
      self.objects.append(found)
      kind = (found.get("apiVersion"), found.get("kind"))
      if all(isinstance(text, str) for text in kind):
        self.kinds[kind] = None

  def base(self, rng):
    groups = [name for name in GROUPS if self.groups[name]]
    group = rng.choices(groups, [GROUPS[name] for name in groups])[0]
    return rng.choice(self.groups[group])

  def finish(self):
    self.kinds = list(self.kinds)
    self.seen.clear()

  def gather(self, node, name, paths):
    """Notes the members of an input, and the paths in it."""
    if type(node) is list:
      for element in node:
        self.gather(element, name, paths)
    elif type(node) is dict:
      for key, value in node.items():
        self.note(self.inside[name], (name, key), (key, value))
        self.note(self.values[key], (key,), value)
        if key not in FREE:
          self.gather(value, key, paths)
    elif type(node) is str:
      if name in EXPRESSIONS:
        paths.extend(steps_of(found) for found in READ.findall(node))
      elif name.lower().endswith("path") and PATH.match(node):
        paths.append(steps_of(node))

  def note(self, where, names, value):
    """Appends it, if it is not there already."""
    text = (*names, json.dumps(value, default=repr, sort_keys=True))
    if text not in self.seen:
      self.seen.add(text)
      where.append(value)


def objects_of(one):
  """The objects that are observed, desired or required."""
  for name in ("observed", "desired"):
    part = one[name] or {"composite": None, "resources": {}}
    for parts in [part["composite"], *part["resources"].values()]:
      if parts and parts["resource"]:
        yield parts["resource"]
  for name in ("required_resources", "extra_resources"):
    for some in one[name].values():
      yield from (parts["resource"] for parts in some if parts["resource"])
