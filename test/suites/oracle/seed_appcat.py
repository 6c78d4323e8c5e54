# SPDX-License-Identifier: Apache-2.0
"""The recorded runs of AppCat's runtime, as native input (seeds.py). The runtime is a
function: each run has a whole request, and the steps of a service written in Go. What
a service makes there is a template here, and its calls of the runtime are entries of
dependencies, connectionDetails and objectConnectionDetails.

Compared are the desired resources and whether they are ready, status and connection
details of the composite, and whether the call is FATAL. Results and conditions are
not: the runtime has events of its own on each call, and sets no conditions. Neither is
the readiness of the composite, which the runtime leaves to others.

A row of DIFFERS has each place where the answers differ, with what function-loom has
there (None: nothing).
"""
from seed_case import is_fatal

IGNORE = "appcat.vshn.io/ignore-provider-config"
# Labels and annotations by which the runtime keeps its own books.
BOOKS = ("appcat.vshn.io/owner", "appcat.vshn.io/reconciled-on")
SERVICES = {"group": "vshn.appcat.vshn.io", "kind": "XVSHNPostgreSQL"}

# What the input has to say for the recorded answer, where its default is another.
ALL = {"providerConfig": {"targets": {"detection": "All"}}}
SETTINGS = {
    "appcat/core-kind": ALL,
    "appcat/custom-label-key":
        {"providerConfig": {"labelKey": "infra.example/cfg"}},
    "appcat/namespaced-resource-gets-no-kind":
        {"providerConfig": {"kind": "None"}},
    "appcat/nested-by-service":
        {"providerConfig": {"nestedComposites": {"kinds": [SERVICES]}}},
    "appcat/nested-without-ignore": ALL,
    "appcat/provider-config-kind": ALL,
    # The runtime judges the readiness of all resources, a template that of its own.
    "appcat/readiness-derived":
        {"resources": [{"name": name} for name in "abc"]},
    "appcat/spec-missing": ALL,
}

DIFFERS = {
    "appcat/composite-spec-dropped": {"composite spec": {"x": 1}},
    "appcat/connection-secret-copied": {
        "a spec.writeConnectionSecretToRef.namespace": "inst-7",
        "a-cache-7f2": None},
    "appcat/nulls-pruned": {
        "c1 spec.forProvider.manifest.metadata.creationTimestamp": "null",
        "c1 spec.forProvider.manifest.spec.x": "null",
        "c1 spec.forProvider.manifest.spec.list": [{"y": None, "z": 1}, None],
        "c1 spec.forProvider.manifest.spec.m.q": "null"},
    "appcat/object-references": {"cache-7f2-cm spec.references": [{"dependsOn": {
        "apiVersion": "kubernetes.crossplane.io/v1alpha2", "kind": "Object",
        "name": "cache-7f2-cluster"}}]},
    "appcat/ref-list": {"fatal": False, "a": "as it came"},
    "appcat/service-error": {
        "a metadata.labels": None, "a spec.providerConfigRef": None},
    "appcat/spec-string": {"fatal": False, "a": "as it came"},
    **{f"appcat/usage-{name}": {"alpha-used-by-beta": None}
       for name in ("of-by", "protected-by", "protects")},
    **{f"appcat/wait-{name}": {"app": None} for name in (
        "dependency-no-conditions", "dependency-ready-unknown",
        "details-unready-marks-main")},
}


def template(name, base):
  return {"resources": [{"name": name, "base": base}]}


def managed(step):
  return [template(step["name"], step["object"])]


def object_of(name, manifest, labels=(), **spec):
  """An Object of provider-kubernetes, as the runtime makes it."""
  return {"apiVersion": "kubernetes.crossplane.io/v1alpha2", "kind": "Object",
          "metadata": {"name": name,
                       **({"labels": dict.fromkeys(labels, "true")}
                          if labels else {})},
          "spec": {"forProvider": {"manifest": manifest},
                   "providerConfigRef": {"name": "kubernetes"}, **spec}}


def kube_object(step):
  name, manifest = step["name"], dict(step["object"])
  options = step.get("options", {})
  spec = {}
  if options.get("observe"):
    spec["managementPolicies"] = ["Observe"]
    del manifest["spec"]
  sections = [template(name, object_of(
      name, manifest, [IGNORE] if options.get("deployOnControlPlane") else [],
      **spec))]
  if "refs" in options:
    sections.append({"dependencies": [{
        "resource": name, "mode": "Reference",
        "dependsOn": [one["dependsOn"] for one in options["refs"]]}]})
  if "connectionDetails" in options:
    sections.append({"objectConnectionDetails": [{
        "resource": name,
        "writeConnectionSecretToRef": {
            "name": f"{name}-cd",
            "namespace": options["connectionDetailsNamespace"]},
        "details": options["connectionDetails"]}]})
  return sections


def copy_kube(step):
  name = f"{step['name']}-claim-observer"
  manifest = dict(step["object"])
  manifest["metadata"] = {**manifest["metadata"], "namespace": step["from"]}
  return [template(name, object_of(
      name, manifest, [IGNORE, "appcat.vshn.io/webhook-allowdeletion"],
      managementPolicies=["Observe"]))]


