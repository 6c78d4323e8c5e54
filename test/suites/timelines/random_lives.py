# SPDX-License-Identifier: Apache-2.0
"""Random lives of composites, as files for `function-loom test`.

    write(FOLDER, SEED)   # composition.yaml, changed.yaml, xr.yaml, environment.yaml, life.test.yaml
    write_kinds(FOLDER)   # the definitions of the composites, and the CRDs of what they compose

A life has 15 steps, each with one change: of a field, a status, an EnvironmentConfig or the
Composition, a deletion behind Crossplane's back, a finalizer, or the composite itself. A step
may name a resource that does not exist at that time; then nothing changes.
"""
import json
import pathlib
import random

GROUP, CLOUD, SPACE = "life.e2e.example", "net.life.e2e.example", "lives"
STEPS = 15
KINDS = {"Network": True, "Database": True, "Plain": True, "Zone": False}  # whether it is namespaced
COMPOSITES = {"Life": "Namespaced", "WideLife": "Cluster", "OldLife": "LegacyCluster"}
ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
SPEC = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "default": "north"},
        "size": {"type": "integer", "minimum": 1},
        "zones": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}},
        "backup": {"type": "object", "properties": {"keep": {"type": "integer", "default": 3}, "schedule": {"type": "string"}}},
        "enabled": {"type": "boolean"}}}
NETWORK = {
    "type": "object",
    "properties": {
        "region": {"type": "string"},
        "size": {"type": "integer", "maximum": 8},
        "mtu": {"type": "integer", "default": 1500},
        "zones": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}},
        "routes": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["to"], "items": {
            "type": "object", "required": ["to"], "properties": {
                "to": {"type": "string"}, "via": {"type": "string"}, "metric": {"type": "integer", "default": 1}}}}}}


def plural(kind):
    return kind.lower() + "s"


def crd(kind, namespaced):
    schema = {"type": "object", "properties": {"spec": NETWORK if kind == "Network" else ANYTHING, "status": ANYTHING}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    if kind != "Plain":
        version["subresources"] = {"status": {}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural(kind)}.{CLOUD}"},
            "spec": {"group": CLOUD, "scope": "Namespaced" if namespaced else "Cluster", "versions": [version],
                     "names": {"kind": kind, "plural": plural(kind), "singular": kind.lower(), "listKind": f"{kind}List"}}}


def definition(kind, scope):
    schema = {"type": "object", "properties": {"spec": SPEC, "status": {"type": "object", "properties": {
        "id": {"type": "string"}, "zones": {"type": "integer"}}}}}
    version = "v1" if scope == "LegacyCluster" else "v2"
    return {"apiVersion": f"apiextensions.crossplane.io/{version}", "kind": "CompositeResourceDefinition", "metadata": {"name": f"{plural(kind)}.{GROUP}"},
            "spec": {"group": GROUP, "scope": scope, "names": {"kind": kind, "plural": plural(kind)},
                     "versions": [{"name": "v1", "served": True, "referenceable": True, "schema": {"openAPIV3Schema": schema}}]}}


def dump(path, *documents):
    # JSON is YAML.
    path.write_text("---\n".join(json.dumps(each, indent=1) + "\n" for each in documents))


