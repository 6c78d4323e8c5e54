#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/oracle/seeds.py ADDRESS: plays what crossplane-runtime and
provider-kubernetes do with references (seeds/) to the function at ADDRESS, as
references of the native input. Each recorded case is met, or it is a row of
DIFFERS and of docs/differences.md; a row that is met is wrong, too. The last line
is "N passed, N failed".

The function has to allow what neither of the two restricts:
--reference-secrets=Allow --reference-cross-namespace=Allow.
"""
import pathlib
import re
import sys

import yaml

import compare

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/differences.md"
ROUNDS = 6  # As Crossplane: five rounds in which requirements grow, and a last one.

CAPABILITIES = ["CAPABILITY_CAPABILITIES", "CAPABILITY_REQUIRED_RESOURCES"]
GROUP = "demo.example"
MANIFEST = "spec.forProvider.manifest."

# What the input has to say for the recorded answer, where its default is another.
SETTINGS = {
    "crossplane-runtime/multiple-selector-sorted":
        {"selection": {"mode": "Multiple", "sortByFieldPath": "spec.value"}},
    "provider-kubernetes/patches-from-secret": {"decode": "None"},
}

# What function-loom answers where it does not follow: the reason of the condition
# (None: it is True or absent), and the value (None: the field is not written).
# INPUT: the author is told that the input is wrong. PASSED_ON: the resource comes
# out as it went in, with all that its provider is to do.
INPUT = "input"
PASSED_ON = "passed on"
DIFFERS = {
    "crossplane-runtime/always-missing": ("ReferenceNotFound", "old"),
    "crossplane-runtime/always-optional-missing": (None, "old"),
    "crossplane-runtime/multiple-one-always": (None, ["x", "id-b"]),
    "crossplane-runtime/multiple-one-empty": ("FieldMissing", None),
    "crossplane-runtime/multiple-one-empty-optional": (None, ["id-z"]),
    "crossplane-runtime/multiple-one-missing-optional": (None, ["id-z"]),
    "crossplane-runtime/multiple-selector-duplicates":
        (None, ["same", "same", "x"]),
    "crossplane-runtime/reference-beats-selector": INPUT,
    "crossplane-runtime/reference-forbidden-optional": (None, None),
    "crossplane-runtime/selector-controller": (None, "id-a"),
    "crossplane-runtime/selector-empty-labels": INPUT,
    "provider-kubernetes/namespaced-default-namespace": (None, "made"),
}
DIFFERS.update({
    f"provider-kubernetes/details-{name}": PASSED_ON
    for name in ("big-number", "missing-field", "number", "object",
                 "secret-decoded", "target-cluster")})


class RuntimeCase:
  """A call of crossplane-runtime's resolver: fields of a resource get the values
  of others."""

  def __init__(self, name, case):
    self.name = name
    self.settings = SETTINGS.get(name, {})
    self.given = case["configuration"]
    self.recorded = case["observed"]
    self.objects = [self.thing(one) for one in case.get("referenced") or []]
    self.several = "ResolveMultiple" in case["source"]["function"]

  def thing(self, one):
    metadata = {key: one[key] for key in ("name", "namespace", "labels")
                if key in one}
    spec = {"value": one["value"]} if "value" in one else {}
    return {"apiVersion": f"{GROUP}/v1", "kind": "Thing", "metadata": metadata,
            "spec": spec}

  def entry(self, source, policy, index=None):
    path = "spec.x" if index is None else f"spec.x[{index}]"
    known = {"apiVersion": f"{GROUP}/v1", "kind": "Thing",
             "fieldPath": "spec.value"}
    return {"target": {"resource": "a"}, "toFieldPath": path,
            "fromObject": {**known, **source}, "policy": policy}

  def entries(self):
    selector = self.given.get("selector")
    references = self.given.get("references", [])
    if selector is None:
      return [self.entry({key: one[key] for key in ("name", "namespace")
                          if key in one}, one.get("policy", {}),
                         index if self.several else None)
              for index, one in enumerate(references)]
    source = {
        "matchLabels": [{"key": key, "value": value} for key, value
                        in selector.get("matchLabels", {}).items()],
        "selection": {"mode": "Multiple" if self.several else "First"},
        **self.settings}
    # Where the value is resolved always, the stored reference is dropped.
    if references and selector.get("policy", {}).get("resolve") != "Always":
      source["name"] = references[0]["name"]
    return [self.entry(source, selector.get("policy", {}))]

  def request(self):
    known = {"apiVersion": "example.org/v1", "kind": "A"}
    observed = {**known, "metadata": {"name": "a"}}
    if "current" in self.given:
      current = self.given["current"]
      observed["spec"] = {"x": current if self.several else current[0]}
    if self.given.get("deleted"):
      observed["metadata"]["deletionTimestamp"] = "2026-02-03T04:05:06Z"
    return {
        "composite": composite(self.given.get("namespace")),
        "observed": observed if "spec" in observed else None,
        "desired": {**known, "spec": {}},
        "references": self.entries(),
        "scope": "Namespaced" if "namespace" in self.given else "Cluster",
    }

  def value(self, desired):
    return (desired or {}).get("spec", {}).get("x")

  def is_met(self, reason, value):
    want = self.recorded.get("values" if self.several else "value")
    failed = "error" in self.recorded
    return failed == (reason is not None) and (value or None) == (want or None)


class ObjectCase:
  """An observation of provider-kubernetes: an Object whose manifest gets values
  of others, or which waits for others."""

  def __init__(self, name, case):
    self.name = name
    self.settings = SETTINGS.get(name, {})
    self.object = case["object"]
    self.recorded = case["observed"]
    # What the target cluster has, nobody reads for a reference.
    self.objects = case["onControlPlane"]

  def entry(self, one):
    source = dict(one.get("patchesFrom") or one["dependsOn"])
    if "dependsOn" in one:
      # The Object waits until the other has a name.
      source["fieldPath"] = "metadata.name"
      to = "metadata.annotations.waits-for"
    else:
      to = MANIFEST + one.get("toFieldPath", source["fieldPath"])
    return {"target": {"resource": "a"}, "toFieldPath": to,
            "fromObject": {**source, **self.settings},
            "policy": {"resolve": "Always"}}

  def request(self):
    desired = {**self.object, "spec": dict(self.object["spec"])}
    references = desired["spec"].pop("references", [])
    deleted = "deletionTimestamp" in self.object["metadata"]
    return {
        "composite": composite(self.object["metadata"].get("namespace")),
        "observed": self.object if deleted else None,
        "desired": desired,
        "references": [self.entry(one) for one in references],
    }

  def value(self, desired):
    if DIFFERS.get(self.name) == PASSED_ON:
      return PASSED_ON if desired == self.object else desired
    manifest = desired and desired["spec"]["forProvider"]["manifest"]
    # "made": as it is recorded where nothing is copied.
    same = manifest == self.recorded.get("manifest")
    return "made" if same and self.name in DIFFERS else manifest

  def is_met(self, reason, value):
    if "error" in self.recorded:
      return reason is not None and value is None
    return reason is None and value == self.recorded.get("manifest")


def composite(namespace):
  metadata = {"name": "x", **({"namespace": namespace} if namespace else {})}
  return {"apiVersion": "example.org/v1", "kind": "X", "metadata": metadata}


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
                "references": parts["references"],
                "kinds": [{"group": GROUP, "resource": "things", "kind": "Thing",
                           "scope": parts.get("scope", "Namespaced")}]},
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


def outcome(case, response):
  """What the function did, as DIFFERS writes it."""
  if any(one.get("severity") == "SEVERITY_FATAL" for one
         in response.get("results", [])):
    return INPUT
  if "rpcError" in response:
    return response["rpcError"]
  conditions = {one["type"]: one for one in response.get("conditions", [])}
  condition = conditions.get("ReferencesResolved", {"status":
                                                    "STATUS_CONDITION_TRUE"})
  reason = (None if condition["status"] == "STATUS_CONDITION_TRUE"
            else condition["reason"])
  resources = response.get("desired", {}).get("resources", {})
  value = case.value(resources.get("a", {}).get("resource"))
  return PASSED_ON if value == PASSED_ON else (reason, value)


def problem(case, response):
  """What is wrong; empty if nothing is."""
  got = outcome(case, response)
  met = isinstance(got, tuple) and case.is_met(*got)
  if case.name not in DIFFERS:
    return "" if met else f"recorded {case.recorded}, but it is {got}"
  if got != DIFFERS[case.name]:
    return f"DIFFERS says {DIFFERS[case.name]}, but it is {got}"
  return "it is met, so it is no difference" if met else ""


def cases():
  for kind, folder in ((RuntimeCase, "crossplane-runtime"),
                       (ObjectCase, "provider-kubernetes")):
    for path in sorted((HERE / "seeds" / folder).glob("*.yaml")):
      yield kind(f"{folder}/{path.stem}", yaml.safe_load(path.read_text()))


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
  page = set(re.findall(r"`((?:crossplane-runtime|provider-kubernetes)/[\w-]+)`",
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
