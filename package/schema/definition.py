# SPDX-License-Identifier: Apache-2.0
"""The definition of the native input in package/input, as it is read by those
that generate something from it."""
import functools
import pathlib
import re

import yaml

FILE = (pathlib.Path(__file__).resolve().parents[1] / "input"
        / "loom.fn.crossplane.io_inputs.yaml")

# A word in the name of a type.
WORD = re.compile(r"[A-Z][a-z]*")
# A reference to a patch set has no other member.
WITHOUT_MEMBERS = "PatchSet"

WITH = re.compile(r"[Rr]equired with (the type |types of )?(\w+(?:(?:, | and )\w+)*)")
BUT_FOR = re.compile(r"[Rr]equired, but for (the type |types of )?"
                     r"(\w+(?:(?:, | and )\w+)*)")
NAMED_LIKE_TYPE = re.compile(r"named like its type|of that name is (required|compared)")

_anchors = {}
_named_nodes = {}


class _Loader(yaml.SafeLoader):
  """Remembers the anchor of each object; aliases are the same object."""

  def __init__(self, stream):
    super().__init__(stream)
    self.anchor_of = {}

  def compose_node(self, parent, index):
    event = self.peek_event()
    is_alias = self.check_event(yaml.AliasEvent)
    node = super().compose_node(parent, index)
    if event.anchor and not is_alias:
      self.anchor_of[id(node)] = event.anchor
    return node

  def construct_object(self, node, deep=False):
    value = super().construct_object(node, deep=deep)
    if id(node) in self.anchor_of:
      _anchors[id(value)] = self.anchor_of[id(node)]
    return value


@functools.cache
def root():
  """The schema of an input."""
  with FILE.open(encoding="utf-8") as stream:
    document = yaml.load(stream, _Loader)
  [version] = document["spec"]["versions"]
  return version["schema"]["openAPIV3Schema"]


def anchor(node):
  """The name of a node that stands in several places, or None."""
  return _anchors.get(id(node))


def named(node, name):
  """A node under a name as if it had an anchor: the first that was given it."""
  node = _named_nodes.setdefault(name, node)
  _anchors[id(node)] = name
  return node


def _named(phrase, names, types):
  """The types of these names, or those whose names have one of these words."""
  wanted = set(re.split(", | and ", names))
  if phrase == "types of ":
    return [each for each in types if wanted & set(WORD.findall(each))]
  return [each for each in types if each in wanted]


def _types_that_require(name, node, types, by_name):
  """The types with which a member is required."""
  description = " ".join(node.get("description", "").split())
  if found := BUT_FOR.search(description):
    without = _named(found[1], found[2], types)
    return [each for each in types if each not in (*without, WITHOUT_MEMBERS)]
  if found := WITH.search(description):
    return _named(found[1], found[2], types)
  if by_name:
    return [each for each in types if each[0].lower() + each[1:] == name]
  return []


def rules_by_type(node):
  """What an object requires depending on its `type`: (the types, whether the
  default is among them, the members)."""
  members = node.get("properties", {})
  kind = members.get("type", {})
  if "enum" not in kind:
    return []
  by_name = NAMED_LIKE_TYPE.search(
      " ".join((node["description"] + kind["description"]).split()))
  rules = {}
  for name, below in members.items():
    types = () if name == "type" else tuple(
        _types_that_require(name, below, kind["enum"], by_name))
    if types:
      rules.setdefault(types, []).append(name)
  return [(list(types), kind.get("default") in types, names)
          for types, names in rules.items()]
