# SPDX-License-Identifier: Apache-2.0
"""Requests as trees of Python, and the bytes of such trees.

A tree is a dict with the fields of a RunFunctionRequest. A Struct is a dict, a list is
a list, and a map of protobuf is a dict. A Resource is a dict of `resource`,
`connection_details` and `ready`, and a State is one of `composite` and `resources`.

  tree = read(message)                  # of compare.Contract
  Writer().request(tree)                # the bytes, with the maps in the tree's order
  Writer(order=random.Random(1))        # … with most maps in an order of its own

A Writer with `known` does not write again what it has written before. So a request
that shares most of its parts with another one costs little (draft.py).
"""
import struct as packing

LARGEST_KNOWN_VARINT = 1 << 14


class Raw(bytes):
  """The bytes of a google.protobuf.Value, whatever they are. Without bytes it is a
  Value that says nothing."""


class Again(str):
  """A key that may stand in a dict beside an equal one."""
  __hash__ = object.__hash__
  __eq__ = object.__eq__
  __ne__ = object.__ne__


def computed_varint(number):
  out = bytearray()
  while number > 127:
    out.append(number & 127 | 128)
    number >>= 7
  out.append(number)
  return bytes(out)


VARINTS = [computed_varint(number) for number in range(LARGEST_KNOWN_VARINT)]


def varint(number):
  if number < LARGEST_KNOWN_VARINT:
    return VARINTS[number]
  return computed_varint(number)


def field(number, data):
  return VARINTS[number << 3 | 2] + varint(len(data)) + data


def plain(value):
  kind = value.WhichOneof("kind")
  if kind == "struct_value":
    return struct(value.struct_value)
  if kind == "list_value":
    return [plain(element) for element in value.list_value.values]
  if kind == "null_value":
    return None
  return getattr(value, kind) if kind else Raw()


def struct(message):
  # Sorted, because the order of a message's map differs from one run to the next.
  return {key: plain(message.fields[key]) for key in sorted(message.fields)}


def optional(message, name, reader):
  return reader(getattr(message, name)) if message.HasField(name) else None


def resource(message):
  details = message.connection_details
  return {"resource": optional(message, "resource", struct),
          "connection_details": {key: details[key] for key in sorted(details)},
          "ready": message.ready}


def state(message):
  resources = message.resources
  return {"composite": optional(message, "composite", resource),
          "resources": {key: resource(resources[key])
                        for key in sorted(resources)}}


def items(message):
  return {key: [resource(item) for item in message[key].items]
          for key in sorted(message)}


def secret(message):
  data = message.credential_data.data
  return {key: data[key] for key in sorted(data)}


def read(message):
  """The tree of a RunFunctionRequest. It does not have fields that are unknown."""
  return {
      "tag": message.meta.tag if message.HasField("meta") else None,
      "capabilities": list(message.meta.capabilities),
      "observed": optional(message, "observed", state),
      "desired": optional(message, "desired", state),
      "input": optional(message, "input", struct),
      "context": optional(message, "context", struct),
      "extra_resources": items(message.extra_resources),
      "credentials": {key: secret(message.credentials[key])
                      for key in sorted(message.credentials)},
      "required_resources": items(message.required_resources),
      "required_schemas": {
          key: optional(message.required_schemas[key], "openapi_v3", struct)
          for key in sorted(message.required_schemas)}}


def in_order(value, known):
  """The value with the members of all objects in their order, as read() has them."""
  if id(value) in known:
    return value
  if type(value) is dict:
    return {key: in_order(value[key], known) for key in sorted(value)}
  if type(value) is list:
    return [in_order(element, known) for element in value]
  return value


class Writer:
  """Writes trees. `known` has bytes by the id of their dict or list; with `learns`,
  what is written is added to it, and then has to stay as it is."""

  def __init__(self, known=None, learns=False, order=None):
    self.known = {} if known is None else known
    self.learns = learns
    self.order = order

  def entries(self, members):
    if self.order is None or len(members) < 2:
      return members.items()
    shuffled = list(members.items())
    self.order.shuffle(shuffled)
    return shuffled

  def kept(self, node, write):
    """The bytes of a dict or list: known, or made by write(node)."""
    known = self.known.get(id(node))
    if known is None:
      known = write(node)
      if self.learns:
        self.known[id(node)] = known
    return known

  def map(self, number, members, write):
    return b"".join(
        field(number, self.key(key) + field(2, write(value)))
        for key, value in self.entries(members))

  @staticmethod
  def key(key):
    return field(1, key.encode("utf-8", "surrogateescape"))

  def members(self, members):
    return b"".join(
        field(1, self.key(key) + field(2, self.value(value)))
        for key, value in self.entries(members))

  def elements(self, elements):
    return b"".join(field(1, self.value(element)) for element in elements)

  def struct(self, members):
    return self.kept(members, self.members)

  def value(self, value):
    kind = type(value)
    if kind is str:
      return field(3, value.encode("utf-8", "surrogateescape"))
    if kind is dict:
      return field(5, self.kept(value, self.members))
    if kind is list:
      return field(6, self.kept(value, self.elements))
    if value is None:
      return b"\x08\x00"
    if kind is bool:
      return b"\x20\x01" if value else b"\x20\x00"
    if kind is Raw:
      return bytes(value)
    return b"\x11" + packing.pack("<d", value)

  def parts(self, parts):
    out = b""
    if parts["resource"] is not None:
      out = field(1, self.struct(parts["resource"]))
    out += self.map(2, parts["connection_details"], bytes)
    return out + (b"\x18" + varint(parts["ready"]) if parts["ready"] else b"")

  def resource(self, parts):
    return self.kept(parts, self.parts)

  def whole_state(self, parts):
    out = b""
    if parts["composite"] is not None:
      out = field(1, self.resource(parts["composite"]))
    return out + self.map(2, parts["resources"], self.resource)

  def state(self, parts):
    return self.kept(parts, self.whole_state)

  def items(self, listed):
    return self.kept(listed, lambda some: b"".join(
        field(1, self.resource(one)) for one in some))

  def secret(self, data):
    return field(1, self.map(1, data, bytes))

  def schema(self, schema):
    return b"" if schema is None else field(1, self.struct(schema))

  def input(self, members):
    """Always in one order. A server keeps what it has read of an input, and takes it
    for all inputs that differ in their order only; which order an answer has would
    depend on what was asked before."""
    return Writer(self.known).struct(in_order(members, self.known))

  @staticmethod
  def meta(tag, capabilities):
    if tag is None and not capabilities:
      return b""
    out = field(1, tag.encode()) if tag else b""
    if capabilities:
      out += field(2, b"".join(map(varint, capabilities)))
    return field(1, out)

  def request(self, tree):
    out = self.meta(tree["tag"], tree["capabilities"])
    for number, name, write in ((2, "observed", self.state),
                                (3, "desired", self.state),
                                (4, "input", self.input),
                                (5, "context", self.struct)):
      if tree[name] is not None:
        out += field(number, write(tree[name]))
    for number, name, write in ((6, "extra_resources", self.items),
                                (7, "credentials", self.secret),
                                (8, "required_resources", self.items),
                                (9, "required_schemas", self.schema)):
      if tree[name]:
        out += self.map(number, tree[name], write)
    return out
