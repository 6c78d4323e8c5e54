# SPDX-License-Identifier: Apache-2.0
"""The recorded runs of ACK's controllers, as typed references of the native input
(seeds.py). The references stand in the desired resource, as in ACK's objects."""
from seed_case import Case, composite

SERVICES = ".services.k8s.aws"
VERSION = "v1alpha1"

# The fields with references of the kinds that were recorded: field, service (None:
# that of the kind itself), kind, path, and whether it is a list, or required.
FIELDS = {
    "Cluster": [
        ("spec.roleARN", "iam", "Role", "Status.ACKResourceMetadata.ARN",
         {"required": True}),
        ("spec.resourcesVPCConfig.securityGroupIDs", "ec2", "SecurityGroup",
         "Status.ID", {"list": True}),
        ("spec.resourcesVPCConfig.subnetIDs", "ec2", "Subnet", "Status.SubnetID",
         {"list": True}),
    ],
    "Integration": [
        ("spec.apiID", None, "API", "Status.APIID", {"required": True}),
        ("spec.connectionID", None, "VPCLink", "Status.VPCLinkID", {}),
    ],
}
KINDS = [("apigatewayv2", "apis", "API"), ("apigatewayv2", "vpclinks", "VPCLink"),
         ("ec2", "securitygroups", "SecurityGroup"), ("ec2", "subnets", "Subnet"),
         ("iam", "roles", "Role"), ("kms", "keys", "Key")]

# As seed_case.py explains.
RESOLVED = {"name": "kube-1", "roleARN": "arn:demo:role/runner",
            "resourcesVPCConfig": {"securityGroupIDs": ["sg-a"]}}
DIFFERS = {
    **{f"ack/{name}": ("ReferenceAndValueSet", None) for name in (
        "both-given", "both-given-and-missing", "clear-both-given",
        "list-both-given", "nested-both-given", "two-validation-errors")},
    **{f"ack/{name}": ("ReferenceOrValueRequired", None) for name in (
        "neither-required", "ref-without-from",
        "required-missing-optional-resolves")},
    **{f"ack/{name}": ("InvalidReference", None) for name in (
        "list-entry-name-empty", "ref-name-empty")},
    "ack/clear-removes-resolved": (None, RESOLVED),
    "ack/kind-not-installed": ("ReferencedKindNotInstalled", None),
    "ack/resolve-twice": (None, RESOLVED),
    "ack/single-field-empty": ("FieldMissing", None),
}


def values(spec):
  """The spec without references, and without what is empty."""
  if isinstance(spec, list):
    return [values(one) for one in spec]
  if not isinstance(spec, dict):
    return spec
  kept = {key: values(one) for key, one in spec.items()
          if not key.endswith(("Ref", "Refs"))}
  return {key: one for key, one in kept.items() if one not in (None, {}, [])}


class ControllerCase(Case):
  """What a controller does with the references of one object."""

  def __init__(self, name, case):
    self.name = name
    self.given = case["configuration"]
    self.object = case["object"]
    self.objects = case["referenced"]
    self.recorded = case["observed"][-1]

  def entry(self, field, service, kind, path, more):
    references = {"version": VERSION, "resource": kind, "path": path}
    if service:
      references["service_name"] = service
    return {"target": {"resource": "a"}, "field": field, "refSource": "Desired",
            "allowCrossNamespace": self.given["enableCrossNamespace"],
            "references": references, **more}

  def entries(self):
    rows = list(FIELDS[self.object["kind"]])
    # A field in a list of objects needs an entry for each of them.
    for index, one in enumerate(self.object["spec"].get("encryptionConfig", [])):
      if "keyRef" in one.get("provider", {}):
        rows.append((f"spec.encryptionConfig[{index}].provider.keyARN", "kms",
                     "Key", "Status.ACKResourceMetadata.ARN", {}))
    return [self.entry(*row) for row in rows]

  def request(self):
    missing = self.given.get("kindsNotInstalled", [])
    return {
        "composite": composite(self.object["metadata"].get("namespace")),
        "observed": None,
        "desired": self.object,
        "input": {"typedReferences": self.entries(), "kinds": [
            {"group": service + SERVICES, "resource": resource, "kind": kind,
             "scope": "Namespaced"} for service, resource, kind in KINDS
            if kind not in missing]},
    }

  def value(self, desired, _):
    return desired and values(desired["spec"])

  def is_met(self, reason, value, reported):
    if "error" not in self.recorded:
      return reason is None and value == values(self.recorded["spec"])
    [condition] = self.recorded["conditions"]
    status = f"STATUS_CONDITION_{condition['status'].upper()}"
    return reported.get("status") == status and value is None