def write_kinds(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for kind, namespaced in KINDS.items():
        dump(folder / f"{kind.lower()}.yaml", crd(kind, namespaced))
    for kind, scope in COMPOSITES.items():
        dump(folder / f"definition-{kind.lower()}.yaml", definition(kind, scope))


class Life:
    def __init__(self, seed):
        self.random, self.name = random.Random(seed), f"life-{seed}"
        self.kind = self.random.choice(["Life"] * 3 + ["WideLife", "OldLife"])
        self.names, self.held = [], []

    def maybe(self, chance=0.5):
        return self.random.random() < chance

    def pick(self, *values):
        return self.random.choice(values)

    # ---- the Composition ----

    def object(self, kind, spec):
        out = {"apiVersion": f"{CLOUD}/v1", "kind": kind, "spec": spec}
        if self.kind != "Life" and KINDS[kind]:
            out["metadata"] = {"namespace": SPACE}
        return out

    def patch(self, source, to, **more):
        return {"fromFieldPath": source, "toFieldPath": to, **more}

    def network(self):
        patches = [self.patch("spec.region", "spec.region"), self.patch("spec.size", "spec.size"),
                   self.patch("spec.tags", "spec.tags"), self.patch("spec.zones", "spec.zones"),
                   self.patch("metadata.labels[team]", "metadata.labels[team]"),
                   {"type": "FromEnvironmentFieldPath", "fromFieldPath": "zone", "toFieldPath": "metadata.annotations[zone]"}]
        self.random.shuffle(patches)
        patches = patches[:self.random.randint(2, 6)]
        if self.maybe():
            patches.append({"type": "ToCompositeFieldPath", "fromFieldPath": "status.id", "toFieldPath": "status.id"})
        spec = {"routes": [{"to": "a", "via": "x"}, {"to": "b"}]} if self.maybe() else {}
        return {"name": "network", "base": self.object("Network", spec), "patches": patches}

    def database(self):
        read = self.pick("${observed.resources.network.resource.status.id}", "${observed.resources.?network.?resource.?status.?id}",
                         "net-${observed.resources.network.resource.status.id}", "${composite.status.id}")
        spec = {"networkId": read, "keep": "${composite.spec.?backup.?keep}"}
        if self.maybe(0.3):
            spec["first"] = "${composite.spec.zones[0]}"
        return {"name": "database", "template": self.object("Database", spec)}

    def extra(self):
        out = {"name": "extra", "condition": self.pick("composite.spec.?enabled.orValue(false)", "has(composite.spec.backup)",
                                                       "composite.spec.enabled"),
               "template": self.object("Plain", {"schedule": "${composite.spec.?backup.?schedule}"})}
        return out

    def loop(self):
        return {"name": "part", "forEach": {"items": "composite.spec.?zones.orValue([])", "key": "item"},
                "template": self.object("Database", {"zone": "${item}", "index": "${index}"})}

    def zone(self):
        out = {"name": "zone", "base": self.object("Zone", {"fixed": True}), "patches": [self.patch("spec.region", "spec.region")]}
        if self.maybe(0.4):
            out["base"]["metadata"] = {"name": f"{self.name}-zone"}
        return out

    def composition(self, resources, step):
        spec = {"environment": {"configs": [{"type": "Reference", "ref": {"name": self.name}}]}, "resources": resources}
        if self.usage and {"network", "database"} <= {each["name"] for each in resources}:
            entry = {"resource": "database", "dependsOn": [{"resource": "network"}]}
            if self.usage == "Usage":
                entry["deletion"] = "Usage"
            spec["dependencies"] = [entry]
        if self.readiness is not None:
            spec["readiness"] = self.readiness
        return {"apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": {"name": self.name},
                "spec": {"compositeTypeRef": {"apiVersion": f"{GROUP}/v1", "kind": self.kind}, "mode": "Pipeline", "pipeline": [{
                    "step": step, "functionRef": {"name": "function-loom"},
                    "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input", **spec}}]}}

    def compositions(self):
        self.usage = self.pick(None, None, "order", "Usage")
        self.readiness = self.pick(None, {}, {"explain": True}, {"rules": [{"resource": "extra", "ready": "Exists"}]})
        makers = [self.network, self.database, self.extra, self.loop]
        if self.kind != "Life":
            makers.append(self.zone)
        resources = [each() for each in makers if self.maybe(0.75)] or [self.network()]
        self.names = [each["name"] for each in resources]
        changed = json.loads(json.dumps(resources))
        what = self.pick("drop", "rename", "field")
        last = changed[-1]
        if what == "drop" and len(changed) > 1:
            changed.pop()
        elif what == "rename":
            last["name"] += "-2"
        else:
            last.get("base", last.get("template"))["spec"]["size" if last["name"] == "network" else "added"] = 5
        return self.composition(resources, "compose"), self.composition(changed, "changed")

    # ---- its life ----

    def spec(self):
        out = {"zones": self.random.sample(["a", "b", "c"], self.random.randint(0, 3)), "size": self.random.randint(1, 8)}
        for name, value in {"region": "south", "tags": {"a": "1", "b": "2"}, "backup": {"schedule": "daily"}, "enabled": True}.items():
            if self.maybe():
                out[name] = value
        return out

    def edit(self):
        return {"edit": self.pick(
            {"spec": {"region": self.pick("east", "west")}}, {"spec": {"region": None}}, {"spec": {"size": self.random.randint(1, 12)}},
            {"spec": {"size": None}}, {"spec": {"zones": self.random.sample(["a", "b", "c", "d"], self.random.randint(0, 4))}},
            # No tag is removed alone: Kubernetes up to 1.35 refuses a map that loses its last item and stays desired.
            {"spec": {"tags": {self.pick("a", "b", "c"): self.pick("3", "4")}}}, {"spec": {"tags": None}},
            {"spec": {"backup": self.pick(None, {"schedule": "weekly"}, {"keep": 5})}}, {"spec": {"enabled": self.pick(True, False, None)}},
            {"metadata": {"labels": {"team": self.pick("one", "two", None)}}}, {"metadata": {"annotations": {"note": self.pick("x", None)}}})}

    def resource(self):
        names = [each for each in self.names if each != "part"] + [f"part-{zone}" for zone in "abc" if "part" in self.names]
        return self.random.choice(names)

    def set(self):
        name = self.resource()
        changes = [
            {"status": {"id": self.pick("id-1", "id-2", None)}},
            {"status": {"conditions": [{"type": "Ready", "status": self.pick("True", "False"), "reason": "Told",
                                        "lastTransitionTime": "2024-01-01T00:00:00Z"}]}},
            {"metadata": {"labels": {"seen": self.pick("yes", None)}}}, {"metadata": {"annotations": {"seen": self.pick("yes", None)}}}]
        if name == "network":
            changes += [{"spec": {"region": "moved"}}, {"spec": {"mtu": self.pick(9000, None)}}, {"spec": {"tags": {"foreign": "1"}}},
                        {"spec": {"routes": [{"to": "a", "via": "y"}, {"to": "z"}]}}]
        elif name != "zone":
            changes += [{"spec": {"foreign": self.pick(1, [1, 2], {"a": None})}}]
        return {"set": {name: self.random.choice(changes)}}

    def environment(self, zone):
        return {"apiVersion": "apiextensions.crossplane.io/v1beta1", "kind": "EnvironmentConfig", "metadata": {"name": self.name},
                "data": {"zone": zone}}

    def change(self):
        what = self.random.choices(
            ["edit", "set", "ready", "environment", "missing", "revision", "back", "delete", "hold", "release"],
            [30, 25, 12, 5, 2, 4, 3, 8, 5, 6])[0]
        if what == "edit":
            return self.edit()
        if what == "set":
            return self.set()
        if what == "ready":
            return {"become": "ready"}
        if what == "environment":
            return {"objects": [self.environment(self.pick("one", "two"))]}
        if what == "missing":
            return {"remove": [{"apiVersion": "apiextensions.crossplane.io/v1beta1", "kind": "EnvironmentConfig", "name": self.name}]}
        if what in ("revision", "back"):
            return {"composition": "changed.yaml" if what == "revision" else "composition.yaml"}
        if what == "release" and not self.held:
            what = "hold"
        name = self.random.choice(self.held) if what == "release" else self.resource()
        if what == "hold":
            self.held.append(name)
        return {what: [name]}

    def test(self, kinds):
        steps = [{"name": "begins"}]
        while len(steps) < STEPS - 1:
            steps.append(self.change())
            if "remove" in steps[-1]:
                steps.append({"objects": [self.environment("back")]})
        steps.append({"delete": True} if self.maybe() else self.change())
        return {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "CompositionTest", "metadata": {"name": self.name},
                "spec": {"composition": "composition.yaml", "xrd": f"{kinds}/definition-{self.kind.lower()}.yaml", "composite": "xr.yaml",
                         "schemas": [kinds], "objects": ["environment.yaml"], "steps": steps}}

    def composite(self):
        crossplane = {"compositionRef": {"name": self.name}}
        out = {"apiVersion": f"{GROUP}/v1", "kind": self.kind, "metadata": {"name": self.name},
               "spec": self.spec() | (crossplane if self.kind == "OldLife" else {"crossplane": crossplane})}
        if self.kind == "Life":
            out["metadata"]["namespace"] = SPACE
        return out


def write(folder, seed, kinds="../kinds"):
    folder.mkdir(parents=True, exist_ok=True)
    life = Life(seed)
    first, changed = life.compositions()
    dump(folder / "composition.yaml", first)
    dump(folder / "changed.yaml", changed)
    dump(folder / "xr.yaml", life.composite())
    dump(folder / "environment.yaml", life.environment("zero"))
    dump(folder / "life.test.yaml", life.test(kinds))
    return folder / "life.test.yaml"


def write_all(folder, seeds):
    folder = pathlib.Path(folder)
    write_kinds(folder / "kinds")
    return [write(folder / f"life-{seed}", seed) for seed in seeds]
