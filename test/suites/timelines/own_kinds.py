# SPDX-License-Identifier: Apache-2.0
"""Makes tests of `function-loom test` ready for a cluster that has none of their kinds.

    write(TEST FILE, FOLDER, PREFIX)    # life.test.yaml, with all it needs, and kinds/

Everything that the test names is put into one file. Its kinds get groups of their own,
`PREFIX.s3.aws.upbound.io`, and its Composition and namespaces names of their own, so
that many tests can be played at once. A kind without a definition gets one that accepts
any field, functions become function-loom, and each step goes on until nothing changes.
"""
import json
import pathlib
import re

import yaml

ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
OF_KUBERNETES = re.compile(r"^$|^(apps|batch|autoscaling|policy)$|(^|\.)k8s\.io$")
# Groups that a cluster with Crossplane has.
THERE = re.compile(r"^$|^(apps|batch|autoscaling|policy)$|(^|\.)k8s\.io$|^(apiextensions|ops|pkg|protection|.*\.fn)\.crossplane\.io$")

# Groups whose kinds function-loom knows by name.
KNOWN = re.compile(r"cnrm\.cloud\.google\.com$|(^|\.)crossplane\.io$")


class Text(yaml.SafeLoader):
    """Scalars as go-yaml reads them: no dates, and `on` and `yes` only where YAML 1.1 is asked for."""


Text.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def documents(path):
    if path.is_dir():
        return [each for file in sorted(path.rglob("*.yaml")) for each in documents(file)]
    return [each for each in yaml.load_all(path.read_text(), Loader=Text) if each]


def plural(kind):
    word = kind.lower()
    return word[:-1] + "ies" if word.endswith("y") else word + "es" if word.endswith("s") else word + "s"


def group_of(api_version):
    return api_version.partition("/")[0] if "/" in api_version else ""


def objects_in(value):
    """All objects in a value that have an apiVersion and a kind."""
    if isinstance(value, dict):
        if isinstance(value.get("apiVersion"), str) and isinstance(value.get("kind"), str):
            yield value
        for each in value.values():
            yield from objects_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from objects_in(each)


def spaces_in(text):
    """The namespaces that a text of JSON names."""
    return set(re.findall(r'"(?:namespace|writeConnectionSecretsToNamespace)": "([^"$]+)"', text))


class Test:
    def __init__(self, file):
        self.folder = file.parent
        self.test = next(each for each in documents(file) if each.get("kind") == "CompositionTest")
        spec = self.test["spec"]
        self.composition, self.composite = self.one(spec["composition"]), self.one(spec["composite"])
        self.definition = self.one(spec["xrd"]) if "xrd" in spec else None
        names = self.definition["spec"].get("claimNames", {}) if self.definition else {}
        self.is_claim = names.get("kind") == self.composite["kind"]
        self.composite.setdefault("spec", {})
        self.objects = [each for what in spec.get("objects", []) for each in self.all(what)]
        self.schemas = [each for path in spec.get("schemas", []) for each in documents(self.folder / path)]
        self.schemas = [each for each in self.schemas if each.get("kind") == "CustomResourceDefinition"]
        self.steps = spec["steps"]
        for step in self.steps:
            if "composition" in step:
                step["composition"] = self.one(step["composition"])
            if "objects" in step:
                # Of two versions of an object, the last one: a cluster could act on the first one.
                objects = [each for what in step["objects"] for each in self.all(what)]
                step["objects"] = list({(each["kind"], each["metadata"].get("namespace"), each["metadata"]["name"]): each
                                        for each in objects}.values())

    def one(self, what):
        return self.all(what)[0]

    def all(self, what):
        return [what] if isinstance(what, dict) else documents(self.folder / what)

    def kinds(self):
        """(group, version, kind) of whatever is composed or needed, and whether it has a namespace."""
        modern = self.composite["metadata"].get("namespace") or "crossplane" in self.composite["spec"]
        found = {}
        compositions = [self.composition] + [step["composition"] for step in self.steps if "composition" in step]
        steps = [{name: value for name, value in step.items() if name != "composition"} for step in self.steps]
        for where in (compositions, self.objects, steps):
            for each in objects_in(where):
                group = group_of(each["apiVersion"])
                if THERE.search(group) or re.search(r"[$*]", each["apiVersion"] + each["kind"]):
                    continue
                space = (each.get("metadata") or {}).get("namespace")
                in_composition = where is compositions
                # The composite of a claim has no namespace.
                namespaced = bool(space) or bool(in_composition and self.composite["metadata"].get("namespace") and not self.is_claim)
                key = (group, each["apiVersion"].partition("/")[2], each["kind"])
                found[key] = found.get(key, False) or namespaced
        for own in (self.composition["spec"]["compositeTypeRef"], self.composite):
            found.pop((group_of(own["apiVersion"]), own["apiVersion"].partition("/")[2], own["kind"]), None)
        defined = {(each["spec"]["group"], each["spec"]["names"]["kind"]) for each in self.schemas}
        return {key: namespaced for key, namespaced in found.items() if (key[0], key[2]) not in defined}, bool(modern)


