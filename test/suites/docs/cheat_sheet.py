# SPDX-License-Identifier: Apache-2.0
"""What docs/cheat-sheet.md says, compared with the schema of the input and the program.

  for problem in cheat_sheet.wrong(root, loom): print(problem)

Every patch type and every variable has its row. A patch with exactly the fields of its row
is accepted, and refused without any of them. The expressions compile, and the commands
have the flags. test/suites/package/schemas_test.py looks for the words of transforms and
policies.
"""
import functools
import re
import subprocess

import yaml

# One value for each field that a patch may need.
FIELDS = {
    "fromFieldPath": "fromFieldPath: spec.a",
    "toFieldPath": "toFieldPath: spec.b",
    "combine": "combine: {strategy: string, string: {fmt: '%v'}, "
               "variables: [{fromFieldPath: spec.a}]}",
    "expression": "expression: composite.spec.a",
    "patchSetName": "patchSetName: one",
}
# Names that expressions of the sheet take from their place.
PLACES = """resources:
- name: a
  forEach: {items: composite.spec.items}
  template: {apiVersion: example.org/v1, kind: B, metadata: {namespace: c}, spec: {a: "${%s}"}}
"""
# Where `object` is known and where it is not, as its row says.
OBJECT = "in all expressions of its entry in `resources` except `name` and `forEach`"
WITH_OBJECT = (
    "condition: object.a == 1",
    "values: {b: '${object.a}'}",
    "patches: [{type: FromExpression, expression: object.a, toFieldPath: spec.b}]",
    "patches: [{fromFieldPath: spec.b, transforms: [{type: expression, expression: object.a}]}]",
    "connectionDetails: [{name: b, type: FromExpression, expression: object.a}]",
)
WITHOUT_OBJECT = (
    "forEach: {items: object.a}",
    "forEach: {items: composite.spec.b, key: object.a}",
)
HEAD = "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\n"


def rows(page, first):
  """The cells of the first table with this heading of its first column."""
  table = re.search(rf"^\| {first} \|.*\n\|[ -|]+\n((?:\|.*\n)+)", page, re.MULTILINE)[1]
  return [[cell.strip() for cell in line.strip("|").split(" | ")]
          for line in table.splitlines()]


def codes(text):
  return re.findall(r"`([^`]+)`", text)


def errors(loom, members):
  """The rules of the errors that lint finds in an input."""
  result = subprocess.run([loom, "lint", "-"], input=HEAD + members, text=True,
                          capture_output=True, check=False, timeout=60)
  return re.findall(r": error: .*?\[([\w/-]+)\]$", result.stdout, re.MULTILINE)


def patch(kind, fields):
  members = ", ".join([f"type: {kind}"] + [FIELDS[name] for name in fields])
  if "ToComposite" in kind:  # whose spec is not the function's
    members = members.replace("Path: spec", "Path: status")
  loop = "\n  forEach: {items: composite.spec.c}" if "Item" in kind else ""
  return ("patchSets: [{name: one, patches: [{fromFieldPath: spec.d}]}]\n"
          "resources:\n- name: a\n  base: {apiVersion: example.org/v1, kind: B}"
          f"{loop}\n  patches: [{{{members}}}]\n")


def wrong_patches(page, loom, types):
  named = set()
  for first, _, _, needs in rows(page, "type"):
    kinds = codes(first)
    needed = codes(needs.split(";")[0])
    named.update(kinds)
    for kind in kinds:
      if errors(loom, patch(kind, needed)):
        yield f"{kind}: {', '.join(needed)} are not enough"
      for name in needed:
        if not errors(loom, patch(kind, [each for each in needed if each != name])):
          yield f"{kind} does not need {name}"
  yield from (f"no row has the patch type {name}" for name in sorted(types - named))
  yield from (f"there is no patch type {name}" for name in sorted(named - types))


def wrong_names(root, page):
  source = (root / "src/language/cel/program/expression_names.cc").read_text(encoding="utf-8")
  known = set(re.findall(r'^\s*\{"(\w+)",', source, re.MULTILINE))
  named = {re.match(r"\w+", name)[0] for row in rows(page, "variable") for name in codes(row[0])}
  yield from (f"no row has the variable {name}" for name in sorted(known - named))
  yield from (f"there is no variable {name}" for name in sorted(named - known))


def wrong_object(page, loom):
  resource = "resources:\n- name: a\n  template: {apiVersion: example.org/v1, kind: B}\n  "
  if OBJECT not in page:
    yield f"object is known {OBJECT}"
  for members in (*WITH_OBJECT, *WITHOUT_OBJECT):
    refused = "input/invalid" in errors(loom, f"{resource}{members}\n")
    if refused != (members in WITHOUT_OBJECT):
      yield f"object is {'not ' * refused}known in {members}"


def wrong_expressions(page, loom):
  for to, write in rows(page, "to"):
    for code in codes(write)[:1]:
      if code.startswith("function-loom") or ": " in re.sub(r"\?[^?]*: ", "", code):
        continue
      text = code[2:-1] if code.startswith("${") else code
      if "input/invalid" in errors(loom, PLACES % text.replace('"', "'")):
        yield f"to {to}: {code} is no expression"


@functools.cache
def help_of(loom, name):
  shown = subprocess.run([loom, name, "--help"], text=True, capture_output=True, check=False,
                         timeout=60).stdout
  # explain takes the flags of render.
  return shown + (help_of(loom, "render") if name == "explain" else "")


def wrong_commands(page, loom):
  for command in re.findall(r"`function-loom (.*?)`", page):
    name, *words = command.split()
    for word in words:
      if word.startswith("-") and not re.search(rf"(?<![\w-]){word}\b", help_of(loom, name)):
        yield f"{name} has no flag {word}"


def wrong(root, loom):
  page = (root / "docs/cheat-sheet.md").read_text(encoding="utf-8")
  schema = yaml.safe_load(
      (root / "package/input/loom.fn.crossplane.io_inputs.yaml").read_text(encoding="utf-8"))
  version = schema["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
  patches = version["properties"]["resources"]["items"]["properties"]["patches"]["items"]
  yield from wrong_patches(page, loom, set(patches["properties"]["type"]["enum"]))
  yield from wrong_names(root, page)
  yield from wrong_object(page, loom)
  yield from wrong_expressions(page, loom)
  yield from wrong_commands(page, loom)
