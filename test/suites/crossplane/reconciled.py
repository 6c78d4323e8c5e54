# SPDX-License-Identifier: Apache-2.0
"""What a reconcile of the real core gives, and what of it only core adds.

Beside what `crossplane render` 2.2.1 prints, core

- says of the composite resource that it is Synced and Responsive, and lists in
  spec.crossplane.resourceRefs (spec.resourceRefs) what is composed for it, and of a
  legacy one in status.claimConditionTypes which conditions its claim gets, too,
- names a new composed resource at once, besides its generateName,
- knows its own uid where an owner is named,
- tells events of its own besides the results of steps, these as events, and
- has given the composite resource a status before the first step asks for it.
"""
import copy
import re

import yaml

NAME = "crossplane.io/composition-resource-name"
CONDITIONS = ("Synced", "Responsive")
STEP = re.compile(r'Pipeline step "([^"]+)": (.*)', re.DOTALL)
NO_FIELD = re.compile(r"status(\.\w+)*: no such field")
SEVERITIES = {"Warning": "SEVERITY_WARNING", "Normal": "SEVERITY_NORMAL"}


def name(document):
  """The name of a composed resource in its Composition; None for another."""
  return document.get("metadata", {}).get("annotations", {}).get(NAME)


def split(documents):
  """The composite resource, and the composed ones."""
  return (copy.deepcopy(documents[0]),
          copy.deepcopy([one for one in documents[1:] if name(one)]))


def fields(value, path):
  """The paths of all single values in an object."""
  if isinstance(value, dict):
    children = value.items()
  elif isinstance(value, list):
    children = enumerate(value)
  else:
    return {path}
  return set().union(*(fields(child, f"{path}.{key}")
                       for key, child in children))


def losses(rounds, leaving):
  """The fields of composed resources that one reconcile had and the next one
  has not, a line each, but for the resources that are meant to go."""
  found = []
  before = set()
  for documents in rounds:
    after = set().union(*(fields(one, name(one))
                          for one in split(documents)[1]
                          if name(one) not in leaving))
    found += [f"{path} is lost\n" for path in sorted(before - after)]
    before = after
  return "".join(found)


def lines(documents):
  text = yaml.safe_dump_all(documents, width=100)
  return text.splitlines(keepends=True)


def stable(documents):
  """The same, with what core lists in random order in the order of names."""
  composite = documents[0]
  composite.get("status", {}).get("conditions", []).sort(
      key=lambda one: one["type"])
  for place in places(composite):
    place.get("resourceRefs", []).sort(
        key=lambda one: (one["kind"], one["name"]))
  return documents


def places(composite):
  """Where core keeps what it knows of a composite resource: since Crossplane 2
  and, for a legacy one, before."""
  spec = composite.get("spec", {})
  return spec.get("crossplane", {}), spec


def of_composite(document):
  conditions = document.get("status", {}).get("conditions", [])
  conditions[:] = [one for one in conditions if one["type"] not in CONDITIONS]
  document.get("status", {}).pop("claimConditionTypes", None)
  for place in places(document):
    place.pop("resourceRefs", None)
  if not document.get("spec", {}).get("crossplane", True):
    del document["spec"]["crossplane"]
  if not document.get("spec", True):
    del document["spec"]
  return document


def of_composed(document):
  metadata = document["metadata"]
  for owner in metadata.get("ownerReferences", []):
    owner["uid"] = ""
  if "generateName" in metadata:
    metadata.pop("name", None)
  return document


def of_result(document):
  """A result of a step, as the command line 2.2.1 has it; None for an event."""
  step = STEP.match(document["message"])
  if "reason" in document:
    if not step:
      return None
    document["severity"] = SEVERITIES[document["severity"]]
    document["step"], document["message"] = step.groups()
    del document["reason"]
  document["message"] = NO_FIELD.sub("no such field", document["message"])
  return document


def without_additions(documents):
  """The documents, without what only core adds."""
  composite, *others = copy.deepcopy(documents)
  composed = [of_composed(one) for one in others if name(one)]
  rest = [of_result(one) if one.get("kind") == "Result" else one
          for one in others if not name(one)]
  return [of_composite(composite), *sorted(composed, key=name),
          *[one for one in rest if one]]
