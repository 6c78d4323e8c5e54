# SPDX-License-Identifier: Apache-2.0
"""Random values, and names that an object may have.

  values.scalar(rng)          "True", 3.5, None, …
  values.anything(rng)        also lists and objects, up to three deep
  values.other_kind(rng, v)   the same, in another kind than it is
"""
import string

from tree import Raw

TEXTS = (
    "", "a", "x", "True", "False", "Unknown", "true", "1", "0", "-7", "3.5", "1e3",
    "10Gi", "500m", "available", "Ready", "Available", "us-east-1", "eu-central-1",
    "null", "{}", "[]", '{"a": {"b": [1, 2]}}', "a: b", "example.org/v1", "bucket",
    "db", "2024-02-29T12:00:00Z", "1h30m", "c2VjcmV0", "10.0.0.0/8", "shop",
    "arn:aws:iam::123456789012:role/x", "projects/p/locations/l/things/t",
    "é", "日本語", "😀", "a\u0000b", "line\nfeed", "tab\t", "\u2028", "%s", "$(x)",
    "spec.a", "x" * 64, "y" * 300)
NUMBERS = (
    0.0, -0.0, 1.0, -1.0, 2.0, 3.0, 10.0, 64.0, 0.5, -2.25, 1e-9, 255.0, 65536.0,
    2.0**31, -2.0**31, 2.0**53, 2.0**53 + 2, 9.2e18, -9.3e18, 1e300, 5e-324,
    float("inf"), float("-inf"), float("nan"))
KEYS = (
    "a", "b", "x", "id", "name", "spec", "status", "metadata", "data", "conditions",
    "labels", "annotations", "type", "kind", "apiVersion", "ready", "phase", "state",
    "observedGeneration", "a.b", "example.org/x", "0", "", "é", "[*]", "with space",
    "namespace", "region", "atProvider", "forProvider", "items", "value", "z" * 65)


def long_text(rng):
  return rng.choice(("x", "long ", "é", "\n")) * rng.randrange(1, 2000)


def scalar(rng):
  kind = rng.random()
  if kind < 0.45:
    return rng.choice(TEXTS)
  if kind < 0.75:
    return rng.choice(NUMBERS)
  if kind < 0.87:
    return rng.random() < 0.5
  if kind < 0.96:
    return None
  return long_text(rng) if kind < 0.98 else Raw()


def anything(rng, depth=3):
  kind = rng.random()
  if depth == 0 or kind < 0.6:
    return scalar(rng)
  if kind < 0.8:
    return {rng.choice(KEYS): anything(rng, depth - 1)
            for _ in range(rng.randrange(4))}
  return [anything(rng, depth - 1) for _ in range(rng.randrange(4))]


def deep(rng, value):
  """The value, far inside lists and objects."""
  for _ in range(rng.randrange(1, 30)):
    value = [value] if rng.random() < 0.3 else {rng.choice(KEYS): value}
  return value


def large(rng):
  """An object that nobody reads, with more members than anybody names."""
  count = rng.choice((10, 65, 80, 200))
  value = anything(rng, 1)
  return {f"{rng.choice(string.ascii_letters)}{i}": value for i in range(count)}


def other_kind(rng, value):
  """What may be taken for the value, or nothing like it."""
  kind = type(value)
  choice = rng.random()
  if choice < 0.3:
    return scalar(rng)
  if choice < 0.4:
    return anything(rng)
  if kind is bool:
    return rng.choice((str(value).lower(), float(value), not value, None))
  if kind is float:
    return rng.choice((f"{value:g}", value + 0.5, value + 1, -value, value != 0))
  if kind is str:
    return rng.choice((value == "True", value + "x", value.upper(), value[:1],
                       " " + value, [value], {"name": value}, number_of(value)))
  if kind is list:
    return rng.choice((
        {str(i): element for i, element in enumerate(value)}, value[::-1],
        value + value, [value], [], {}, value[0] if value else None))
  if kind is dict:
    return rng.choice(([value], list(value.values()), list(value), {}, [],
                       {"items": value}, str(len(value))))
  return rng.choice(("", 0.0, False, {}, []))


def number_of(text):
  try:
    return float(text)
  except ValueError:
    return float(len(text))


def other_name(rng, name):
  """A name that is nearly the same: of the same length, or 64 characters longer."""
  return rng.choice((
      name[:-1] + ("x" if name[-1:] != "x" else "y"), name + "x", name[:-1],
      name.swapcase(), name + "_" * 64, name[::-1], rng.choice(KEYS),
      f"{name}.{name}", name[:1].upper() + name[1:]))
