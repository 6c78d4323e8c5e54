#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""package/schema/generate.py [--check]: writes what editors and readers get from
the schema of the native input (package/input).

  package/schema/input.json        JSON Schema of an input, native or drop-in
  package/schema/composition.json  of a Composition, and of the inputs in it
  docs/reference.md                a table of every member

A test compares that schema with the parser, member by member, so nothing is
said twice: a member, its type, default and rule stand in package/input alone.
Of its descriptions, "Required with X and Y", "Required, but for X", "types of
Combine" and "named like its type" are read as rules. With --check nothing is
written; the exit code is 1 if something would be.
"""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable=wrong-import-position
import definition
import drop_ins
import reference

ROOT = pathlib.Path(__file__).resolve().parents[2]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
# A field path, in the grammar of src/data/fieldpath/path.h.
PATH = (r"^(?:(?:[^.\[\]]+|\[[^\[\]]+\][^.\[\]]*)"
        r"(?:\.[^.\[\]]+|\[[^\[\]]+\][^.\[\]]*)*)?$")
PATH_OF = "#/$defs/path"
PATHS = re.compile(r"(^|F|f|from|to|valueFrom|sortBy)ieldPath$|FieldPath$"
                   r"|^(namePath|kindPath)$")
# What a definition of Kubernetes cannot say of a member, by its name or anchor.
MORE = {
    "condition": {"anyOf": [
        {"enum": ["Ready", "Exists", "Synced"]},
        {"type": "object", "required": ["type"], "additionalProperties": False,
         "properties": {"type": {"type": "string", "minLength": 1},
                        "status": {"enum": ["True", "False", "Unknown"],
                                   "default": "True"}}},
        {"type": "object", "required": ["fieldPath"], "additionalProperties": False,
         "oneOf": [{"required": ["equals"]}, {"required": ["nonEmpty"]}],
         "properties": {"fieldPath": {"$ref": PATH_OF, "minLength": 1},
                        "equals": True, "nonEmpty": {"enum": [True]}}}]},
    "fromObject": {"anyOf": [{"required": ["resource"]}, {"required": ["kind"]}]},
    "trimPrefixes": {"anyOf": [
        {"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    # YAML reads False as a boolean.
    "unready": {"type": ["string", "boolean"],
                "enum": ["False", False, "Unspecified"]},
}
# Keywords that mean the same in both.
SAME = ("type", "enum", "minLength", "minItems", "minimum", "minProperties",
        "maxProperties", "pattern", "default", "required", "oneOf")


def starts_with(group):
  """The pattern of an apiVersion. Engines that know Unicode allow no escape that
  need not be there."""
  return "^" + group.replace(".", r"\.") + "/"


def is_path(name, node):
  return (node.get("type") == "string" and PATHS.search(name)
          and "enum" not in node and "pattern" not in node)


class Converter:
  """Nodes of the definition as JSON Schema. What stands in several places
  becomes an entry of $defs."""

  def __init__(self):
    self.defs = {"path": {"type": "string", "pattern": PATH}}

  def member(self, name, node):
    schema = self.node(node)
    if "x-kubernetes-preserve-unknown-fields" in node:
      schema |= MORE.get(name, {})
    if not is_path(name, node):
      return schema
    # minLength stays: the pattern allows the empty path.
    return {**schema, "$ref": PATH_OF} if "$ref" not in schema else schema

  def node(self, node):
    name = definition.anchor(node)
    if name is None:
      return self.plain(node)
    if name not in self.defs:
      self.defs[name] = {}
      self.defs[name] = self.plain(node) | MORE.get(name, {})
      # A member that the drop-in inputs describe otherwise is what it is called.
      member = name.removesuffix("OfDropIns")
      if is_path(member, node) or name == "sourcePath":
        self.defs[name]["$ref"] = PATH_OF
    return {"$ref": f"#/$defs/{name}"}

  def plain(self, node):
    schema = {"description": node["description"]} if "description" in node else {}
    schema.update((key, node[key]) for key in SAME if key in node)
    if node.get("nullable") and "type" in node:
      schema["type"] = [node["type"], "null"]
    if "properties" in node:
      schema["properties"] = {name: self.member(name, below) for name, below
                              in node["properties"].items()}
      if "x-kubernetes-preserve-unknown-fields" not in node:
        schema["additionalProperties"] = False
    elif "additionalProperties" in node:
      schema["additionalProperties"] = self.node(node["additionalProperties"])
    if "items" in node:
      schema["items"] = self.node(node["items"])
    conditions = [{"if": {"properties": {"type": {"enum": types}},
                          **({} if default else {"required": ["type"]})},
                   "then": {"required": names}}
                  for types, default, names in definition.rules_by_type(node)]
    both = [*node.get("allOf", []), *conditions]
    if both:
      schema["allOf"] = both
    return schema


def inputs():
  """The schemas of all accepted inputs, and $defs, among which they are."""
  converter = Converter()
  of_group = {}
  for name, (group, root) in drop_ins.inputs(definition.root()).items():
    schema = converter.plain(root)
    schema["properties"] = {
        **schema["properties"],
        "apiVersion": {"type": "string", "pattern": starts_with(group),
                       "description": f"{group}/v1beta1."},
        "metadata": {"type": "object", "description": "Has no effect."}}
    schema["required"] = ["apiVersion", "kind", *schema.get("required", [])]
    converter.defs[name] = schema
    of_group[group] = name
  return of_group, dict(sorted(converter.defs.items()))


def choice(of_group, otherwise):
  """The schema of an input, chosen by the group of its apiVersion."""
  schema = otherwise
  for group, name in reversed(of_group.items()):
    schema = {"if": {"required": ["apiVersion"], "properties": {"apiVersion": {
        "type": "string", "pattern": starts_with(group)}}},
              "then": {"$ref": f"#/$defs/{name}"}, "else": schema}
  return schema


def text(description):
  return {"type": "string", "minLength": 1, "description": description}


def closed(description, required, properties):
  return {"type": "object", "description": description, "required": required,
          "properties": properties, "additionalProperties": False}


def listed(description, items):
  return {"type": "array", "description": description, "items": items}


def some(description):
  return {"type": "object", "description": description}


def step(of_group):
  secret = closed("The Secret.", ["namespace", "name"],
                  {"namespace": text("Its namespace."), "name": text("Its name.")})
  credentials = closed(
      "A Secret.", ["name", "source"],
      {"name": text("What the function calls it."),
       "source": {"enum": ["None", "Secret"], "description": "Where it comes from."},
       "secretRef": secret})
  requirements = closed(
      "Objects and schemas that the function gets (Crossplane 2).", [],
      {"requiredResources": listed("The objects.", some("Some objects.")),
       "requiredSchemas": listed("The schemas.", some("That of a kind."))})
  return closed(
      "A step of the pipeline.", ["step", "functionRef"],
      {"step": text("Its name, once in the pipeline."),
       "functionRef": closed("The Function that is called.", ["name"],
                             {"name": text("Its name.")}),
       "input": {**some("What the function gets."), **choice(of_group, True)},
       "credentials": listed("Secrets that the function gets.", credentials),
       "requirements": requirements})


# What had a meaning before Crossplane 2 in mode: Resources.
OLD = {"environment": "The environment, without functions.",
       "functions": "Functions, before pipelines.",
       "patchSets": "Patch sets, without functions.",
       "resources": "Resources, without functions.",
       "publishConnectionDetailsWithStoreConfigRef": "A store of secrets."}


def composition(of_group):
  """The frame of a Composition, as src/tools/pipeline/composition.cc has it."""
  spec = closed(
      "What is made of the composite resource.", ["compositeTypeRef"],
      {"compositeTypeRef": closed(
          "The kind of composite resources that it is for.", ["apiVersion", "kind"],
          {"apiVersion": text("Group and version."), "kind": text("The kind.")}),
       "mode": {"enum": ["Pipeline", "Resources"], "description":
                "Pipeline. Crossplane 2 knows no other; "
                "`function-loom convert` makes it of Resources."},
       "pipeline": listed("The steps, in order.", step(of_group)),
       "writeConnectionSecretsToNamespace": text(
           "The namespace of connection secrets, for legacy composite resources."),
       **{name: {"description": f"{reported} Crossplane 1 only."}
          for name, reported in OLD.items()}})
  return closed("A Crossplane Composition, with its inputs for function-loom.",
                ["apiVersion", "kind", "spec"],
                {"apiVersion": {"const": "apiextensions.crossplane.io/v1",
                                "description": "apiextensions.crossplane.io/v1."},
                 "kind": {"const": "Composition", "description": "Composition."},
                 "metadata": some("The metadata of every object of Kubernetes."),
                 "spec": spec})


def dump(schema):
  """As text, with lists of scalars in a line."""
  pretty = json.dumps(schema, indent=1, ensure_ascii=False)
  flat = re.sub(r"\[([^\[\]{}]*)\]",
                lambda found: "[" + re.sub(r",\n *", ", ", found[1].strip()) + "]",
                pretty)
  return (flat if json.loads(flat) == schema else pretty) + "\n"


def outputs():
  of_group, defs = inputs()
  names = [name for name in of_group.values() if name != "native"]
  of_input = {
      "$schema": DRAFT, "title": "An input of function-loom",
      "description": "Native, or a drop-in input: " + ", ".join(names) + ".",
      "type": "object",
      **choice({group: name for group, name in of_group.items()
                if name != "native"}, {"$ref": "#/$defs/native"}),
      "$defs": defs}
  of_composition = {"$schema": DRAFT, "title": "Composition",
                    **composition(of_group), "$defs": defs}
  return {"package/schema/input.json": dump(of_input),
          "package/schema/composition.json": dump(of_composition),
          "docs/reference.md": reference.page(definition.root())}


def main():
  check = "--check" in sys.argv[1:]
  stale = False
  for name, wanted in outputs().items():
    path = ROOT / name
    if path.is_file() and path.read_text(encoding="utf-8") == wanted:
      continue
    stale = True
    print(f"{name} is {'not what is generated' if check else 'written'}")
    if not check:
      path.write_text(wanted, encoding="utf-8")
  return 1 if check and stale else 0


if __name__ == "__main__":
  sys.exit(main())
