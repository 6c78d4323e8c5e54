# SPDX-License-Identifier: Apache-2.0
"""Reads the definition of the native input in package/input for the generators."""
import functools
import pathlib
import re

import yaml

FILE = (pathlib.Path(__file__).resolve().parents[1] / "input"
        / "loom.fn.crossplane.io_inputs.yaml")

# A word in the name of a type.
WORD = re.compile(r"[A-Z][a-z]*")
# A reference to a patch set has no other field.
WITHOUT_FIELDS = "PatchSet"

# "Required if `type` is `A` or `B`", "Required unless `type` is `A`".
BY_TYPE = re.compile(r"Required (if|unless) `type` is (`\w+`(?:(?:, | or )`\w+`)*)")
# "Required for Combine types", "Required except for Combine, Expression and Item types".
BY_FAMILY = re.compile(r"Required (except )?for (\w+(?:(?:, | and )\w+)*) types")
NAMED_AFTER_TYPE = re.compile(r"field named after (its `type`|the type|it\b)")

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
  """The schema of the native input."""
  with FILE.open(encoding="utf-8") as stream:
    document = yaml.load(stream, _Loader)
  [version] = document["spec"]["versions"]
  return version["schema"]["openAPIV3Schema"]


def anchor(node):
  """The name of a node that several parents share, or None."""
  return _anchors.get(id(node))


def named(node, name):
  """The first node that got the name, as if it had an anchor of that name."""
  node = _named_nodes.setdefault(name, node)
  _anchors[id(node)] = name
  return node


def _types_that_require(name, node, types, by_name):
  """The types for which a field is required."""
  description = " ".join(node.get("description", "").split())
  if found := BY_TYPE.search(description):
    named = [each for each in types if f"`{each}`" in found[2]]
    excluded = found[1] == "unless"
  elif found := BY_FAMILY.search(description):
    families = set(WORD.findall(found[2]))
    named = [each for each in types if families & set(WORD.findall(each))]
    excluded = bool(found[1])
  else:
    return [each for each in types
            if by_name and each[0].lower() + each[1:] == name]
  if excluded:
    return [each for each in types if each not in (*named, WITHOUT_FIELDS)]
  return named


def rules_by_type(node):
  """The fields that an object requires for some of its types: (the types, whether the
  default is one of them, the fields)."""
  fields = node.get("properties", {})
  kind = fields.get("type", {})
  if "enum" not in kind:
    return []
  by_name = NAMED_AFTER_TYPE.search(
      " ".join((node["description"] + kind["description"]).split()))
  rules = {}
  for name, below in fields.items():
    types = () if name == "type" else tuple(
        _types_that_require(name, below, kind["enum"], by_name))
    if types:
      rules.setdefault(types, []).append(name)
  return [(list(types), kind.get("default") in types, names)
          for types, names in rules.items()]
