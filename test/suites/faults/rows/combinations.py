# SPDX-License-Identifier: Apache-2.0
"""Random requests that combine the ingredients of the rows: patches of several
kinds, with chains of transforms that fit each other, over large values that
they share.

  combination("7/3")        # the request of this seed, at most 4 MB
"""
import random

from rows.messages import (NATIVE, a_list, combine, convert, deep, encoded,
                           patch, repeated, request, string, template,
                           through_set, wide)

POLICIES = ("Replace", "MergeObjects", "AppendArray", "ForceMergeObjects",
         "MergeObjectsAppendArrays", "ForceMergeObjectsAppendArrays")


def match(**pattern):
  return {"type": "match", "match": {"patterns": [{**pattern, "result": "m"}],
                                     "fallbackTo": "Input"}}


def to(kind, **more):
  return {"type": "convert", "convert": {"toType": kind, **more}}


# What a transform takes and gives, and itself.
TRANSFORMS = (
    [("text", "text", string("Replace", replace={"search": a, "replace": b}))
     for a, b in (("y", "z"), ("x", "xx"), ("xx", "x"))] +
    [("text", "text", convert(name))
     for name in ("ToUpper", "ToLower", "ToBase64", "ToSha1", "ToSha256",
                  "ToSha512", "ToAdler32", "ToJson")] +
    [(kind, "text", convert(name)) for kind in ("object", "list", "number")
     for name in ("ToSha1", "ToSha512", "ToJson", "ToUpper")] +
    [(kind, "text", string("Format", fmt="%v"))
     for kind in ("object", "list")] +
    [("text", "text", string("Format", fmt="%[1]s" * 10)),
     ("text", "text", string("TrimPrefix", trim="x")),
     ("text", "text", string("TrimSuffix", trim="x")),
     ("text", "text", match(type="literal", literal="y")),
     ("text", "text", match(type="regexp", regexp="(x|y)*z(x|y){50}")),
     ("text", "text", to("string")),
     ("list", "text", string("Join", join={"separator": ","})),
     ("number", "number", {"type": "math",
                           "math": {"type": "Multiply", "multiply": 3}}),
     ("number", "number", to("float64")),
     ("number", "text", to("string"))])
SOURCES = {"text": ("text", "long"), "object": ("wide", "deep"),
           "list": ("list", "lists"), "number": ("number",)}


class Maker:
  def __init__(self, seed):
    self.random = random.Random(seed)
    self.left = int(10 ** self.random.uniform(4.5, 6.5))  # bytes

  def share(self):
    """Of the bytes that are left."""
    part = int(self.left * self.random.uniform(0.1, 0.5))
    self.left -= part
    return part

  def spec(self):
    return {
        "long": "x" * self.share(),
        "wide": wide("x", 1 + self.share() // 20),
        "list": a_list(encoded(f"x{number}")
                       for number in range(1 + self.share() // 10)),
        "lists": repeated(repeated("x", 10), 1 + self.share() // 60),
        "deep": deep(self.random.randint(1, 400)),
        "text": "x" * self.random.randint(1, 4000),
        "number": 7,
    }

  def chain(self, kind):
    """Transforms that fit each other, and what they give."""
    made = []
    for _ in range(self.random.randint(0, 4)):
      fitting = [row for row in TRANSFORMS if row[0] == kind]
      _, kind, transform = self.random.choice(fitting)
      made.append(transform)
    if made and kind == "text" and self.random.random() < 0.5:
      made.append(convert("ToAdler32"))  # then little is left of what was made
    return kind, made

  def target(self, kind):
    """A place where other values of the kind may be, or one that there is not,
    so that nothing counts what was made for it."""
    return self.random.choice((
        f"spec.{kind}", f"spec.{kind}s.k{self.random.randint(1, 1000)}",
        "spec.places[*].x", "spec.none[*].x"))

  def a_patch(self):
    kind = self.random.choice(tuple(SOURCES))
    field = self.random.choice(SOURCES[kind])
    if self.random.random() < 0.3:
      count = 1000 if field in ("text", "number") else 1
      return combine(["spec." + field], "%[1]v" * count, self.target("text"),
                     transforms=self.chain("text")[1])
    kind, chain = self.chain(kind)
    policy = "Replace" if kind == "text" else self.random.choice(POLICIES)
    return patch("spec." + field, self.target(kind), *chain,
                 policy={"toFieldPath": policy})

  def request(self):
    templates = self.random.choice((1, 1, 3, 50))
    times = int(10 ** self.random.uniform(0.5, 3.3) / templates) + 1
    base = {"spec": {"places": wide({"x": 1}, self.random.randint(1, 1000))}}
    names = [f"bucket-{number}" for number in range(templates)]
    return request(
        self.spec(),
        a_list(encoded(template(through_set(times), name=name, base=base))
               for name in names),
        [self.a_patch() for _ in range(self.random.randint(1, 6))],
        api=NATIVE)  # where wildcards may match nothing


def combination(seed):
  return Maker(seed).request()
