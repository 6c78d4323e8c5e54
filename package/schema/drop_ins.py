# SPDX-License-Identifier: Apache-2.0
"""The drop-in inputs, assembled from the fields of the native input as in
src/function/plan/sections.cc. They share nodes, so each field is described once."""
import re

import definition

# Drop-in inputs have no expressions. These are the fields, types and parts of
# descriptions that belong to expressions, in addition to the expressions themselves.
LOOPS = ("forEach", "values")
OF_EXPRESSIONS = re.compile(r"Expression$|Item|^expression$")
IN_LIST = re.compile(r", Expression and Item\b| and Expression\b")
# The other fields that only the native input has, by the list whose elements have them.
NATIVE = {"resources": ("id", "aliases", "replace", "template"),
          "patchSets": ("parameters",), "patches": ("parameters",)}
# A sentence about any of this.
IN_SENTENCE = re.compile(
    r"(?<!regular )[Ee]xpression|forEach|computed name|native input|`(?:condition|"
    + "|".join(sorted({name for names in NATIVE.values() for name in names})) + ")`")
# Label values are strings.
OF_LABELS = re.compile(r": a string, a number or a boolean\b")


def _changed(node, *without, **changed):
  """A node with other fields."""
  members = {name: below for name, below in node["properties"].items()
             if name not in without}
  return {**node, "properties": {**members, **changed}}


def _input(description, members, kind="Input"):
  return {"type": "object", "description": description,
          "properties": {"apiVersion": {"type": "string"},
                         "kind": {"type": "string", "description": f"{kind}."}, **members}}


# Operands of `math`, which are integers in the drop-in inputs.
OPERANDS = ("multiply", "clampMin", "clampMax")


def _is_native(name, node):
  return node.get("format") == "cel" or name in LOOPS


def _members(node, of):
  """The fields of a node that a drop-in input has. In drop-in inputs, connection
  details have no transforms."""
  all_of = node["properties"]
  without = ("transforms",) if "fromConnectionSecretKey" in all_of else NATIVE.get(of, ())
  return {name: {**below, "type": "integer", "format": "int64"}
                if name in OPERANDS else _classic(below, name)
          for name, below in all_of.items()
          if name not in without and not _is_native(name, below)}


def _description(text):
  sentences = re.split(
      r"(?<=\.) ", OF_LABELS.sub("", IN_LIST.sub("", " ".join(text.split()))))
  kept = " ".join(each for each in sentences if not IN_SENTENCE.search(each))
  return text if kept == " ".join(text.split()) else kept


def _classic(node, of=""):
  """A node without the parts that only the native input has. A node without such parts is
  returned unchanged. `of` is the field whose value or element the node describes."""
  changed = {**node, "description": _description(node.get("description", ""))}
  if "properties" in node:
    members = _members(node, of)
    if any(members.get(name) is not below
           for name, below in node["properties"].items()):
      changed["properties"] = members
  if any(set(way.get("required", ())) - changed["properties"].keys()
         for way in node.get("oneOf", ())):
    del changed["oneOf"]
  if "enum" in node:
    enum = [each for each in node["enum"] if not OF_EXPRESSIONS.search(str(each))]
    if enum != node["enum"]:
      changed["enum"] = enum
  if "items" in node and (items := _classic(node["items"], of)) is not node["items"]:
    changed["items"] = items
  if all(changed.get(name) is below for name, below in node.items()):
    return node
  name = definition.anchor(node)
  return changed if name is None else definition.named(changed, name + "OfDropIns")


def _patch_and_transform(members):
  members = {name: _classic(members[name], name) for name in
             ("environment", "patchSets", "resources", "writeConnectionSecretToRef")}
  patches = members["environment"]["properties"]["patches"]
  environment = {"type": "object", "description": "Patches of the environment.",
                 "properties": {"patches": patches}}
  return {**members, "environment": environment}


# The fields for a namespace that only the native input has.
NAMESPACES = ("namespaceFromFieldPath", "namespaceFromExpression")


def _ref(entry):
  """An object that is selected by its name alone."""
  return _changed(entry["properties"]["ref"], "namespace", *NAMESPACES)


# What the native environment is selected from.
KINDS_OF_CONFIGS = "EnvironmentConfigs, ConfigMaps and Secrets"


def _environment_configs(members):
  native = members["environment"]
  configs = native["properties"]["configs"]
  entry = configs["items"]
  entry = _changed(entry, "namespace", *NAMESPACES, ref=_ref(entry),
                   type=members["extraResources"]["items"]["properties"]["type"])
  configs = {**configs, "items": entry,
             "description": "EnvironmentConfigs. Later entries override earlier ones."}
  spec = _changed(native, "configs", "patches", environmentConfigs=configs)
  spec["description"] = spec["description"].replace(KINDS_OF_CONFIGS, "EnvironmentConfigs")
  return {"spec": _classic(spec)}


def _extra_resources(members):
  native = members["extraResources"]
  entry = native["items"]
  selector = entry["properties"]["selector"]
  labels = selector["properties"]["matchLabels"]
  label = labels["items"]
  kind = label["properties"]["type"]
  kind = {**kind, "enum": ["FromCompositeFieldPath", "Value"],
          "description": "The source of the value: a field of the composite resource, or "
                         "`value`."}
  labels = {**labels, "items": _changed(label, type=kind)}
  into = entry["properties"]["into"]
  entry = _changed(entry, "contextKey", "policy", *NAMESPACES, ref=_ref(entry),
                   into={**into, "description": into["description"].replace(
                       "`contextKey`", "`context.key`")},
                   namespace={"type": "string", "description":
                              "The namespace of the objects. Without a namespace, the "
                              "objects are cluster-scoped, or come from all namespaces."},
                   selector=_changed(selector, matchLabels=labels))
  context = {"type": "object", "description": "Where the objects are written.",
             "properties": {"key": entry_key(native)}}
  return {"spec": {
      "type": "object", "description": "The objects, and their common settings.",
      "properties": {"extraResources": {**native, "items": _classic(entry)},
                     "context": context,
                     "policy": native["items"]["properties"]["policy"]}}}


def entry_key(native):
  return native["items"]["properties"]["contextKey"]


def inputs(root):
  """Each accepted input by its name: the group of its apiVersion, and its schema."""
  members = root["properties"]
  return {
      "native": ("loom.fn.crossplane.io", root),
      "patchAndTransform": ("pt.fn.crossplane.io", _input(
          "The input of function-patch-and-transform.", _patch_and_transform(members),
          "Resources")),
      "environmentConfigs": ("environmentconfigs.fn.crossplane.io", _input(
          "The input of function-environment-configs.", _environment_configs(members))),
      "extraResources": ("extra-resources.fn.crossplane.io", _input(
          "The input of function-extra-resources.", _extra_resources(members))),
  }
