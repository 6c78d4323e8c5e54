# SPDX-License-Identifier: Apache-2.0
"""Random expressions in CEL, as conditions of function-sequencer and rules of
function-auto-ready have them.

  conditions.made(rng, conditions.SEQUENCER)     has(observed.resources['a'].resource.spec)
  conditions.made(rng, conditions.AUTO_READY)    object.status.n == 1.0

Most are of type bool and compile. In a form, %word stands for a random value of that type.
"""
import re

HOLE = re.compile(r"%([a-z]+)")
FIELDS = ("a", "b", "k", "n", "t", "gone")

# What fields of objects have.
VALUES = (None, 1.0, 2.0, "a", "b", "True", True, [], {}, {"k": 1.0}, ["a"], [1.0, None],
          "2024-02-29T12:00:00Z", "90s", {"a": {"b": None}}, [{"type": "Ready",
                                                              "status": "True"}])

# The objects that an expression can read: roots by what they are.
SEQUENCER = {
    "object": (
        "observed.composite.resource", "observed.resources['a'].resource",
        "observed.resources.a.resource", "desired.composite.resource",
        "desired.resources['b'].resource", "context", "context['env']", "context.env",
        "observed.resources['gone'].resource", "observed.composite.resource.spec",
        "observed.composite.resource.status", "desired.resources['a'].resource.spec"),
    "message": (
        "observed", "desired", "observed.composite", "desired.composite",
        "observed.resources['a']", "desired.resources['b']", "desired.resources['gone']"),
    "names": ("observed.resources", "desired.resources",
              "observed.resources['a'].connection_details",
              "observed.composite.connection_details"),
    "ready": ("desired.composite.ready", "desired.resources['a'].ready",
              "desired.resources['b'].ready", "observed.composite.ready"),
}
AUTO_READY = {
    "object": ("object", "object.spec", "object.status", "object.metadata",
               "object['status']", "object.status['n']"),
}

FORMS = {
    "bool": (
        "true", "false", "has(%path)", "has(%path)", "%dyn == %literal", "%dyn != %literal",
        "%path == %path", "%dyn == null", "%dyn < %number", "%dyn >= %number",
        "%dyn > %dyn", "size(%dyn) > 0", "size(%path) == 1", "%text in %dyn",
        "%dyn in [1.0, 2.0]", "%dyn in ['a', 'b']", "%bool && %bool", "%bool || %bool",
        "!%bool", "%bool ? %bool : %bool", "type(%dyn) == %type",
        "%dyn.exists(v, v == %literal)", "%dyn.all(v, v != %literal)",
        "%dyn.filter(v, v == 'a').size() == 1", "size(%dyn.filter(v, true)) >= %number",
        "%dyn.exists_one(v, has(v.type))", "%dyn.exists(c, c.type == 'Ready' && c.status == 'True')",
        "%dyn.startsWith('a')", "%dyn.contains(%text)", "%dyn.matches('^[a-z]+$')",
        "int(%dyn) % 2 == 0", "double(%dyn) > 1.5", "string(%dyn) == %text",
        "bool(%dyn)", "%dyn + 1.0 == 2.0", "%dyn + %dyn == %literal",
        "%dyn.map(v, v) == %dyn", "%int == %int", "%int < %number", "dyn(%int) == %number",
        "timestamp(%dyn) > timestamp('2024-01-01T00:00:00Z')", "duration(%dyn) < duration('1h')",
        "%dyn", "%path", "[%dyn, %dyn].exists(v, v == %literal)", "{'k': %dyn}.k == %literal",
        "%list == %list", "%map == %map", "'k' in %map"),
    "path": ("%object.%field", "%object.%field", "%object.%field.%field",
             "%object.spec.%field", "%object.status.%field.%field"),
    "dyn": ("%path", "%path", "%path", "%object", "%object['%field']",
            "%object.conditions", "%object.status.conditions", "%path[0]", "dyn(%literal)",
            "%path.size()", "%object.metadata.name"),
    "literal": ("%number", "%text", "true", "null", "%list", "%map"),
    "number": ("0", "1", "2", "1.0", "2.0", "1u", "0.5", "-1"),
    "text": ("'a'", "'b'", "''", "'True'", "'gone'", "'k'"),
    "int": ("0", "1", "size('ab')", "%int + %int", "%int * %int", "size(%list)", "int('3')",
            "%list.size()", "int(%dyn)"),
    "list": ("[]", "[1]", "[1.0, 'a']", "['a']", "[%dyn]", "[[1.0]]",
             "%list.map(v, 1.0)", "%list.filter(v, true)"),
    "map": ("{}", "{'k': 1.0}", "{'k': %dyn}", "{'k': {'a': null}}"),
    "type": ("double", "string", "map", "list", "null_type", "bool", "int", "type(%dyn)",
             "type(%list)"),
    "field": FIELDS,
}
# Beside those above in the environment of function-sequencer.
MESSAGES = (
    "%ready == 1", "%ready == %enum", "%ready == %enum", "%ready != 2", "%ready > 0",
    "%message == %message", "%message != %message", "has(%message.%member)",
    "has(observed.composite)", "has(desired.resources)", "'a' in %names", "%text in %names",
    "size(%names) >= 1", "%names.exists(n, n == 'a')", "%names.all(n, n != '')",
    "desired.resources.all(n, desired.resources[n].ready == 1)",
    "observed.resources.exists(n, has(observed.resources[n].resource.spec))",
    "%object == %wellknown", "%map == %wellknown", "type(%message) == %name",
    "type(%object) == %name", "type(%ready) == int", "observed.resources == desired.resources",
    "string(observed.composite.connection_details['k']) == 'v'",
    "observed.composite.connection_details['k'] == b'v'", "%message.%member == %literal",
    "%message in [observed.composite]", "[%message] == [%message]",
    "desired.resources.filter(n, desired.resources[n].ready == 1).size() == %number")
SEQUENCER |= {
    "enum": ("apiextensions.fn.proto.v1.Ready.READY_TRUE",
             "apiextensions.fn.proto.v1.Ready.READY_FALSE",
             "apiextensions.fn.proto.v1.Ready.READY_UNSPECIFIED"),
    "name": ("apiextensions.fn.proto.v1.State", "apiextensions.fn.proto.v1.Resource",
             "google.protobuf.Struct", "map"),
    "member": ("resource", "ready", "connection_details", "composite", "resources"),
    "wellknown": ("google.protobuf.Struct{}", "google.protobuf.Struct{fields: {}}"),
}


class Maker:

  def __init__(self, rng, roots):
    self.rng = rng
    self.forms = FORMS | roots
    if "message" in roots:
      self.forms = self.forms | {"bool": FORMS["bool"] + MESSAGES}

  def of(self, kind, depth):
    forms = self.forms[kind]
    if depth <= 0:
      forms = forms[:4]
    text = self.rng.choice(forms)
    text = HOLE.sub(lambda hole: self.of(hole[1], depth - 1)
                    if hole[1] in self.forms else hole[0], text)
    return f"({text})" if " " in text and depth < 3 and kind != "name" else text


def made(rng, roots):
  return Maker(rng, roots).of("bool", 3)
