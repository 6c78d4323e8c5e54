# SPDX-License-Identifier: Apache-2.0
"""The recorded runs of Config Connector's code, as external references and identities
of the native input (seeds.py)."""
from seed_case import Case, composite

KINDS = {
    "ComputeNetwork": ("compute.cnrm.cloud.google.com", "computenetworks"),
    "CloudBuildWorkerPool": ("cloudbuild.cnrm.cloud.google.com",
                             "cloudbuildworkerpools"),
    "Project": ("resourcemanager.cnrm.cloud.google.com", "projects"),
}
# Whose code it was, and the kind that it is about.
KIND_OF = {
    "CloudBuildWorkerPoolIdentity.FromExternal": "CloudBuildWorkerPool",
    "CloudBuildWorkerPoolRef.Normalize": "CloudBuildWorkerPool",
    "ComputeNetworkRef.Normalize": "ComputeNetwork",
    "ProjectRef.Normalize": "Project",
    "StripReferencePrefixes": "CloudBuildWorkerPool",
    "TrimComputeURIPrefix": "ComputeNetwork",
    "ValidateNameAndExternal": "ComputeNetwork",
    "v1beta1.ProjectRef.Normalize": "Project",
}
# What only the kinds of the Compute API do.
COMPUTE = {"trimPrefixes": "Compute", "fallbackPaths": ["status.selfLink"]}
# What the input has to say for the recorded answer, where its default is another.
SETTINGS = {
    "kcc/strip-version": {
        "trimPrefixes": ["https://cloudbuild.googleapis.com/v1beta1/"]},
}

# As seed_case.py explains.
DIFFERS = {
    **{f"kcc/{name}": ("Pending", None) for name in (
        "generated-acquire", "generated-nothing-known", "identity-from-spec",
        "identity-resource-id")},
    **{f"kcc/{name}": ("InvalidReference", None) for name in (
        "network-both", "network-neither", "parse-empty", "project-both",
        "project-neither")},
    **{f"kcc/{name}": ("DependencyInvalid", None) for name in (
        "network-external-wrong-host", "project-external-folders-9")},
    **{f"kcc/{name}": ("DependencyNotReady", None) for name in (
        "pool-name-fallback-spec", "project-name", "project-name-without-id",
        "project-new-twice", "project-old-twice")},
    "kcc/network-stored-inventory-form":
        (None, {"external": "projects/p-77/global/networks/blue"}),
    "kcc/pool-external-inventory":
        (None, {"external":
                "projects/p-77/locations/eu-7/workerPools/pool-1"}),
    "kcc/project-name-missing": ("DependencyNotFound", None),
}


class ReferenceCase(Case):
  """What becomes of a reference, or of a text that is one."""

  def __init__(self, name, case):
    self.name = name
    self.recorded = case["observed"]
    self.objects = case.get("referenced") or []
    self.kind = KIND_OF[case["source"]["function"]]
    self.ref = case.get("ref")
    if self.ref is None:
      self.ref = {"external": case["text"]}

  def request(self):
    group, resource = KINDS[self.kind]
    return {
        "composite": composite("team-a"),
        "observed": None,
        "desired": {"apiVersion": "example.org/v1", "kind": "A",
                    "spec": {"ref": self.ref}},
        "input": {
            "externalReferences": [
                {"target": {"resource": "a", "field": "spec.ref"},
                 "kind": {"apiVersion": f"{group}/v1beta1", "kind": self.kind},
                 **(COMPUTE if self.kind == "ComputeNetwork" else {}),
                 **SETTINGS.get(self.name, {})}],
            "kinds": [{"group": group, "resource": resource, "kind": self.kind,
                       "scope": "Namespaced"}]},
    }

  def value(self, desired, _):
    return desired and desired["spec"]["ref"]

  def is_met(self, reason, value, reported):
    if "error" in self.recorded:
      return value is None and self.recorded["error"] in reported.get("message", "")
    want = self.recorded.get("ref")
    if want is None:
      text = self.recorded.get("identity", self.recorded.get("text"))
      want = {"external": text}
      # What is left of a text after trimming need not be a name.
      if not text.startswith("projects/"):
        return reason == "DependencyInvalid" and value is None
    return reason is None and value == want


class IdentityCase(Case):
  """The identity of an object, from its fields and from its status."""
  condition = "ExternalIdentityValid"
  objects = ()

  def __init__(self, name, case):
    self.name = name
    self.recorded = case["observed"]
    self.object = case["object"]
    self.is_generated = name.startswith("kcc/generated")

  def request(self):
    last = {"BigQueryConnectionConnection": "connection",
            "CloudBuildWorkerPool": "workerPool"}[self.object["kind"]]
    desired = {key: value for key, value in self.object.items()
               if key != "status"}
    return {
        "composite": composite("team-a"),
        "observed": self.object if "status" in self.object else None,
        "desired": desired,
        "input": {"identities": [{
            "resource": "a", "publishTo": "status.id",
            "serverGenerated": self.is_generated,
            "kind": {"apiVersion": self.object["apiVersion"],
                     "kind": self.object["kind"]},
            "from": {
                "project": {"fieldPath": "spec.projectRef.external",
                            "trimPrefix": "projects/",
                            "default": {"fieldPath": "metadata.namespace"}},
                "location": {"fieldPath": "spec.location"},
                last: {"fieldPath": "spec.resourceID",
                       "default": {"fieldPath": "metadata.name"}}}}]},
    }

  def value(self, _, composite_resource):
    return (composite_resource or {}).get("status", {}).get("id")

  def is_met(self, reason, value, _):
    if "error" in self.recorded:
      return reason is not None and value is None
    return reason is None and value == self.recorded["identity"]


def case_of(name, case):
  made = IdentityCase if "object" in case else ReferenceCase
  return made(name, case)
