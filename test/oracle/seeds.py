#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/oracle/seeds.py ADDRESS: plays what controllers do that know references
(seeds/) to the function at ADDRESS, with the native input: crossplane-runtime,
provider-kubernetes (seed_references.py), ACK (seed_typed.py) and Config Connector
(seed_external.py). Each recorded case is met, or it is a row of DIFFERS and of
docs/differences.md; a row that is met is wrong, too. The last line is "N passed, N
failed".

The function has to allow what none of them restricts:
--reference-secrets=Allow --reference-cross-namespace=Allow.
"""
import pathlib
import re
import sys

import yaml

import compare
import seed_external
import seed_references
import seed_typed
from seed_case import INPUT, PASSED_ON

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/differences.md"
ROUNDS = 6  # As Crossplane: five rounds in which requirements grow, and a last one.

CAPABILITIES = ["CAPABILITY_CAPABILITIES", "CAPABILITY_REQUIRED_RESOURCES"]
FOLDERS = {
    "ack": seed_typed.ControllerCase,
    "crossplane-runtime": seed_references.RuntimeCase,
    "kcc": seed_external.case_of,
    "provider-kubernetes": seed_references.ObjectCase,
}
DIFFERS = {**seed_references.DIFFERS, **seed_typed.DIFFERS,
           **seed_external.DIFFERS}


def found(objects, selector):
  """The objects that Crossplane sends for a requirement."""
  labels = selector.get("matchLabels", {}).get("labels", {})

  def fits(one):
    metadata = one["metadata"]
    return ((one["apiVersion"], one["kind"]) ==
            (selector["apiVersion"], selector["kind"]) and
            selector.get("matchName", metadata["name"]) == metadata["name"] and
            (not selector.get("namespace") or
             selector["namespace"] == metadata.get("namespace")) and
            labels.items() <= metadata.get("labels", {}).items())

  return {"items": [{"resource": one} for one in objects if fits(one)]}


def answer(server, case):
  """The last response of a reconcile."""
  parts = case.request()
  request = {
      "meta": {"tag": case.name, "capabilities": CAPABILITIES},
      "observed": {"composite": {"resource": parts["composite"]}},
      "desired": {"resources": {"a": {"resource": parts["desired"]}}},
      "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
                **parts["input"]},
  }
  if parts["observed"]:
    request["observed"]["resources"] = {"a": {"resource": parts["observed"]}}
  asked = {}
  for _ in range(ROUNDS):
    response = server.run(request)
    if "rpcError" in response:
      return response
    wanted = response.get("requirements", {}).get("resources", {})
    if wanted == asked:
      break
    asked = wanted
    request["requiredResources"] = {
        key: found(case.objects, selector) for key, selector in asked.items()}
    request["context"] = response.get("context", {})
  return response


def condition_of(case, response):
  """The condition that the case looks at."""
  wanted = getattr(case, "condition", "ReferencesResolved")
  return next((one for one in response.get("conditions", [])
               if one["type"] == wanted), None)


def outcome(case, response):
  """What the function did, as DIFFERS writes it."""
  if "rpcError" in response:
    return response["rpcError"]
  told = condition_of(case, response) or {"status": "STATUS_CONDITION_TRUE"}
  is_true = told["status"] == "STATUS_CONDITION_TRUE"
  fatal = any(one.get("severity") == "SEVERITY_FATAL" for one
              in response.get("results", []))
  if fatal and is_true:
    return INPUT
  desired = {} if fatal else response.get("desired", {})
  resource = desired.get("resources", {}).get("a", {}).get("resource")
  value = case.value(resource, desired.get("composite", {}).get("resource"))
  return PASSED_ON if value == PASSED_ON else (
      None if is_true else told["reason"], value)


def problem(case, response):
  """What is wrong; empty if nothing is."""
  got = outcome(case, response)
  met = isinstance(got, tuple) and case.is_met(
      *got, condition_of(case, response) or {})
  if case.name not in DIFFERS:
    return "" if met else f"recorded {case.recorded}, but it is {got}"
  if got != DIFFERS[case.name]:
    return f"DIFFERS says {DIFFERS[case.name]}, but it is {got}"
  return "it is met, so it is no difference" if met else ""


def cases():
  for folder, case_of in FOLDERS.items():
    for path in sorted((HERE / "seeds" / folder).glob("*.yaml")):
      yield case_of(f"{folder}/{path.stem}", yaml.safe_load(path.read_text()))


def main(address):
  contract = compare.Contract.from_folder(
      ROOT / "proto/apiextensions/fn/proto/v1")
  server = compare.Target(address, contract)
  failed = passed = 0

  def add(name, text):
    nonlocal failed, passed
    if text:
      print(f"FAIL {name}\n    {text}")
    failed, passed = failed + bool(text), passed + (not text)

  known = set()
  for case in cases():
    known.add(case.name)
    add(case.name, problem(case, answer(server, case)))
  page = set(re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w-]+)`",
                        PAGE.read_text()))
  add("docs/differences.md", ", ".join(
      [f"{name} is missing" for name in sorted(DIFFERS.keys() - page)] +
      [f"{name} does not differ" for name in sorted(page - DIFFERS.keys())]))
  add("DIFFERS", ", ".join(f"there is no {name}"
                           for name in sorted(DIFFERS.keys() - known)))
  print(f"{passed} passed, {failed} failed")
  return 1 if failed else 0


if __name__ == "__main__":
  sys.exit(main(*sys.argv[1:]))
