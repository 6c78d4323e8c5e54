# SPDX-License-Identifier: Apache-2.0
"""The recorded runs of crossplane-runtime and provider-kubernetes, as references,
dependencies and connection details of Objects of the native input (seeds.py)."""

from seed_case import GROUP, INPUT, PASSED_ON, Case, composite

MANIFEST = "spec.forProvider.manifest."

# What the input has to say for the recorded answer, where its default is another.
SETTINGS = {
    "crossplane-runtime/multiple-selector-sorted":
        {"selection": {"mode": "Multiple", "sortByFieldPath": "spec.value"}},
    "provider-kubernetes/patches-from-secret": {"decode": "None"},
}

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
    "provider-kubernetes/namespaced-default-namespace": (None, [{"dependsOn": {
        "apiVersion": "v1", "kind": "ConfigMap", "name": "src",
        "namespace": "team-a"}}]),
}
DIFFERS.update({
    f"provider-kubernetes/details-{name}": PASSED_ON
    for name in ("big-number", "missing-field", "number", "object",
                 "secret-decoded", "target-cluster")})


class RuntimeCase(Case):
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
        "input": {"references": self.entries(), "kinds": [
            {"group": GROUP, "resource": "things", "kind": "Thing",
             "scope": "Namespaced" if "namespace" in self.given else "Cluster"}]},
    }

  def value(self, desired, _):
    return (desired or {}).get("spec", {}).get("x")

  def is_met(self, reason, value, _):
    want = self.recorded.get("values" if self.several else "value")
    failed = "error" in self.recorded
    return failed == (reason is not None) and (value or None) == (want or None)


class ObjectCase(Case):
  """An observation of provider-kubernetes: an Object whose manifest gets values
  of others, which waits for others, or which has connection details. What its provider
  is to do is not in the desired Object: the sections have to write it."""

  def __init__(self, name, case):
    self.name = name
    self.settings = SETTINGS.get(name, {})
    self.object = case["object"]
    self.recorded = case["observed"]
    self.references = self.object["spec"].get("references", [])
    self.depends = any("dependsOn" in one for one in self.references)
    if self.depends:
      self.condition = "DependenciesReady"
    # What the target cluster has, nobody reads for a reference.
    self.objects = case["onControlPlane"]

  def entry(self, one):
    source = one["patchesFrom"]
    to = MANIFEST + one.get("toFieldPath", source["fieldPath"])
    return {"target": {"resource": "a"}, "toFieldPath": to,
            "fromObject": {**source, **self.settings},
            "policy": {"resolve": "Always"}}

  def sections(self):
    details = self.object["spec"].get("connectionDetails")
    if details:
      return {"objectConnectionDetails": [{"resource": "a", "details": details}]}
    if not self.depends:
      return {"references": [self.entry(one) for one in self.references]}
    # The Object waits here, and has the reference again, for its provider.
    return {"dependencies": [
        {"resource": "a", "mode": "Both", "dependsOn": [
            {**one["dependsOn"], "condition": "Exists"}
            for one in self.references]}]}

  def request(self):
    desired = {**self.object, "spec": dict(self.object["spec"])}
    for member in ("connectionDetails", "references"):
      desired["spec"].pop(member, None)
    deleted = "deletionTimestamp" in self.object["metadata"]
    return {
        "composite": composite(self.object["metadata"].get("namespace")),
        "observed": self.object if deleted else None,
        "desired": desired,
        "input": {**self.sections(), "kinds": [
            {"group": GROUP, "resource": "things", "kind": "Thing",
             "scope": "Namespaced"}]},
    }

  def value(self, desired, _):
    if DIFFERS.get(self.name) == PASSED_ON:
      return PASSED_ON if desired == self.object else desired
    if desired and self.depends and (
        desired["spec"].get("references") != self.references):
      return desired["spec"]["references"]
    return desired and desired["spec"]["forProvider"]["manifest"]

  def is_met(self, reason, value, _):
    if "error" in self.recorded:
      return reason is not None and value is None
    return reason is None and value == self.recorded.get("manifest")
