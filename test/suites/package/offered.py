# SPDX-License-Identifier: Apache-2.0
"""Drop-in inputs with a certain field, made from the schema that offers the field.

  offered = Offered(schema, "patchAndTransform")    # one of $defs
  list(offered.places())                            # [("resources",), ("resources", "*"), …]
  list(offered.inputs(("resources", "*", "name")))  # inputs with a name of a resource

In a place, * is an element. An input has only what the schema requires in addition to
the field, so rules beyond the schema may refuse it.
"""
API_VERSION = {"patchAndTransform": "pt.fn.crossplane.io/v1beta1",
               "environmentConfigs": "environmentconfigs.fn.crossplane.io/v1beta1",
               "extraResources": "extra-resources.fn.crossplane.io/v1beta1"}
# The first fields of every input, which are not of interest.
IDENTITY = ("apiVersion", "kind", "metadata")


class Offered:
  """The fields of a drop-in input."""

  def __init__(self, schema, name):
    self._defs = schema["$defs"]
    self._root = self._defs[name]
    self._api_version = API_VERSION[name]

  def places(self, node=None, place=()):
    """The places below a node, which is at a place."""
    node = self._whole(node or self._root)
    for name, below in node.get("properties", {}).items():
      if place or name not in IDENTITY:
        yield (*place, name)
        yield from self.places(below, (*place, name))
    if "items" in node:
      yield (*place, "*")
      yield from self.places(node["items"], (*place, "*"))

  def at(self, place):
    """The schema at a place."""
    node = self._root
    for step in place:
      node = self._whole(node)
      node = node["items"] if step == "*" else node["properties"][step]
    return self._whole(node)

  def inputs(self, place, value=None):
    """Inputs with a value at the place: one for each of the types that the objects around
    it may have. Without a value, each has one that the schema allows."""
    for made in self._with(self._root, place, value):
      yield {**made, "apiVersion": self._api_version}

  def _whole(self, node):
    """A node together with what it refers to."""
    if "$ref" not in node:
      return node
    rest = {name: below for name, below in node.items() if name != "$ref"}
    return {**self._whole(self._defs[node["$ref"].rsplit("/", 1)[1]]), **rest}

  def _with(self, node, place, value):
    node = self._whole(node)
    if not place:
      yield self._sample(node) if value is None else value
    elif place[0] == "*":
      for item in self._with(node["items"], place[1:], value):
        yield [item]
    else:
      for below in self._with(node["properties"][place[0]], place[1:], value):
        for type_of in self._types(node, place[0]):
          yield self._complete(node, {**type_of, place[0]: below})

  def _types(self, node, member):
    """The types with which an object may have the member."""
    types = node["properties"].get("type", {}).get("enum")
    if member == "type" or not types:
      return [{}]
    asked = [each for rule in node.get("allOf", ()) if member in rule["then"]["required"]
             for each in rule["if"]["properties"]["type"]["enum"]]
    return [{"type": each} for each in asked or types]

  def _complete(self, node, value):
    """An object together with what else it has to have."""
    made = dict(value)
    while missing := [each for each in self._required(node, made) if each not in made]:
      made[missing[0]] = self._sample(node["properties"][missing[0]])
    return made

  def _required(self, node, value):
    yield from node.get("required", ())
    for rule in node.get("allOf", ()):
      is_default = "type" not in value and "required" not in rule["if"]
      if is_default or value.get("type") in rule["if"]["properties"]["type"]["enum"]:
        yield from rule["then"]["required"]

  def _sample(self, node):
    """A small value that the schema allows."""
    node = self._whole(node)
    if "enum" in node:
      return node["enum"][0]
    samples = {"integer": lambda: 1, "number": lambda: 1, "boolean": lambda: True,
               "array": lambda: [self._sample(node["items"])],
               "object": lambda: self._object(node)}
    return samples.get(node.get("type"), lambda: "a")()

  def _object(self, node):
    if "properties" in node:
      return self._complete(node, {})
    return {"a": 1} if "minProperties" in node else {}
