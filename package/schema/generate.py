#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""package/schema/generate.py [--check]: generates these files from the schema of the
native input (package/input).

  package/schema/input.json        JSON Schema of an input, native or drop-in
  package/schema/composition.json  JSON Schema of a Composition, which refers to input.json;
                                   `function-loom schema composition` prints both in one
  docs/reference.md                a list of the sections
  docs/reference/SECTION.md        all fields of a section, and an example
  docs/reference/shared.md         the parts that several sections share

Each field, its type, default and rule are defined only in package/input. A test compares
that schema with the parser, field by field. Some descriptions are read as rules
(definition.py): "Required if `type` is `X`", "Required for X types" and "field named
after its `type`". With --check, nothing is written, and the exit code is 1 if a file
is out of date.
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
# Rules that a definition of Kubernetes cannot express, by name or anchor of a field.
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
    "removed": {"anyOf": [
        {"type": "string", "minLength": 1},
        {"type": "object", "required": ["name"], "additionalProperties": False,
         "properties": {"name": {"type": "string", "minLength": 1},
                        "condition": {"type": "string", "minLength": 1}}}]},
    # YAML reads False as a boolean.
    "unready": {"type": ["string", "boolean"],
                "enum": ["False", False, "Unspecified"]},
}
# Keywords that mean the same in both.
SAME = ("type", "enum", "minLength", "minItems", "minimum", "minProperties",
        "maxProperties", "pattern", "default", "required", "oneOf")


def starts_with(group):
  """The pattern of an apiVersion. Engines with Unicode support reject unnecessary
  escapes."""
  return "^" + group.replace(".", r"\.") + "/"


def is_path(name, node):
  return (node.get("type") == "string" and PATHS.search(name)
          and "enum" not in node and "pattern" not in node)


class Converter:
  """Converts nodes of the definition to JSON Schema. Nodes with an anchor become entries
  of $defs."""

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
      # A field that is different in drop-in inputs keeps its name.
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
  """The name of the schema for each API group, and $defs, which contain the schemas."""
  converter = Converter()
  of_group = {}
  for name, (group, root) in drop_ins.inputs(definition.root()).items():
    schema = converter.plain(root)
    schema["properties"] = {
        **schema["properties"],
        "apiVersion": {"type": "string", "pattern": starts_with(group),
                       "description": f"{group}/v1beta1."},
        "metadata": {"type": "object", "description": "It has no effect."}}
    schema["required"] = ["apiVersion", "kind", *schema.get("required", [])]
    converter.defs[name] = schema
    of_group[group] = name
  return of_group, dict(sorted(converter.defs.items()))


def choice(of_group, otherwise, file=""):
  """The schema of an input, chosen by the group of its apiVersion. `file` contains it."""
  schema = otherwise
  for group, name in reversed(of_group.items()):
    schema = {"if": {"required": ["apiVersion"], "properties": {"apiVersion": {
        "type": "string", "pattern": starts_with(group)}}},
              "then": {"$ref": f"{file}#/$defs/{name}"}, "else": schema}
  return schema


def text(description):
  return {"type": "string", "minLength": 1, "description": description}


def closed(description, required, properties, title=None):
  """`title` names the object in messages."""
  return {**({"title": title} if title else {}),
          "type": "object", "description": description, "required": required,
          "properties": properties, "additionalProperties": False}


def listed(description, items):
  return {"type": "array", "description": description, "items": items}


def some(description):
  return {"type": "object", "description": description}


