# SPDX-License-Identifier: Apache-2.0
"""The drop-in inputs, put together from the members of the native input, as
src/plan/sections.cc has it. Nodes are shared, so that they are described once."""


def _changed(node, *without, **changed):
  """A node with other members."""
  members = {name: below for name, below in node["properties"].items()
             if name not in without}
  return {**node, "properties": {**members, **changed}}


def _input(root, description, required, members):
  return {"type": "object", "description": description, "required": required,
          "properties": {"apiVersion": {"type": "string"},
                         "kind": root["properties"]["kind"], **members}}


def _patch_and_transform(members):
  patches = members["environment"]["properties"]["patches"]
  environment = {"type": "object", "description": "Patches of the environment.",
                 "properties": {"patches": patches}}
  return {"environment": environment,
          **{name: members[name] for name in
             ("patchSets", "resources", "writeConnectionSecretToRef")}}


def _environment_configs(members):
  native = members["environment"]
  spec = _changed(native, "configs", "patches",
                  environmentConfigs=native["properties"]["configs"])
  return {"spec": spec}


def _extra_resources(members):
  native = members["extraResources"]
  entry = native["items"]
  selector = entry["properties"]["selector"]
  labels = selector["properties"]["matchLabels"]
  label = labels["items"]
  kind = label["properties"]["type"]
  kind = {**kind, "enum": ["FromCompositeFieldPath", "Value"],
          "description": "A field of the composite resource, or the literal `value`."}
  labels = {**labels, "items": _changed(label, type=kind)}
  entry = _changed(entry, "contextKey", "policy",
                   selector=_changed(selector, matchLabels=labels))
  context = {"type": "object", "description": "Where the objects are put.",
             "properties": {"key": entry_key(native)}}
  return {"spec": {
      "type": "object", "description": "The objects, and what they share.",
      "properties": {"extraResources": {**native, "items": entry},
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
          root, "The input of function-patch-and-transform.", [],
          _patch_and_transform(members))),
      "environmentConfigs": ("environmentconfigs.fn.crossplane.io", _input(
          root, "The input of function-environment-configs.", [],
          _environment_configs(members))),
      "extraResources": ("extra-resources.fn.crossplane.io", _input(
          root, "The input of function-extra-resources.", [],
          _extra_resources(members))),
  }
