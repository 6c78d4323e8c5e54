#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON Schemas of package/schema, by a validator that knows nothing of the
function, against what `function-loom lint` says.

Every input of examples/ and of the recorded cases, and every input that becomes
wrong when a member of one of those is left out, renamed or replaced by a value of
another type, is refused by both or by none. What a schema cannot say is the table
UNSAID; a row that nothing needs is an error. The last line printed is "N passed, N
failed".
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "package" / "schema"
PROGRAM = ROOT / "build" / "release" / "function-loom"
GROUPS = ("loom.fn.crossplane.io", "pt.fn.crossplane.io",
          "environmentconfigs.fn.crossplane.io", "extra-resources.fn.crossplane.io")

# What lint refuses and no schema can, as regular expressions for its messages.
UNSAID = (
    # Whether names are there twice, or mean anything.
    r"is there twice \[input/duplicate-name\]$",
    r"cannot find PatchSet by name",
    r"the core group has no such kind",
    r"the template has the variable",
    r"cycle .* -> ",
    r"belongs to the user and cannot be written",
    r"refField: cannot be derived",
    r": refers to itself \[",
    # Formats and regular expressions.
    r"\[transform/(format|regexp|type)\]$",
    # What is required depends on more than `type`.
    r"resources or environment patches are required",
    r"references\[\d\]\.toFieldPath: Required value",
    r"Values?\[\d\]\.toFieldPath: Required value",
    r"only an Object of provider-kubernetes needs none",
    r"identities\[\d\]\.formats: Required value",
    r"patches\[1\]\.(fromFieldPath|patchSetName): Required value",
    r"not beside fallbackTo: Input",
    r"cannot parse base template of composed resource",
    # Patches that write nothing.
    r"\[path/no-effect\]$",
)
# What the schema refuses and the program takes, for those of the validator.
STRICTER = (
    # A member without a value counts as absent; an editor points at it.
    r"None is not of type",
    # A patch of Combine may also write to its fromFieldPath, which has no other
    # effect.
    r"'toFieldPath' is a required property",
)


BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def schema_of(name):
  return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def validator(name):
  return jsonschema.Draft202012Validator(schema_of(name))


class Loader(yaml.CSafeLoader):
  """A date is a text, as it is for Kubernetes."""


Loader.add_constructor("tag:yaml.org,2002:timestamp",
                       Loader.construct_yaml_str)


def documents(path):
  return [each for each in yaml.load_all(path.read_text(encoding="utf-8"), Loader)
          if isinstance(each, dict)]


def accepted(candidate):
  return (isinstance(candidate, dict)
          and str(candidate.get("apiVersion")).split("/", maxsplit=1)[0] in GROUPS)


def inputs_below(node):
  """Every accepted input in a document, wherever it stands."""
  if accepted(node) and len(node) > 1:
    yield node
  elif isinstance(node, dict):
    for below in node.values():
      yield from inputs_below(below)
  elif isinstance(node, list):
    for below in node:
      yield from inputs_below(below)


def all_inputs():
  found = {}
  for pattern in ("examples/**/*.yaml", "test/oracle/cases/**/*.yaml",
                  "test/oracle/native/**/*.yaml", "test/golden/**/request*.yaml"):
    for path in sorted(ROOT.glob(pattern)):
      for document in documents(path):
        for value in inputs_below(document):
          found.setdefault(json.dumps(value), (path, value))
  return list(found.values())


def objects_below(node, place=()):
  """The objects of an input that it gives a meaning, with their places; free ones
  are left out."""
  if isinstance(node, dict):
    yield place, node
    for name, below in node.items():
      if name not in ("base", "defaultData", "metadata", "map", "result",
                      "fallbackValue", "manifest", "from"):
        yield from objects_below(below, (*place, name))
  elif isinstance(node, list):
    for index, below in enumerate(node):
      yield from objects_below(below, (*place, index))


