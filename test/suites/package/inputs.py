# SPDX-License-Identifier: Apache-2.0
"""The inputs of this repository, and what becomes of them when a member is left out,
added, or gets a value of another type."""
import copy
import json
import pathlib

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
GROUPS = ("loom.fn.crossplane.io", "pt.fn.crossplane.io",
          "environmentconfigs.fn.crossplane.io", "extra-resources.fn.crossplane.io")


class Loader(yaml.CSafeLoader):
  """A date is a text, as it is for Kubernetes."""


Loader.add_constructor("tag:yaml.org,2002:timestamp",
                       Loader.construct_yaml_str)


def documents(path):
  return [each for each in yaml.load_all(path.read_text(encoding="utf-8"), Loader)
          if isinstance(each, dict)]


def accepted(candidate):
  return (isinstance(candidate, dict) and candidate.get("kind") != "CompositionTest"
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
  for pattern in ("examples/**/*.yaml", "test/suites/oracle/cases/**/*.yaml",
                  "test/suites/oracle/native/**/*.yaml", "test/suites/golden/**/request*.yaml"):
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
      if name not in ("base", "template", "status", "defaultData", "metadata", "map", "result",
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
