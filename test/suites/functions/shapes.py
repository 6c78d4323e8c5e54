# SPDX-License-Identifier: Apache-2.0
"""What a response means, and how two of them differ.

  shapes.differences("sequencer", shapes.shape(theirs), shapes.shape(ours))
      [("desired.resources.b", {…}, "(absent)")]

Everything counts, except how a message is worded (the rules of test/suites/oracle: what it
names counts), the names of requirements, and whether something empty is there. The
messages of function-sequencer about waiting have to be the same.
"""
import re

from cases import compare, trees

WARNING, NORMAL = 2, 3
NAN = re.compile(r"^(nan|inf|-inf)$")


def plain(value):
  """The value with numbers that have no order as texts, so that they can be equal."""
  if isinstance(value, float) and (value != value or value in (float("inf"),
                                                              float("-inf"))):
    return repr(value)
  if isinstance(value, dict):
    return {key: plain(member) for key, member in value.items()}
  if isinstance(value, list):
    return [plain(element) for element in value]
  return value


def resource(message):
  one = trees.resource(message)
  return {"resource": plain(one["resource"] or {}), "ready": one["ready"],
          "details": {key: value.hex() for key, value in
                      one["connection_details"].items()}}


def question(selector):
  """The name of a requirement, by what it asks for."""
  place = f"{selector.api_version}/{selector.kind}/{selector.namespace}"
  if selector.WhichOneof("match") == "match_name":
    return f"{place}/{selector.match_name}"
  labels = sorted(selector.match_labels.labels.items())
  return f"{place}/" + ",".join(f"{key}={value}" for key, value in labels)


def requirements(response):
  """The field of a request that answers them, and the question of each by its name."""
  wanted = response.requirements
  if wanted.resources or not wanted.extra_resources:
    return "required_resources", dict(wanted.resources)
  return "extra_resources", dict(wanted.extra_resources)


def results(response):
  """Severity and message; FATALs that follow each other are one."""
  found = []
  for one in response.results:
    if found and one.severity == 1 == found[-1]["severity"]:
      found[-1]["message"] += "\n" + one.message
    else:
      found.append({"severity": one.severity, "message": one.message})
  return found


def shape(response):
  meta = response.meta
  return {
      "tag": meta.tag,
      "ttl": meta.ttl.seconds + meta.ttl.nanos / 1e9 if meta.HasField("ttl") else None,
      "desired": {"composite": resource(response.desired.composite),
                  "resources": {key: resource(one) for key, one in
                                response.desired.resources.items()}},
      "results": results(response),
      "context": plain(trees.struct(response.context)),
      "requirements": sorted(set(map(question, requirements(response)[1].values()))),
      "conditions": [f"{one.type} {one.status}" for one in response.conditions],
      "output": plain(trees.struct(response.output))}


def of_messages(function, theirs, ours):
  """What a message of theirs names and ours does not."""
  found = []
  for i, (one, other) in enumerate(zip(theirs, ours)):
    text, said = one["message"], other["message"]
    where = f"results[{i}].message"
    if function == "sequencer" and one["severity"] == NORMAL:
      found += [] if text == said else [(where, text, said)]
    elif not (function == "auto-ready" and one["severity"] == WARNING):
      found += [(where, f"…{pin}…", said) for pin in compare.pins(text)
                if pin not in said]
  return found


def differences(function, theirs, ours):
  """All places (path, theirs, ours) where two shapes differ."""
  one, other = dict(theirs), dict(ours)
  for side in (one, other):
    side["results"] = [result["severity"] for result in side["results"]]
  found = compare.diff(one, other)
  if len(theirs["results"]) == len(ours["results"]):
    found += of_messages(function, theirs["results"], ours["results"])
  return found
