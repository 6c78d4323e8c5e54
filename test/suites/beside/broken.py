# SPDX-License-Identifier: Apache-2.0
"""Bytes that no writer of protobuf makes, and most of which its library refuses.

  data = broken.request(draft, known)

There is one such place in a request: a value or a key in an object that is odd, or, in
the bytes of the whole, a bit, a byte or an end that is another one.
"""
from tree import Again, Raw, Writer, field

# Values: cut off, text that is not UTF-8, groups, fields of number 0, wire types that do
# not fit, fields that are unknown or come twice, enums and bools of other numbers.
VALUES = tuple(map(Raw, (
    b"\x1a\x05ab", b"\x1a\x02\xff\xfe", b"\x1a\x03\xed\xa0\x80", b"\x0b", b"\x0b\x0c",
    b"\x00\x01", b"\x11\x00\x00", b"\x10\x01", b"\x18\x01", b"\x3a\x01x", b"\x2a\x00",
    b"\x2a\x02\x0a\x00", b"\x2a\x04\x0a\x02\x08\x01", b"\x2a\x03\x0a\x05a", b"\x32\x00",
    b"\x32\x02\x0a\x05", b"\x32\x02\x0a\x00", b"\x32\x02\x12\x00", b"\x1a\x01a\x1a\x01b",
    b"\x1a\x01a\x20\x01", b"\x08\x05", b"\x08\x80\x80\x80\x80\x10", b"\x20\x05",
    b"\x9a\x00\x01a", b"\x1a\x81\x00a", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01",
    b"\x2a\x0b\x0a\x09\x0a\x01a\x12\x04\x1a\x02\xc3\x28",
    b"\x2a\x08\x0a\x06\x0a\x01\xff\x12\x01\x08", b"\x22\x00", b"\x0d\x01\x02\x03\x04",
    b"\x2a\x09\x0a\x07\x0a\x01a\x12\x02\x08\x00\x2a\x09\x0a\x07\x0a\x01b\x12\x02\x08\x00",
)))
KEYS = ("\udcff", "a\udcc3", "\udced\udca0\udc80")


def nested(levels):
  """A Value of so many lists inside each other."""
  value = b"\x08\x00"
  for _ in range(levels):
    value = field(6, field(1, value))
  return Raw(value)


# Just as deep as an object may be, and deeper.
DEEP = tuple(map(nested, (95, 330, 985, 1005, 1100)))


def a_container(draft):
  """A dict or list somewhere in an object, to be changed, and a key of it."""
  path = draft.an_object()
  if path is None or (draft.tree["input"] and draft.rng.random() < 0.15):
    path = ("input",)
  if not draft.tree[path[0]]:
    return None, None
  place = draft.place(path)
  return (draft.own(place[0]), place[1]) if place else (draft.own(path), None)


def odd_value(draft):
  node, key = a_container(draft)
  if node is None:
    return
  made = draft.rng.choice(VALUES if draft.rng.random() < 0.8 else DEEP)
  if isinstance(node, dict) and (key is None or draft.rng.random() < 0.6):
    key = draft.rng.choice(("unread", "x", "data"))
  if key is not None:
    node[key] = made


def odd_key(draft):
  node, _ = a_container(draft)
  if isinstance(node, dict):
    node[draft.rng.choice(KEYS)] = "a"


def key_twice(draft):
  node, key = a_container(draft)
  if isinstance(node, dict) and key is not None:
    node[Again(key)] = draft.rng.choice((node[key], "again", {}))


def odd_text(draft):
  node, key = a_container(draft)
  if key is not None:
    node[key] = draft.rng.choice(("", "text ")) + draft.rng.choice(KEYS)


def cut(data, rng):
  return data[:rng.randrange(len(data))]


def flipped(data, rng):
  at = rng.randrange(len(data))
  return (data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:])


def without(data, rng):
  at = rng.randrange(len(data))
  return data[:at] + data[at + 1:]


def lengthened(data, rng):
  """Unknown fields, and parts of the request once more."""
  return data + rng.choice((
      b"\x7a\x03abc", b"\xf8\x07\x01", b"\x12\x00", b"\x1a\x00", b"\x22\x00",
      b"\x2a\x00", b"\x0b", b"\x00", field(2, field(2, field(1, b"db"))), data))


TREES = (odd_value, odd_value, odd_value, odd_key, key_twice, key_twice, odd_text)
BYTES = (cut, flipped, flipped, without, lengthened)


def request(draft, known):
  if draft.rng.random() < 0.65:
    draft.rng.choice(TREES)(draft)
    return Writer(known).request(draft.tree)
  data = Writer(known).request(draft.tree)
  change = draft.rng.choice(BYTES) if data else lengthened
  return change(data, draft.rng)