def usage(step):
  """A Usage and no gate."""
  return [{"dependencies": [{
      "resource": step["by"], "dependsOn": [{"resource": step["of"]}],
      "deletion": "Usage", "mode": "None"}]}]


def wait(step):
  depends_on = []
  for name in step.get("deps", []):
    depends_on += [{"resource": name}, {"resource": name, "condition": "Synced"}]
  for name, keys in step.get("connectionDetails", {}).items():
    depends_on.append({"resource": name, "connectionDetails": keys})
  return [{"dependencies": [
      {"resource": step["main"], "dependsOn": depends_on}]},
          *(section for then in step["then"] for section in STEPS[then["op"]](then))]


def add_details(step):
  return [{"connectionDetails": [{"allFrom": {"resource": step["name"]}}]}]


def set_detail(step):
  return [{"connectionDetails": [
      {"name": step["name"], "value": step["value"]}]}]


def fail(_):
  """What fails here is a reference, to a field that is not there."""
  return [{"references": [{
      "target": {"resource": "a"}, "toFieldPath": "spec.failed",
      "fromComposite": {"fieldPath": "spec.missing"}, "onFailure": "Fatal"}]}]


STEPS = {
    "addObservedConnectionDetails": add_details,
    "copyKube": copy_kube,
    "fail": fail,
    "kubeObject": kube_object,
    "managed": managed,
    "setConnectionDetail": set_detail,
    "usage": usage,
    "waitConnectionDetails": wait,
    "waitObserved": wait,
}


def annotated(name, resource):
  """The Usages that the annotations of a resource ask for, as steps."""
  notes = resource["metadata"].get("annotations", {})

  def names(key):
    return filter(None, notes.get(f"appcat.vshn.io/{key}", "").split(","))

  return ([{"op": "usage", "of": name, "by": by} for by in names("protectedby")] +
          [{"op": "usage", "of": of, "by": name} for of in names("protects")])


def adds_nothing(key, value):
  """Whether it is the runtime's own, or a zero of a type of Go."""
  if key.startswith(BOOKS):
    return True
  if isinstance(value, dict):
    return all(adds_nothing(*item) for item in value.items())
  return value in (None, "", 0, False, [])


def differences(want, got, place, is_made):
  """The places where two values differ, with what is in the second. What the runtime
  made (is_made) may have more, as long as that adds nothing."""
  if not (isinstance(want, dict) and isinstance(got, dict)):
    return {} if want == got else {place: got}
  found = {}
  for key in sorted({*want, *got}):
    at = place + (" " if " " not in place else ".") + key
    if key not in want:
      found[at] = "null" if got[key] is None else got[key]
    elif key in got:
      found.update(differences(want[key], got[key], at, is_made))
    elif not (is_made and adds_nothing(key, want[key])):
      found[at] = None
  return found


class ServiceCase:
  """A call of the runtime."""
  objects = ()

  def __init__(self, name, case):
    self.name = name
    self.given = case["request"]
    self.recorded = case["shows"]
    self.error = case["observed"]["error"]
    self.answer = case["observed"].get("response") or {}
    self.steps = case["configuration"]["serviceSteps"]
    self.desired = self.given["desired"].get("resources", {})

  def input(self):
    steps = list(self.steps)
    for name, one in self.desired.items():
      steps += annotated(name, one["resource"])
    made = {"providerConfig": {}, **SETTINGS.get(self.name, {})}
    for step in steps:
      for section in STEPS[step["op"]](step):
        for key, entries in section.items():
          made[key] = made.get(key, []) + entries
    return made

  def call(self):
    return {**self.given, "input": self.input()}

  def composite(self, desired):
    composite = desired.get("composite", {})
    resource = dict(composite.get("resource") or {})
    # Null says the same as nothing.
    if resource.get("spec", "") is None:
      del resource["spec"]
    return {**resource, "connectionDetails": composite.get("connectionDetails", {})}

  def resources(self, desired):
    return {name: {**one["resource"], "ready": one.get("ready") == "READY_TRUE"}
            for name, one in desired.get("resources", {}).items()}

  def outcome(self, response):
    found = {}
    failed = "rpcError" in response or is_fatal(response)
    if failed != (bool(self.error) or is_fatal(self.answer)):
      found["fatal"] = failed
    recorded = self.answer.get("desired", {})
    want = self.resources(recorded)
    got = self.resources(response.get("desired", {}))
    came = self.resources(self.given["desired"])
    for name in sorted({*want, *got}):
      if name not in want:
        found[name] = "as it came" if got[name] == came.get(name) else got[name]
      elif name not in got:
        found[name] = None
      else:
        found.update(differences(want[name], got[name], name,
                                 name not in self.desired))
    found.update(differences(self.composite(recorded),
                             self.composite(response.get("desired", {})),
                             "composite", False))
    return found

  def met(self, got, _):
    return not got
