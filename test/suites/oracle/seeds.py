#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/suites/oracle/seeds.py ADDRESS: plays what others do that know references,
dependencies, connection details or provider configs (seeds/) to the function at
ADDRESS, with the native input: crossplane-runtime and provider-kubernetes
(seed_references.py), ACK (seed_typed.py), Config Connector (seed_external.py) and the
runtime of AppCat (seed_appcat.py). Each recorded case is met, or it is a row of
DIFFERS and of differences.md; a row that is met is wrong, too. The last line is
"N passed, N failed".

The function has to allow what none of them restricts:
--reference-secrets=Allow --reference-cross-namespace=Allow.
"""
import pathlib
import re
import sys

import yaml

import compare
import seed_appcat
import seed_external
import seed_references
import seed_typed

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PAGE = HERE / "differences.md"
ROUNDS = 6  # As Crossplane: five rounds in which requirements grow, and a last one.

FOLDERS = {
    "appcat": seed_appcat.ServiceCase,
    "ack": seed_typed.ControllerCase,
    "crossplane-runtime": seed_references.RuntimeCase,
    "kcc": seed_external.case_of,
    "provider-kubernetes": seed_references.ObjectCase,
}
DIFFERS = {**seed_appcat.DIFFERS, **seed_external.DIFFERS,
           **seed_references.DIFFERS, **seed_typed.DIFFERS}


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
  request = case.call()
  request["input"] = {"apiVersion": "loom.fn.crossplane.io/v1beta1",
                      "kind": "Input", **request["input"]}
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


def problem(case, response):
  """What is wrong; empty if nothing is."""
  got = case.outcome(response)
  met = case.met(got, response)
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
  add("differences.md", ", ".join(
      [f"{name} is missing" for name in sorted(DIFFERS.keys() - page)] +
      [f"{name} does not differ" for name in sorted(page - DIFFERS.keys())]))
  add("DIFFERS", ", ".join(f"there is no {name}"
                           for name in sorted(DIFFERS.keys() - known)))
  print(f"{passed} passed, {failed} failed")
  return 1 if failed else 0


if __name__ == "__main__":
  sys.exit(main(*sys.argv[1:]))
