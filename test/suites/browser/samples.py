# SPDX-License-Identifier: Apache-2.0
"""Explanations for the tests of the page, and what a chain in them is.

The explanations are JSON as `explain --output json` writes it. `chain` follows the
text of the specification and knows nothing of how the page does it.
"""
import copy
import json
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHOP = json.loads((ROOT / "test/unit/tools/explain/command_line.json").read_text())
HOSTILE = ['</script><script>console.log("script")</script>', '"><img src=x onerror=console.log(1)>',
           "<!--", "\u202egnp.exe", "{{style}}", "a\u0000b\u2028c", "'; alert(1); '",
           "x" * (1 << 20)]


def empty():
  """The shop without its graph."""
  shop = copy.deepcopy(SHOP)
  for name in ("sources", "steps", "fields", "resources", "requirements"):
    shop[name] = []
  shop["xr"]["because"] = []
  return shop


def source(shop, path, value, **more):
  shop["sources"].append({"id": f"s{len(shop['sources'])}", "kind": "composite",
                          "name": "XApp shop", "path": path, "value": value, **more})
  return shop["sources"][-1]["id"]


def field(shop, owner, path, value, origins, **more):
  """A field with a step of its own."""
  number = len(shop["fields"])
  step = {"id": f"t{len(shop['steps'])}", "kind": "patch" if origins else "base", "owner": owner,
          "pipeline": "patch", "outcome": "wrote", "from": origins, "to": f"f{number}",
          "position": {"file": "composition.yaml", "line": number + 20, "column": 11,
                       "offset": number * 80,
                       "path": f"spec.pipeline[0].input.resources[0].patches[{number}]"}}
  if origins:
    step |= {"type": "FromCompositeFieldPath", "index": number}
  shop["steps"].append(step | more)
  shop["fields"].append({"id": f"f{number}", "owner": owner, "path": path, "value": value,
                         "by": step["id"], "was": []})
  return f"f{number}"


def overwrite(shop, id, origins):
  """A later step writes a field, which some have read already."""
  at = shop["fields"][int(id[1:])]
  step = {"id": f"t{len(shop['steps'])}", "kind": "patch", "owner": "", "pipeline": "again",
          "index": len(shop["steps"]), "outcome": "wrote", "from": origins, "to": id}
  shop["steps"].append(step)
  at["was"].insert(0, {"value": at["value"], "by": at["by"]})
  at["by"] = step["id"]


def resource(shop, name, **more):
  shop["resources"].append({"name": name, "apiVersion": "ec2.example.org/v1", "kind": "Instance",
                            "state": "observed", "ready": True, "why": [], **more})


def large(fields=2000, each=20):
  """Resources whose fields come from the composite and from one another."""
  chance = random.Random(5)
  shop = empty()
  sources = [source(shop, f"spec.parameters.value{i}", f"text {i}") for i in range(60)]
  written = []
  for number in range(fields):
    owner = f"instance-{number // each}"
    if number % each == 0:
      bad = number // each % 10 == 9
      resource(shop, owner, ready=not bad)
      if bad:
        shop["xr"]["because"].append({"resource": owner, "reason": "not ready",
                                      "message": "not ready: the condition Ready is False"})
    origins = []
    if number % 4:
      origins = [chance.choice(written if written and number % 7 == 0 else sources)]
    at = field(shop, owner, f"spec.forProvider.setting{number % each}.value", number, origins)
    if chance.random() < 0.05:
      written.append(at)
    if written and number % 11 == 0:
      overwrite(shop, chance.choice(written), [chance.choice(sources)])
  return shop


def hostile():
  """Values, names and messages that would break a careless page."""
  shop = empty()
  for number, text in enumerate(HOSTILE):
    name = text[:40]
    resource(shop, name, kind=name)
    shop["xr"]["because"].append({"resource": name, "reason": "withheld", "message": name})
    field(shop, name, f"spec[{name}]", text, [source(shop, name, text)], message=name,
          type=name, transforms=[{"type": name, "in": text, "out": text}])
  shop["xr"]["name"] = HOSTILE[0]
  return shop


def compared():
  """The shop, and one before it that differs in every way."""
  before, after = copy.deepcopy(SHOP), copy.deepcopy(SHOP)
  before["fields"][3]["value"] = "eu-central-1"
  before["sources"][3]["value"] = "eu-central-1"
  after["steps"][5]["from"] = ["s3"]
  field(before, "bucket", "spec.forProvider.old", "gone", [])
  field(after, "bucket", "spec.forProvider.new", "fresh", [])
  for shop in (before, after):
    at = field(shop, "bucket", "spec.forProvider.password", "", ["s3"])
    del shop["fields"][int(at[1:])]["value"]
    shop["fields"][int(at[1:])]["secret"] = True
  return before, after


def chain(shop, start):
  """All ids that lead to a field, and all that it leads to."""
  steps = {step["id"]: step for step in shop["steps"]}
  fields = {each["id"]: each for each in shop["fields"]}

  def number(id):
    return int(id[1:])

  def reads(step):
    return step["from"] + step.get("over", [])

  def writers(id):
    return [fields[id]["by"]] + [former["by"] for former in fields[id]["was"]]

  def before(id, step):
    """What the field was when the step read it."""
    return next((each for each in writers(id) if number(each) < number(step)), None)

  up, waiting = {start}, writers(start)
  while waiting:
    step = waiting.pop()
    if step in up or step is None:
      continue
    up.add(step)
    for origin in reads(steps[step]):
      up.add(origin)
      if origin in fields:
        waiting.append(before(origin, step))
  down, waiting = {start}, [(start, None)]
  while waiting:
    id, writer = waiting.pop()
    for step in steps.values():
      if id not in reads(step) or step["id"] in down:
        continue
      if writer is None or before(id, step["id"]) == writer:
        down.add(step["id"])
        if "to" in step:
          down.add(step["to"])
          waiting.append((step["to"], step["id"]))
  return up | down