def fields_of_status(value):
    """The fields of everything that is called status."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name == "status" and isinstance(each, dict):
                yield from each
            yield from fields_of_status(each)
    elif isinstance(value, list):
        for each in value:
            yield from fields_of_status(each)


def crd(group, versions, kind, namespaced):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural(kind)}.{group}"},
            "spec": {"group": group, "scope": "Namespaced" if namespaced else "Cluster",
                     "names": {"kind": kind, "plural": plural(kind), "singular": kind.lower(), "listKind": f"{kind}List"},
                     "versions": [{"name": version, "served": True, "storage": i == 0, "subresources": {"status": {}},
                                   "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                                       "spec": ANYTHING, "status": ANYTHING, "data": ANYTHING}, "x-kubernetes-preserve-unknown-fields": True}}}
                                  for i, version in enumerate(versions)]}}


def definition(composite, modern, fields):
    """`fields`: those of the status."""
    group, version = composite["apiVersion"].split("/")
    kind = composite["kind"]
    scope = "LegacyCluster" if not modern else "Namespaced" if composite["metadata"].get("namespace") else "Cluster"
    return {"apiVersion": f"apiextensions.crossplane.io/{'v2' if modern else 'v1'}", "kind": "CompositeResourceDefinition",
            "metadata": {"name": f"{plural(kind)}.{group}"},
            "spec": {"group": group, "scope": scope, "names": {"kind": kind, "plural": plural(kind)}, "versions": [{
                "name": version, "served": True, "referenceable": True,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": ANYTHING, "status": {
                    "type": "object", "properties": {each: {"x-kubernetes-preserve-unknown-fields": True} for each in fields}}}}}}]}}


def renamed(thing, groups, spaces, prefix):
    """With the new groups and namespaces, wherever they stand."""
    text = json.dumps(thing)
    for space in spaces:
        text = text.replace(f'"{space}"', f'"{prefix}-{space}"')
    for group in sorted(groups, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.-]){re.escape(group)}(?=[/\"'])", f"{prefix}.{group}", text)
    thing = json.loads(text)
    for each in objects_in(thing):
        if each["kind"] in ("CustomResourceDefinition", "CompositeResourceDefinition"):
            each["metadata"]["name"] = f"{each['spec']['names']['plural']}.{each['spec']['group']}"
    return thing


def write(file, folder, prefix):
    test = Test(pathlib.Path(file))
    kinds, modern = test.kinds()
    fields = set(re.findall(r"status\.\??(\w+)", json.dumps([test.composition, test.steps]))) | {
        name for where in (test.composition, test.steps) for name in fields_of_status(where)}
    fields.discard("conditions")
    given = test.definition or definition(test.composite, modern, sorted(fields))
    versions = {}
    for (group, version, kind), namespaced in kinds.items():
        names, is_namespaced = versions.setdefault((group, kind), ([], namespaced))
        names.append(version)
        versions[group, kind] = names, is_namespaced or namespaced
    definitions = test.schemas + [crd(group, names, kind, namespaced) for (group, kind), (names, namespaced) in versions.items()]
    groups = {each["spec"]["group"] for each in definitions} | {given["spec"]["group"]}
    groups = {each for each in groups if not KNOWN.search(each)}
    spaces = spaces_in(json.dumps([test.composite, test.composition, test.objects, test.steps]))
    for holder in (test.composite["spec"], test.composite["spec"].get("crossplane", {})):
        if "compositionRef" in holder:
            holder["compositionRef"]["name"] = f"{prefix}-{holder['compositionRef']['name']}"
    for composition in [test.composition] + [step["composition"] for step in test.steps if "composition" in step]:
        composition["metadata"]["name"] = f"{prefix}-{test.composition['metadata']['name'].removeprefix(prefix + '-')}"
        for step in composition["spec"]["pipeline"]:
            step["functionRef"] = {"name": "function-loom"}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kinds").mkdir(exist_ok=True)

    def dump(name, thing):
        (folder / name).write_text(json.dumps(renamed(thing, groups, spaces, prefix), indent=1) + "\n")
    for i, each in enumerate(definitions):
        dump(f"kinds/{i}.yaml", each)
    dump("definition.yaml", given)
    dump("life.test.yaml", {
        "apiVersion": test.test["apiVersion"], "kind": "CompositionTest", "metadata": {"name": prefix},
        "spec": {"composition": test.composition, "composite": test.composite, "xrd": "definition.yaml",
                 "objects": test.objects + [each for each in definitions if each["kind"] == "CustomResourceDefinition"], "schemas": ["kinds"] if definitions else [],
                 "steps": [{k: v for k, v in step.items() if k not in ("expect", "reconciles")} for step in test.steps]}})
    return folder / "life.test.yaml"
