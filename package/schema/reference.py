# SPDX-License-Identifier: Apache-2.0
"""The reference of the native input as a page, a table for each section."""
import json

import definition

HEAD = """\
<!-- Made by package/schema/generate.py from package/input; do not edit. -->
# Every field of the input

The input of a step that calls function-loom:

| | |
| --- | --- |
| `apiVersion` | `loom.fn.crossplane.io/v1beta1` |
| `kind` | `Input` |

Every section is optional, and an unknown field is an error. In the tables, `a.b` is the
field `b` of the object `a`, and `a[].b` that of each element of the list `a`. "Path" is
a field path, such as `spec.nodes[0].name` or `metadata.annotations[example.org/x]`, and
"expression" one in CEL, as [expressions.md](expressions.md) has it. What stands in
several sections has [its own table](#shared-parts). The drop-in inputs
consist of the same fields: function-patch-and-transform's has `patchSets`, `resources`,
`environment.patches` and `writeConnectionSecretToRef`, function-environment-configs' has
`environment` as `spec`, with `environmentConfigs` for `configs`, and
function-extra-resources' has `extraResources`, `context.key` and `policy` below `spec`.
They have no expressions.

The same as JSON Schema, for editors: [input.json](../package/schema/input.json), and
[composition.json](../package/schema/composition.json) for whole Compositions;
[editor.md](editor.md) says how to use them.
"""


def is_object(node):
  return "properties" in node


def below(node):
  """The object that a node is, or that each element of it is; else None."""
  if is_object(node):
    return node
  for keyword in ("items", "additionalProperties"):
    if keyword in node:
      return below(node[keyword])
  return None


def is_shared(node):
  return definition.anchor(node) is not None and below(node) is not None


def type_of(node, name):
  if "enum" in node and node["enum"] != [True]:
    return ", ".join(f"`{value}`" for value in node["enum"])
  if "items" in node:
    return f"list of {plural(node['items'])}"
  if "additionalProperties" in node:
    return "map"
  if node.get("format") == "cel":
    return "expression"
  kind = {"string": "string", "integer": "number", "number": "number", "boolean": "`true`, `false`",
          "object": "object"}.get(node.get("type"), "any")
  if node.get("enum") == [True]:
    kind = "`true`"
  if kind == "string" and name.endswith("ath") and "pattern" not in node:
    kind = "path"
  return kind


def plural(node):
  return {"string": "strings", "object": "objects"}.get(node.get("type"), "values")


def members_of(alternative):
  return " and ".join(f"`{name}`" for name in alternative["required"])


def choices(node):
  """What exactly one of has to be there, a sentence each."""
  groups = [node] + node.get("allOf", [])
  for group in groups:
    ways = [each for each in group.get("oneOf", []) if "required" in each]
    if len(ways) > 1:
      how = "Exactly" if len(ways) == len(group["oneOf"]) else "At most"
      yield f"{how} one of " + ", ".join(map(members_of, ways)) + "."


def description_of(node):
  parts = [" ".join(node.get("description", "").split())]
  inner = below(node)
  if inner is not None and next_shared(node) is None:
    parts += choices(inner)
  for keyword, word in (("minimum", "At least"), ("pattern", "Matches")):
    if keyword in node:
      parts.append(f"{word} `{node[keyword]}`.")
  return " ".join(parts)


def escaped(text):
  """Inside of a table, and outside of code not as HTML."""
  parts = text.replace("|", "\\|").split("`")
  parts[::2] = [part.replace("<", "&lt;").replace("*", "\\*") for part in parts[::2]]
  return "`".join(parts)


def must(parent, name, node):
  """Whether a field is required, or its default."""
  if name in parent.get("required", ()):
    return "required"
  if "default" in node:
    default = node["default"]
    is_text = isinstance(default, str) and default
    return f"`{default if is_text else json.dumps(default)}`"
  by_type = any(name in names
                for _, _, names in definition.rules_by_type(parent))
  return "required, by type" if by_type else ""


def link(node):
  return f" See [{definition.anchor(node)}](#{definition.anchor(node).lower()})."


def suffix(node):
  if "items" in node:
    return "[]" + suffix(node["items"])
  return ".KEY" if "additionalProperties" in node and below(node) else ""


def rows(parent, prefix, shared):
  for name, node in parent["properties"].items():
    place = prefix + name
    reported = escaped(description_of(node))
    inner = below(node)
    nested = next_shared(node)
    if nested is not None:
      shared.setdefault(definition.anchor(nested), nested)
      reported += link(nested)
    yield (f"| `{place}` | {type_of(node, name)} | "
           f"{must(parent, name, node)} | {reported} |")
    if inner is not None and nested is None:
      yield from rows(inner, place + suffix(node) + ".", shared)


def next_shared(node):
  """The node, or the elements of it, if they have their own table."""
  if is_shared(node):
    return node
  return next_shared(node["items"]) if "items" in node else None


def table(node, shared):
  inner = below(node)
  for sentence in choices(inner):
    yield sentence
    yield ""
  yield "| field | type | default | |"
  yield "| --- | --- | --- | --- |"
  yield from rows(inner, "", shared)
  yield ""


def section(title, node, level, shared):
  yield f"{'#' * level} {title}"
  yield ""
  yield escaped(" ".join(node["description"].split()))
  if "items" in node:
    yield "A list. " + escaped(" ".join(node["items"]["description"].split()))
  yield ""
  if below(node) is not None:
    yield from table(node, shared)
  else:
    wanted = [f"matches `{node['pattern']}`"] if "pattern" in node else []
    wanted += [f"default `{node['default']}`"] if "default" in node else []
    kind = "An expression" if type_of(node, title) == "expression" else (
        f"A {type_of(node, title)}")
    yield "; ".join([kind, ", ".join(wanted)] if wanted else [kind]) + "."
    yield ""


def page(root):
  lines = [HEAD]
  shared = {}
  first = {}
  for name, node in root["properties"].items():
    if id(node) in first:
      lines += [f"## {name}", "", f"Another name of [{first[id(node)]}]"
                f"(#{first[id(node)]}); both may be there.", ""]
    elif name not in ("apiVersion", "kind"):
      first[id(node)] = name
      lines += section(name, node, 2, shared)
  lines += ["## Shared parts", ""]
  done = set()
  while missing := [name for name in shared if name not in done]:
    name = missing[0]
    done.add(name)
    lines += section(name, shared[name], 3, shared)
  return "\n".join(lines).rstrip() + "\n"
