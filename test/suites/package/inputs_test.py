#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The native inputs of this repository against their schema, by a validator
that knows nothing of the function.

Those of examples/ and test/suites/crossplane/cases/ have to fit, and those of
test/suites/golden/ whose answer is not FATAL. The last line printed is "N passed, N
failed".
"""
import pathlib
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
GROUP = "loom.fn.crossplane.io"
DEFINITION = ROOT / "package" / "input" / f"{GROUP}_inputs.yaml"

# An input of which the schema has to say that it does not fit, and where.
WRONG = "test/suites/golden/error/all_problems_at_once/request.yaml"
WRONG_PLACES = {
    "environment.configs.0.type", "providerConfig.policy", "resources.0",
    "resources.0.patches.1.type", "resources.0.patches.2.transforms.1.type",
    "resources.1"}


def json_schema(node):
  """A node of the CustomResourceDefinition as JSON Schema has it: what is not
  declared is not allowed, as in the API server's strict validation."""
  schema = dict(node)
  if "properties" in schema:
    schema["properties"] = {name: json_schema(below) for name, below
                            in schema["properties"].items()}
    if "x-kubernetes-preserve-unknown-fields" not in schema:
      schema["additionalProperties"] = False
  elif "additionalProperties" in schema:
    schema["additionalProperties"] = json_schema(schema["additionalProperties"])
  if "items" in schema:
    schema["items"] = json_schema(schema["items"])
  return schema


def native(candidate):
  return (isinstance(candidate, dict)
          and str(candidate.get("apiVersion")).split("/")[0] == GROUP)


def documents(path):
  return [document for document in yaml.safe_load_all(path.read_text())
          if isinstance(document, dict)]


def of_compositions():
  for folder in ("examples", "test/suites/crossplane/cases"):
    for path in sorted((ROOT / folder).glob("*/composition.yaml")):
      for document in documents(path):
        for step in document.get("spec", {}).get("pipeline", []):
          if native(step.get("input")):
            yield f"{path.relative_to(ROOT)}: {step['step']}", step["input"]


def is_fatal(answer):
  """Whether it says so; one that is not written yet does not."""
  return any(result.get("severity") == "SEVERITY_FATAL"
             for document in (documents(answer) if answer.exists() else [])
             for result in document.get("results", []))


def of_golden_cases():
  for path in sorted((ROOT / "test/suites/golden").glob("*/*/request*.yaml")):
    request = documents(path)[0]
    answer = path.with_name(path.name.replace("request", "response"))
    if native(request.get("input")) and not is_fatal(answer):
      yield str(path.relative_to(ROOT)), request["input"]


def place(error):
  return ".".join(map(str, error.absolute_path))


def main():
  definition = documents(DEFINITION)[0]
  [version] = definition["spec"]["versions"]
  schema = json_schema(version["schema"]["openAPIV3Schema"])
  jsonschema.Draft4Validator.check_schema(schema)
  validator = jsonschema.Draft4Validator(schema)
  passed = failed = 0

  def check(title, mistakes):
    nonlocal passed, failed
    failed += bool(mistakes)
    passed += not mistakes
    print(("FAILED " if mistakes else "ok ") + title)
    print("".join(f"    {mistake}\n" for mistake in mistakes), end="")

  inputs = [*of_compositions(), *of_golden_cases()]
  check("there are inputs", [] if len(inputs) > 20 else [f"only {len(inputs)}"])
  for title, value in inputs:
    check(title, [f"{place(error)}: {error.message}"
                  for error in validator.iter_errors(value)])
  wrong = documents(ROOT / WRONG)[0]["input"]
  places = {place(error) for error in validator.iter_errors(wrong)}
  check("what is wrong is found", sorted(places ^ WRONG_PLACES))
  print(f"{passed} passed, {failed} failed")
  return failed > 0


if __name__ == "__main__":
  sys.exit(main())