def step(of_group):
  secret = closed("The Secret with the credentials.", ["namespace", "name"],
                  {"namespace": text("The namespace of the Secret."),
                   "name": text("The name of the Secret.")})
  credentials = closed(
      "Credentials.", ["name", "source"],
      {"name": text("The name by which the function refers to the credentials."),
       "source": {"enum": ["None", "Secret"],
                  "description": "The source of the credentials."},
       "secretRef": secret}, "credential")
  required = {"requirementName": text("The name by which the function gets it."),
              "apiVersion": text("The group and the version."),
              "kind": text("The kind.")}
  requirements = closed(
      "Objects and schemas to pass to the function. This requires Crossplane 2.", [],
      {"requiredResources": listed("The objects.", closed(
          "Selects objects.", ["requirementName", "apiVersion", "kind"],
          {**required,
           "name": text("The name of the object."),
           "namespace": text("The namespace of the objects."),
           "matchLabels": {"type": "object", "description": "The labels of the objects.",
                           "additionalProperties": {"type": "string"}}})),
       "requiredSchemas": listed("The schemas.", closed(
           "The schema of a kind.", ["requirementName", "apiVersion", "kind"], required))})
  return closed(
      "A step of the pipeline.", ["step", "functionRef"],
      {"step": text("The name of the step, unique in the pipeline."),
       "functionRef": closed("The Function to call.", ["name"],
                             {"name": text("The name of the Function.")}),
       "input": {**some("The input of the function."), **choice(of_group, True, "input.json")},
       "credentials": listed("Credentials to pass to the function.", credentials),
       "requirements": requirements}, "step")


# Fields of the mode Resources, which Crossplane 2 does not have.
OLD = {"environment": "The environment of the mode `Resources`.",
       "functions": "Functions of the mode `Resources`.",
       "patchSets": "Patch sets of the mode `Resources`.",
       "resources": "Composed resources of the mode `Resources`.",
       "publishConnectionDetailsWithStoreConfigRef":
           "A secret store for connection details."}


def composition(of_group):
  """The schema of a Composition around its inputs. It is also what the tools check
  Compositions against (src/tools/workspace/composition.cc)."""
  spec = closed(
      "The pipeline, and the composite resources that it applies to.",
      ["compositeTypeRef"],
      {"compositeTypeRef": closed(
          "The kind of the composite resources.", ["apiVersion", "kind"],
          {"apiVersion": text("The group and the version."),
           "kind": text("The kind.")}),
       "mode": {"enum": ["Pipeline", "Resources"], "description":
                "The mode. Crossplane 2 supports only `Pipeline`. To convert the mode "
                "`Resources`, use `function-loom convert`."},
       "pipeline": listed("The steps, in order.", step(of_group)),
       "writeConnectionSecretsToNamespace": text(
           "The namespace of connection Secrets, for legacy composite resources."),
       **{name: {"description": f"{reported} Only Crossplane 1 supports it."}
          for name, reported in OLD.items()}})
  return closed("A Crossplane Composition, including the inputs of function-loom.",
                ["apiVersion", "kind", "spec"],
                {"apiVersion": {"const": "apiextensions.crossplane.io/v1",
                                "description": "apiextensions.crossplane.io/v1."},
                 "kind": {"const": "Composition", "description": "Composition."},
                 "metadata": some("The metadata of the Composition."),
                 "spec": spec})


def dump(schema):
  """The schema as JSON, with each list of scalars on one line."""
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
      "description": "The native input or a drop-in input: " + ", ".join(names) + ".",
      "type": "object",
      **choice({group: name for group, name in of_group.items()
                if name != "native"}, {"$ref": "#/$defs/native"}),
      "$defs": defs}
  of_composition = {"$schema": DRAFT, "title": "Composition",
                    **composition(of_group)}
  return {"package/schema/input.json": dump(of_input),
          "package/schema/composition.json": dump(of_composition),
          **reference.pages(definition.root())}


def main():
  check = "--check" in sys.argv[1:]
  stale = False
  made = outputs()
  for path in sorted((ROOT / "docs/reference").glob("*.md")):
    name = str(path.relative_to(ROOT))
    if name not in made:
      stale = True
      print(f"{name} is {'not generated' if check else 'removed'}")
      if not check:
        path.unlink()
  for name, wanted in made.items():
    path = ROOT / name
    if path.is_file() and path.read_text(encoding="utf-8") == wanted:
      continue
    stale = True
    print(f"{name} is {'not what is generated' if check else 'written'}")
    if not check:
      path.parent.mkdir(exist_ok=True)
      path.write_text(wanted, encoding="utf-8")
  return 1 if check and stale else 0


if __name__ == "__main__":
  sys.exit(main())