def of_another_type(value):
  if isinstance(value, (dict, list)):
    return "text"
  return {"not": "allowed"}


def mutants(value):
  """(what was done, the input) for each thing that can be done to an input."""
  for place, node in list(objects_below(value)):
    general = [each for each in place if isinstance(each, str)]
    for name in list(node):
      if not place and name in ("apiVersion", "kind"):
        continue
      for what in ("without", "another type"):
        changed = copy.deepcopy(value)
        at = changed
        for step in place:
          at = at[step]
        if what == "without":
          del at[name]
        else:
          at[name] = of_another_type(at[name])
        # `type` says which members count.
        yield (".".join(general), name, str(node.get("type")), what), changed
    changed = copy.deepcopy(value)
    at = changed
    for step in place:
      at = at[step]
    at["noSuchMember"] = 1
    yield (".".join(general), "noSuchMember", "", "added"), changed


def all_mutants(inputs):
  found = {}
  for path, value in inputs:
    kind = value["apiVersion"].split(".")[0]
    for what, changed in mutants(value):
      found.setdefault((kind, *what), (path, changed))
  return found


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
  told = lint([value for _, value in named])
  counts = collections.Counter()
  wrong = []
  for (name, value), mistakes in zip(named, told):
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


def check_compositions(check):
  against = validator("composition")
  places = ("examples/*/composition.yaml", "examples/*/before.yaml",
            "test/crossplane/cases/*/composition.yaml",
            "test/crossplane/pipelines/*.yaml", "test/crossplane/conversions/*.yaml")
  paths = [path for pattern in places for path in sorted(ROOT.glob(pattern))]
  check("there are Compositions", [] if len(paths) > 40 else [len(paths)])
  for path in paths:
    for document in documents(path):
      if document.get("kind") == "Composition":
        check(path.relative_to(ROOT), [f"{place(error)}: {error.message}"
                                       for error in against.iter_errors(document)])


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
  schema = {name: below for name, below in node.items()
            if name not in ("required", "oneOf", "allOf", "anyOf", "if")}
  for name in ("properties", "$defs"):
    if name in node:
      schema[name] = {each: relaxed(below) for each, below in node[name].items()}
  if "items" in node:
    schema["items"] = relaxed(node["items"])
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
  the pages of rules. Objects of Kubernetes stand there as well."""
  for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
    text = path.read_text(encoding="utf-8")
    if "```console" in text:
      continue
    for number, block in enumerate(BLOCK.findall(text), 1):
      for value in yaml.safe_load_all(block.replace("[…]", "[]")):
        is_object = isinstance(value, dict) and ("spec" in value or "kind" in value)
        if not is_object:
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


# Command lines in examples/, and the exit codes.
PRINTED = (
    (1, "lint", "command-line/broken.yaml", "command-line/xrd.yaml"),
    (1, "lint", "."),
    (2, "lint", "no-such-file.yaml"),
    (0, "convert", "command-line/composition.yaml"),
    (0, "convert", "from-native/composition.yaml"),
    (0, "convert", "from-native/before.yaml"),
)


def check_printed_results(check):
  for code, command, *arguments in PRINTED:
    run = subprocess.run(
        [PROGRAM, command, *arguments, "--output", "json"], check=False,
        cwd=ROOT / "examples", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    result = json.loads(run.stdout)
    check(f"{command} {' '.join(arguments)}",
          [f"{place(error)}: {error.message}"
           for error in validator(command).iter_errors(result)]
          + ([] if run.returncode == code else [f"exit {run.returncode}"]))
    check(f"{command} {' '.join(arguments)}: with a wrong format",
          [] if list(validator(command).iter_errors({**result, "format": "no"}))
          else ["is taken"])


def main():
  check = Checks()
  check_generated(check)
  check_printed(check)
  check_compositions(check)
  check_misspelt(check)
  check_printed_results(check)
  check_fragments(check)
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
