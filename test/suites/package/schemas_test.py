#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON Schemas of package/schema, by a validator that knows nothing of the
function, against what `function-loom lint` says.

Every input of examples/ and of the recorded cases, and every input that becomes
wrong when a member of one of those is left out, added or replaced by a value of
another type, is refused by both or by none. What a schema cannot say is the table
UNSAID; a row that nothing needs is an error. For the drop-in inputs, lint takes every
field that a schema offers, and refuses every other. The last line printed is "N passed,
N failed".
"""
import collections
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

from inputs import all_inputs, all_mutants, documents
from offered import API_VERSION, Offered

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMAS = ROOT / "package" / "schema"
PROGRAM = ROOT / "build" / "release" / "function-loom"
# A block that the test of guides does not play.
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What lint refuses and no schema can, as regular expressions for its messages.
UNSAID = (
    # Whether names are there twice, or mean anything.
    r": duplicate \w+ \"[^\"]*\" \[input/duplicate-name\]$",
    r"cannot find PatchSet by name",
    r"no entry of `conditions` has the type",
    r"has no such parameter",
    r"unknown parameter",
    r"is available only in a patch set with parameters",
    r": unknown entry ",
    r"the core group has no such kind",
    r"the template has the variable",
    r"cycle .* -> ",
    r"belongs to the user and cannot be written",
    r"refField: cannot be derived",
    r": refers to itself \[",
    # What an object of some kind may hold.
    r"\[object/(data|name)\]$", r"\[schema/unknown-destination\]$",
    # Formats and regular expressions.
    r"\[transform/(format|regexp|type)\]$",
    # What is required depends on more than `type`.
    r"resources or environment patches are required",
    r"references\[\d\]\.toFieldPath: Required value",
    r"Values?\[\d\]\.toFieldPath: Required value",
    r"only an Object of provider-kubernetes may omit it",
    r"identities\[\d\]\.formats: Required value",
    r"patches\[1\]\.(fromFieldPath|patchSetName): Required value",
    r"cannot be combined with fallbackTo: Input",
    r"only a ConfigMap and a Secret have a namespace",
    r"one of namespace, namespaceFromFieldPath and namespaceFromExpression is required",
    r"one of ref and selector is required",
    r"one of onChange and when is required",
    r"merge or patches is required",
    # A parameter may have any type, and its place may not.
    r"patchSets\[placed\]\..*: Invalid value: expected a string, got an object",
    r"is available only inside forEach",
    r"cannot parse base template of composed resource",
    r"\[object/kind\]$",
    # Patches that write nothing, or nowhere.
    r"\[path/(no-effect|index)\]$",
    r"has a wildcard, which only toFieldPath accepts",
    # What an expression reads.
    r": unknown value \"\w+\"",
    r": values\.\w+ uses ",
    r"waits for itself, so it is never created \[expression/cycle\]$",
)
# What the schema refuses and the program takes, for those of the validator.
STRICTER = (
    # A member without a value counts as absent; an editor points at it.
    r"None is not of type",
    # A patch of Combine may also write to its fromFieldPath, which has no other
    # effect.
    r"'toFieldPath' is a required property",
)


def schema_of(name):
  """A schema, in one file as `function-loom schema` prints it."""
  text = (SCHEMAS / f"{name}.json").read_text(encoding="utf-8")
  schema = json.loads(text.replace('"input.json#/', '"#/'))
  if "input.json" in text:
    schema["$defs"] = schema_of("input")["$defs"]
  return schema


def validator(name):
  return jsonschema.Draft202012Validator(schema_of(name))


def lint(values):
  """The errors that lint finds in each of the inputs."""
  with tempfile.TemporaryDirectory() as folder:
    for index, value in enumerate(values):
      pathlib.Path(folder, f"{index:05}.json").write_text(
          json.dumps(value), encoding="utf-8")
    run = subprocess.run([PROGRAM, "lint", folder, "--output", "json"],
                         stdout=subprocess.PIPE, text=True, check=False)
  mistakes = [[] for _ in values]
  for finding in json.loads(run.stdout)["findings"]:
    index = int(pathlib.Path(finding["position"]["file"]).stem)
    if finding["severity"] == "error":
      mistakes[index].append(
          f"{finding['position'].get('path', '')}: {finding['message']} [{finding['rule']}]")
  return mistakes


def known(table, messages, used):
  for message in messages:
    for part in table:
      if re.search(part, message):
        used.add(part)
        return True
  return False


class Checks:
  def __init__(self):
    self.passed = self.failed = 0

  def __call__(self, title, mistakes):
    mistakes = list(mistakes)
    self.failed += bool(mistakes)
    self.passed += not mistakes
    print(f"{'FAILED' if mistakes else 'ok'} {title}")
    print("".join(f"    {mistake}\n" for mistake in mistakes[:40]), end="")


def compare(title, named, check, used):
  """Both have to refuse the same of (name, input)."""
  against = validator("input")
  reported = lint([value for _, value in named])
  counts = collections.Counter()
  wrong = []
  for (name, value), mistakes in zip(named, reported):
    errors = [f"{place(error)}: {error.message}"
              for error in against.iter_errors(value)]
    if bool(errors) == bool(mistakes):
      counts["refused" if errors else "accepted"] += 1
    elif errors:
      if not known(STRICTER, errors, used):
        wrong.append(f"{name}: lint takes it; the schema: {errors[0][:200]}")
    elif not known(UNSAID, mistakes, used):
      wrong.append(f"{name}: the schema takes it; lint: {mistakes[0][:200]}")
  check(f"{title}: {dict(counts)}", wrong)


def place(error):
  return ".".join(map(str, error.absolute_path))


def check_generated(check):
  run = subprocess.run(
      [sys.executable, SCHEMAS / "generate.py", "--check"],
      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
  check("what is generated is what is committed",
        run.stdout.splitlines() if run.returncode else [])


def check_printed(check):
  for path in sorted(SCHEMAS.glob("*.json")):
    jsonschema.Draft202012Validator.check_schema(schema_of(path.stem))
    printed = subprocess.run([PROGRAM, "schema", path.stem], check=True,
                             stdout=subprocess.PIPE).stdout
    check(f"schema {path.stem}: printed as committed",
          [] if json.loads(printed) == schema_of(path.stem) else ["it differs"])


def check_examples_of_the_reference(check):
  """What the pages of docs/reference show, and no example of the repository has."""
  against = validator("input")
  paths = sorted((ROOT / "test/suites/pages/examples").glob("*.yaml"))
  found = lint([documents(path)[0] for path in paths])
  for path, mistakes in zip(paths, found):
    value = documents(path)[0]
    errors = [f"{place(error)}: {error.message}" for error in against.iter_errors(value)]
    check(path.relative_to(ROOT), errors + mistakes
          + ([] if path.stem in value else [f"it has no {path.stem}"]))


def check_compositions(check):
  against = validator("composition")
  places = ("examples/*/composition.yaml", "examples/*/before.yaml",
            "test/suites/crossplane/cases/*/composition.yaml",
            "test/suites/crossplane/pipelines/*.yaml", "test/suites/crossplane/conversions/*.yaml")
  paths = [path for pattern in places for path in sorted(ROOT.glob(pattern))]
  check("there are Compositions", [] if len(paths) > 40 else [len(paths)])
  for path in paths:
    for document in documents(path):
      if document.get("kind") == "Composition":
        check(path.relative_to(ROOT), [f"{place(error)}: {error.message}"
                                       for error in against.iter_errors(document)])


def check_tests(check):
  """Each example with a Composition has tests, which fit the schema."""
  against = validator("test")
  for composition in sorted(ROOT.glob("examples/*/composition.yaml")):
    path = composition.parent / f"{composition.parent.name}.test.yaml"
    tests = documents(path) if path.is_file() else []
    check(path.relative_to(ROOT), [f"{place(error)}: {error.message}" for test in tests
                                   for error in against.iter_errors(test)]
          or ([] if tests else ["there is no test"]))


def check_misspelt(check):
  """The `polcy` of an example is found where it is, alone and in a Composition."""
  folder = ROOT / "examples/command-line"
  [wrong] = documents(folder / "broken.yaml")
  [around] = documents(folder / "composition.yaml")
  around["spec"]["pipeline"][1]["input"] = wrong
  for name, value, prefix in (
      ("input", wrong, ""), ("composition", around, "spec.pipeline.1.input.")):
    found = [place(error) for error in validator(name).iter_errors(value)
             if "'polcy'" in error.message]
    check(f"polcy, by the schema {name}",
          [] if found == [f"{prefix}resources.0.patches.2"] else [found])


def relaxed(node):
  """A schema without what has to be there: a fragment need not be whole."""
  if isinstance(node, bool):
    return node
  schema = {name: below for name, below in node.items()
            if name not in ("required", "oneOf", "allOf", "if")}
  for name in ("properties", "$defs"):
    if name in node:
      schema[name] = {each: relaxed(below) for each, below in node[name].items()}
  if "items" in node:
    schema["items"] = relaxed(node["items"])
  if "anyOf" in node:
    schema["anyOf"] = [relaxed(each) for each in node["anyOf"]]
  return schema


def places_of(node):
  """Every list of a schema, and every object whose members are known."""
  if "items" in node or node.get("additionalProperties") is False:
    yield node
  for below in node.get("properties", {}).values():
    yield from places_of(below)
  if "items" in node:
    yield from places_of(node["items"])


def fragments():
  """The blocks of YAML that the test of guides does not play: pieces of inputs on
  the pages of rules. The pages also have objects of Kubernetes, and files of GitHub and
  pre-commit, which test/suites/release checks."""
  for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
    text = path.read_text(encoding="utf-8")
    if "```console" in text:
      continue
    for number, block in enumerate(BLOCK.findall(text), 1):
      for value in yaml.safe_load_all(block.replace("[…]", "[]")):
        is_whole = isinstance(value, dict) and {"spec", "kind", "jobs", "repos"} & set(value)
        if not is_whole:
          yield f"{path.relative_to(ROOT)}, block {number}", value


def is_step(value):
  return isinstance(value, list) and "functionRef" in value[0]


def check_fragments(check):
  defs = relaxed(schema_of("input"))["$defs"]
  validators = [jsonschema.Draft202012Validator({**found, "$defs": defs})
                for root in defs.values() for found in places_of(root)]

  def fits(value):
    return any(each.is_valid(value) for each in validators)

  for title, value in fragments():
    # A step, with its input.
    value = value[0]["input"] if is_step(value) else value
    wrong = copy.deepcopy(value)
    (wrong[0] if isinstance(wrong, list) else wrong)["noSuchMember"] = 1
    check(f"{title}: it fits somewhere in an input", [] if fits(value) else [value])
    check(f"{title}: with another member it does not", [wrong] if fits(wrong) else [])


def closed_objects(node, path=()):
  """The paths of all objects in a schema that refuse other members; * is an element."""
  if node.get("additionalProperties") is False:
    yield path
  for name, below in node.get("properties", {}).items():
    yield from closed_objects(below, (*path, name))
  if "items" in node:
    yield from closed_objects(node["items"], (*path, "*"))


def check_frame(check):
  """An unknown member of each object around the inputs is refused, as the schema says."""
  frame = json.loads((SCHEMAS / "composition.json").read_text(encoding="utf-8"))
  paths = list(closed_objects(frame))
  check("the schema refuses unknown members", [] if len(paths) > 8 else paths)
  for path in paths:
    composition = {
        "apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition",
        "spec": {"compositeTypeRef": {"apiVersion": "example.org/v1", "kind": "App"},
                 "pipeline": [{"step": "a", "functionRef": {"name": "f"}}]}}
    holder = composition
    for step, after in zip(path, (*path[1:], None)):
      if step == "*":
        if not holder:
          holder.append({})
        holder = holder[0]
      else:
        holder = holder.setdefault(step, [] if after == "*" else {})
    holder["noSuchMember"] = 1
    where = ".".join(path).replace(".*", "[0]")
    want = f'{where}: unknown field "noSuchMember" [composition/frame]'
    said = lint([composition])[0]
    check(f"members of a Composition's {where or 'root'}", [] if want in said else said)


# Names for members of an input: those that stand in the sources.
NAME = re.compile(r'"([a-z][A-Za-z0-9]*)"')
# An error names fewer unknown members than this one by one.
AT_ONCE = 30


def refused(mistakes):
  """The mistakes of an input that is not read. The other rules of lint are about what an
  input does."""
  return [each for each in mistakes if "[input/" in each]


def least(found):
  """The fewest mistakes of several inputs for each key, from (key, mistakes)."""
  fewest = {}
  for key, mistakes in found:
    if key not in fewest or len(mistakes) < len(fewest[key]):
      fewest[key] = mistakes
  return fewest


def whole(value):
  """An input that also has what lint requires beyond its schema."""
  if value["apiVersion"] != API_VERSION["patchAndTransform"]:
    return value
  base = {"apiVersion": "example.org/v1", "kind": "A"}
  return {"patchSets": [{"name": "a", "patches": []}],
          "resources": [{"name": "a", "base": base}], **value}


def check_offered(check):
  """Each field that the schema of a drop-in input offers, and each of its values if there
  is a list of them, is taken with one of the types of the objects around it. For the
  native input, input_schema_test.cc tests it."""
  for name in API_VERSION:
    offered = Offered(schema_of("input"), name)
    named = [((*place, value), whole(made)) for place in offered.places()
             for value in offered.at(place).get("enum", [None])
             for made in offered.inputs(place, value)]
    against = validator("input")
    wrong = [f"{key}: {error.message}" for key, value in named
             for error in against.iter_errors({"kind": "Input", **value})]
    check(f"{name}: the schema takes its own fields", wrong)
    fewest = least((key, refused(mistakes)) for (key, _), mistakes in zip(
        named, lint([value for _, value in named])))
    check(f"{name}: what the schema offers, lint takes: {len(fewest)}",
          [f"{key}: {mistakes[0]}" for key, mistakes in fewest.items() if mistakes]
          + ([] if len(fewest) > 20 else ["there is nothing"]))


def check_not_offered(check):
  """A field that the schema of a drop-in input does not offer is unknown, whatever type
  the object has."""
  names = {name for path in ROOT.glob("src/**/*.cc")
           for name in NAME.findall(path.read_text(encoding="utf-8"))}
  check("there are names", [] if {"toFieldPath", "forEach"} <= names else sorted(names))
  for kind in API_VERSION:
    offered = Offered(schema_of("input"), kind)
    named = []
    for place in [(), *offered.places()]:
      node = offered.at(place)
      if node.get("additionalProperties") is False:
        others = sorted(names - {*node["properties"], *([] if place else ["metadata"])})
        for type_of in node["properties"].get("type", {}).get("enum", [None]):
          for at in range(0, len(others), AT_ONCE):
            some = others[at:at + AT_ONCE]
            value = {**dict.fromkeys(some), **({"type": type_of} if type_of else {})}
            named += [((place, type_of, *some), made)
                      for made in offered.inputs(place, value)]
    fewest = least(
        (key, [each for each in key[2:]
               if not any(f'{".".join(key[0]).replace(".*", "[0]")}: unknown field "{each}"'
                          in mistake for mistake in mistakes)])
        for (key, _), mistakes in zip(named, lint([value for _, value in named])))
    check(f"{kind}: what the schema does not offer, lint refuses: {len(fewest)}",
          [f"{key[:2]}: {taken}" for key, taken in fewest.items() if taken])


# Command lines in examples/, and the exit codes.
PRINTED = (
    (1, "lint", "command-line/broken.yaml", "command-line/xrd.yaml"),
    (1, "lint", "."),
    (2, "lint", "no-such-file.yaml"),
    (0, "explain", "command-line/xr.yaml", "command-line/composition.yaml",
     "-e", "command-line/environment.yaml"),
    (0, "explain", "references/xr.yaml", "references/composition.yaml",
     "-e", "references/required.yaml", "-o", "references/observed.yaml"),
    (0, "render", "command-line/xr.yaml", "command-line/composition.yaml",
     "-e", "command-line/environment.yaml", "-c"),
    (1, "render", "command-line/xr.yaml", "command-line/composition.yaml"),
    (0, "render", "dependencies/xr.yaml", "dependencies/composition.yaml"),
    (0, "test", "tags", "order"),
    (1, "test", "../test/suites/timelines/cases/nothing-proved"),
    (2, "test", "no-such-file.yaml"),
    (0, "convert", "command-line/composition.yaml"),
    (0, "convert", "from-native/composition.yaml"),
    (0, "convert", "from-native/before.yaml"),
)


def described(node):
  """A schema of an output that also refuses members of which it says nothing."""
  if isinstance(node, list):
    return [described(below) for below in node]
  if not isinstance(node, dict):
    return node
  closed = {"additionalProperties": False} if "properties" in node else {}
  return {name: described(below) for name, below in node.items()} | closed


def check_explained(check):
  """The explanation that the tests of its views begin with."""
  text = (ROOT / "test/unit/tools/explain/command_line.json").read_text(encoding="utf-8")
  against = jsonschema.Draft202012Validator(described(schema_of("explain")))
  check("explain", [f"{place(error)}: {error.message}"
                    for error in against.iter_errors(json.loads(text))])


def check_printed_results(check):
  for code, command, *arguments in PRINTED:
    # The schema `test` is that of the tests.
    schema = "test-results" if command == "test" else command
    run = subprocess.run(
        [PROGRAM, command, *arguments, "--output", "json"], check=False,
        cwd=ROOT / "examples", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    result = json.loads(run.stdout)
    check(f"{command} {' '.join(arguments)}",
          [f"{place(error)}: {error.message}"
           for error in jsonschema.Draft202012Validator(
               described(schema_of(schema))).iter_errors(result)]
          + ([] if run.returncode == code else [f"exit {run.returncode}"]))
    check(f"{command} {' '.join(arguments)}: with a wrong format",
          [] if list(validator(schema).iter_errors({**result, "format": "no"}))
          else ["is taken"])


def words_of_patches(schema):
  """Patch types, transforms, their kinds and policies: what docs/cheat-sheet.md lists."""
  defs = schema["$defs"]
  patches = defs["native"]["properties"]["resources"]["items"]["properties"]["patches"]
  transforms = defs["transforms"]["items"]["properties"]
  for node in (patches["items"]["properties"]["type"], defs["toFieldPathPolicy"],
               defs["patchPolicy"]["properties"]["fromFieldPath"],
               defs["readinessCheck"]["properties"]["type"], transforms["type"],
               transforms["math"]["properties"]["type"],
               transforms["string"]["properties"]["type"],
               transforms["string"]["properties"]["convert"],
               transforms["match"]["properties"]["fallbackTo"]):
    yield from node["enum"]


def check_cheat_sheet(check):
  page = (ROOT / "docs" / "cheat-sheet.md").read_text()
  missing = [word for word in words_of_patches(json.loads(
      (SCHEMAS / "input.json").read_text())) if not re.search(rf"\b{word}\b", page)]
  check("docs/cheat-sheet.md has all words of patches", missing)


def main():
  check = Checks()
  check_cheat_sheet(check)
  check_generated(check)
  check_printed(check)
  check_examples_of_the_reference(check)
  check_compositions(check)
  check_tests(check)
  check_misspelt(check)
  check_frame(check)
  check_printed_results(check)
  check_explained(check)
  check_fragments(check)
  check_offered(check)
  check_not_offered(check)
  used = set()
  inputs = all_inputs()
  compare("inputs", [(path.relative_to(ROOT), value) for path, value in inputs],
          check, used)
  wrong = all_mutants(inputs)
  compare("inputs that were changed",
          [(" ".join(what), value) for what, (_, value) in wrong.items()],
          check, used)
  check("every row of UNSAID and STRICTER is needed",
        sorted((set(UNSAID) | set(STRICTER)) - used))
  print(f"{check.passed} passed, {check.failed} failed")
  return check.failed > 0


if __name__ == "__main__":
  sys.exit(main())
