# SPDX-License-Identifier: Apache-2.0
"""Random pipelines with observed states, for `replay`: files that `render` and
`explain` read. The same seed gives the same files.

  write(seed, folder)     xr.yaml, composition.yaml and observed.yaml
"""
import json
import random

KINDS = (("s3.example.org/v1", "Bucket"), ("iam.example.org/v1", "Policy"),
         ("sql.example.org/v1", "Instance"), ("v1", "ConfigMap"), ("apps/v1", "Deployment"))
ZONES = ("a", "b", "c")


class Maker:

  def __init__(self, seed):
    self.chance = random.Random(seed)
    self.names = [f"r{i}" for i in range(self.chance.randint(2, 6))]
    self.loops = {name for name in self.names if self.chance.random() < 0.2}

  def maybe(self, share):
    return self.chance.random() < share

  def one(self, *choices):
    return self.chance.choice(choices)

  # The expressions of a template.

  def read(self):
    """An expression that has a value, or waits."""
    other = self.one(*self.names)
    key = f"observed.resources['{other}']" if self.maybe(0.3) else f"observed.resources.{other}"
    if other in self.loops:
      zone = self.one(*ZONES)
      key = f"observed.resources['{other}-{zone}']" if self.maybe(0.5) else \
          f"observed.resources['{other}-' + composite.spec.zones[0]]"
    return self.one(
        "composite.spec.region", "composite.spec.team", "composite.spec.tags.stage",
        "composite.metadata.name", "composite.spec.?note.orValue('none')",
        "environment.account", "environment.?stage.orValue('test')",
        f"{key}.resource.status.id", f"{key}.resource.status.?arn.orValue('none')",
        f"string(size(composite.spec.zones))")

  def text(self):
    return self.one("${" + self.read() + "}", "x-${" + self.read() + "}",
                    "${" + self.read() + "}-${" + self.read() + "}", "constant")

  def spec(self):
    return {key: self.text() for key in self.chance.sample("abcdef", self.chance.randint(1, 4))}

  def transforms(self):
    return self.chance.sample([
        {"type": "string", "string": {"type": "Convert", "convert": "ToUpper"}},
        {"type": "string", "string": {"type": "Format", "fmt": "%s-x"}},
        {"type": "map", "map": {"eu-1": "north", "us-1": "west", "blue": "red"}},
        {"type": "match", "match": {"patterns": [{"type": "literal", "literal": "eu-1", "result": "north"}],
                                    "fallbackTo": "Input"}}], self.chance.randint(1, 2))

  def patch(self):
    kind = self.one("FromCompositeFieldPath", "FromCompositeFieldPath", "ToCompositeFieldPath",
                    "CombineFromComposite", "FromEnvironmentFieldPath")
    made = {"type": kind}
    if kind == "CombineFromComposite":
      made["combine"] = {"strategy": "string", "string": {"fmt": "%s/%s"},
                         "variables": [{"fromFieldPath": "spec.region"}, {"fromFieldPath": "spec.team"}]}
    elif kind == "ToCompositeFieldPath":
      made["fromFieldPath"] = self.one("status.id", "status.arn")
    elif kind == "FromEnvironmentFieldPath":
      made["fromFieldPath"] = self.one("account", "stage")
    else:
      made["fromFieldPath"] = self.one("spec.region", "spec.team", "spec.tags", "spec.note", "status.ids.r0")
    if kind == "ToCompositeFieldPath":
      made["toFieldPath"] = f"status.ids.{self.one(*self.names)}"
    else:
      made["toFieldPath"] = self.one("spec.g", "spec.h", "spec.i.j", "metadata.labels[team]",
                                     "metadata.annotations[example.org/x]")
    if made.get("fromFieldPath") != "spec.tags" and kind != "CombineFromComposite" and self.maybe(0.3):
      made["transforms"] = self.transforms()
    if self.maybe(0.3):
      made["policy"] = {"fromFieldPath": "Required"}
    return made

  def metadata(self):
    made = {}
    if self.maybe(0.2):
      made["name"] = self.one("fixed", "${composite.metadata.name}-x")
    if self.maybe(0.1):
      made["namespace"] = "elsewhere"
    return {"metadata": made} if made else {}

  def resource(self, name, drop_in):
    version, kind = self.one(*KINDS)
    made = {"name": name}
    if drop_in or self.maybe(0.3):
      made["base"] = {"apiVersion": version, "kind": kind, "spec": {"size": 1, "list": ["a", "b"]}}
      made["patches"] = [self.patch() for _ in range(self.chance.randint(0, 4))]
    else:
      made["template"] = {"apiVersion": version, "kind": kind, **self.metadata(), "spec": self.spec()}
      if name in self.loops:
        made["forEach"] = {"items": "composite.spec.zones"}
      if self.maybe(0.2):
        made["condition"] = self.one("composite.spec.region == 'eu-1'", "size(composite.spec.zones) > 1",
                                     "has(composite.spec.note)", "composite.spec.note == 'x'")
    if drop_in and self.maybe(0.5):
      made["readinessChecks"] = [self.one({"type": "None"}, {"type": "NonEmpty", "fieldPath": "status.id"})]
    return made

  def native(self):
    made = {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
            "resources": [self.resource(name, False) for name in self.names]}
    if self.maybe(0.6):
      made["environment"] = {"defaultData": {"account": "12", "other": {"a": 1}}}
      if self.maybe(0.5):
        made["environment"]["patches"] = [{"type": "FromCompositeFieldPath", "fromFieldPath": "spec.tags.stage",
                                           "toFieldPath": "stage"}]
    if self.maybe(0.5):
      made["readiness"] = {}
    if self.maybe(0.4):
      made["status"] = {"own": {"a": self.text(), "b": self.text()}}
    if self.maybe(0.4) and len(self.names) > 2:
      first, second = self.chance.sample(self.names, 2)
      made["dependencies"] = [{"resource": first, "dependsOn": [{"resource": second}]}]
    plain = [each["name"] for each in made["resources"] if "forEach" not in each]
    if self.maybe(0.3) and plain:
      made["references"] = [{"target": {"resource": self.one(*plain)}, "toFieldPath": "spec.ref",
                             "fromComposite": {"fieldPath": self.one("spec.region", "spec.note")}}]
    if self.maybe(0.3):
      made["overlays"] = [{"match": [{"kind": "Bucket"}], "merge": {"spec": {"laid": self.text()}}}]
    return made

  def patch_and_transform(self):
    self.loops = set()
    return {"apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
            "resources": [self.resource(name, True) for name in self.names]}

  def pipeline(self):
    drop_in = self.maybe(0.35)
    steps = [{"step": "make", "functionRef": {"name": "function-patch-and-transform" if drop_in else "function-loom"},
              "input": self.patch_and_transform() if drop_in else self.native()}]
    if self.maybe(0.4):
      more = {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
              "overlays": [{"merge": {"metadata": {"labels": {"step": "two"}}}}]}
      if self.maybe(0.5):
        more["readiness"] = {}
      steps.append({"step": "add", "functionRef": {"name": "function-loom"}, "input": more})
    if self.maybe(0.3):
      steps.append({"step": "ready", "functionRef": {"name": "function-auto-ready"}})
    return steps

  def composite(self):
    spec = {"region": self.one("eu-1", "us-1"), "team": "blue",
            "zones": list(self.chance.sample(ZONES, self.chance.randint(0, 3))), "tags": {"stage": "prod"}}
    if self.maybe(0.3):
      spec["note"] = "x"
    return {"apiVersion": "example.org/v1alpha1", "kind": "Shop",
            "metadata": {"name": "books", **({"namespace": "team-a"} if self.maybe(0.7) else {})}, "spec": spec}

  def observed(self, composite, steps):
    for made in steps[0]["input"]["resources"]:
      keys = composite["spec"]["zones"] if "forEach" in made else [None]
      for key in keys:
        if self.maybe(0.4):
          continue
        name = made["name"] if key is None else f"{made['name']}-{key}"
        kind = made.get("base") or made["template"]
        annotations = {"crossplane.io/composition-resource-name": name}
        if key is not None:
          annotations["loom.fn.crossplane.io/for-each"] = made["name"]
        status = {}
        if self.maybe(0.6):
          status["id"] = f"id-{name}"
        if self.maybe(0.3):
          status["arn"] = f"arn-{name}"
        if self.maybe(0.7):
          good = self.maybe(0.6)
          status["conditions"] = [{"type": "Synced", "status": "True" if good else "False",
                                   **({} if good else {"reason": "ReconcileError", "message": f"no {name}"})},
                                  {"type": "Ready", "status": "True" if good else "False", "reason": "R"}]
        yield {"apiVersion": kind["apiVersion"], "kind": kind["kind"],
               "metadata": {"name": f"books-{name}-1", **({"namespace": "team-a"} if "namespace" in composite["metadata"] else {}),
                            "annotations": annotations}, "status": status}


def write(seed, folder):
  maker = Maker(seed)
  steps = maker.pipeline()
  composite = maker.composite()
  composition = {"apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": {"name": "shops"},
                 "spec": {"compositeTypeRef": {"apiVersion": "example.org/v1alpha1", "kind": "Shop"},
                          "mode": "Pipeline", "pipeline": steps}}
  files = {"xr": [composite], "composition": [composition], "observed": list(maker.observed(composite, steps))}
  for name, documents in files.items():
    (folder / f"{name}.yaml").write_text("".join(f"---\n{json.dumps(each, indent=1)}\n" for each in documents))
