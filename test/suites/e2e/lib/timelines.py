# SPDX-License-Identifier: Apache-2.0
"""Checks that the control plane of `function-loom test` is like the real one: random lives of composites, played in both."""
import base64
import concurrent.futures
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from bed import Bed, Failed, expect, within
from kube import ApiError, is_true

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "test" / "suites" / "timelines"))
import own_kinds  # noqa: E402
import random_lives as lives  # noqa: E402

STATES = ROOT / "build" / "release" / "test" / "loom_timeline_states"
RESOURCE = "crossplane.io/composition-resource-name"
HELD = "test.example.org/held"
ENVIRONMENTS = "/apis/apiextensions.crossplane.io/v1beta1/environmentconfigs"
COMPOSITIONS = "/apis/apiextensions.crossplane.io/v1/compositions"
PROTECTION = "/apis/protection.crossplane.io/v1beta1"
# Whatever differs between two runs in the same cluster.
OF_A_RUN = ("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "deletionGracePeriodSeconds", "selfLink")
WITHOUT_STATUS = {"ConfigMap", "Secret", "ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"}
# Tests of the test command that are refused as a whole, or never become steady.
NOT_PLAYED = {"mistakes", "unsteady", "claim-mistakes", "claim-refused"}
QUIET = 1.5      # so long nothing may change before a step is over
LONGEST = 120
AT_ONCE = 40


def resource_of(thing):
    return thing["metadata"].get("annotations", {}).get(RESOURCE, "")


def identity(thing):
    return own_kinds.group_of(thing["apiVersion"]), thing["kind"], thing["metadata"]["name"]


def is_composed_by(thing, composite):
    """Whether that composite has composed it, which may be gone already."""
    owners = [{**o, "metadata": {"name": o["name"]}} for o in thing["metadata"].get("ownerReferences", []) if o.get("controller")]
    return bool(resource_of(thing)) and identity(composite) in map(identity, owners)


def plain(thing):
    """The object without what differs between two runs."""
    thing = copy.deepcopy(thing)
    metadata = thing["metadata"]
    for name in OF_A_RUN:
        metadata.pop(name, None)
    if "deletionTimestamp" in metadata:
        metadata["deletionTimestamp"] = "set"
    metadata.get("annotations", {}).pop("e2e.example/touched", None)
    for owner in metadata.get("ownerReferences", []):
        owner["uid"] = "uid"
    for holder in (thing.get("spec", {}).get("crossplane", {}), thing.get("spec", {})):
        holder.pop("compositionRevisionRef", None)
    # In a cluster, the first time is lost when the last write of a reconcile conflicts.
    thing.get("status", {}).pop("connectionDetails", None)
    for each in thing.get("status", {}).get("conditions", []):
        each.pop("lastTransitionTime", None)
        each.pop("observedGeneration", None)
    thing.get("status", {}).get("conditions", []).sort(key=lambda c: c.get("type", ""))
    for name in ("labels", "annotations", "ownerReferences", "finalizers"):
        if not metadata.get(name):
            metadata.pop(name, None)
    return thing


def state_of(objects, composite, claim=None):
    """What is compared: the claim, the composite, and what it has composed. A random name becomes that of the resource. If an object is being deleted
    while another one has its place, they share a key."""
    composed = [o for o in objects if is_composed_by(o, composite)]
    names = {o["metadata"]["name"]: resource_of(o) for o in composed if o["metadata"].get("generateName")}
    # Crossplane keeps the name of an object that is gone for the next one.
    there = {o["metadata"]["name"] for o in objects}
    for each in objects:
        if identity(each) == identity(composite):
            refs = each.get("spec", {}).get("crossplane", each.get("spec", {})).get("resourceRefs") or []
            names.update((ref["name"], "gone") for ref in refs if ref.get("name") and ref["name"] not in there)
    if claim:
        names[composite["metadata"]["name"]] = "composite"
        for each in objects:
            # The name of the Secret is the uid of the claim.
            if identity(each) == identity(composite) and "writeConnectionSecretToRef" in each.get("spec", {}):
                names[each["spec"]["writeConnectionSecretToRef"]["name"]] = "secret"
    # The names of our Usages are made of two names.
    for each in composed:
        if "crossplane.io/usage-details" in each["metadata"].get("annotations", {}):
            ends = [each["spec"][end]["resourceRef"]["name"] for end in ("of", "by")]
            names[resource_of(each)] = names[each["metadata"]["name"]] = "/".join(names.get(end, end) for end in ends)

    def unnamed(text):
        for real in sorted(names, key=len, reverse=True):
            text = text.replace(real, f"<{names[real]}>")
        return text
    state = {}
    for each in composed:
        state.setdefault(unnamed(f"{each['kind']} {resource_of(each)}"), []).append(json.loads(unnamed(json.dumps(plain(each)))))
    for found in state.values():
        found.sort(key=json.dumps)
    for name, own in (("composite", composite), ("claim", claim)):
        for each in objects:
            if own and identity(each) == identity(own):
                state[name] = json.loads(unnamed(json.dumps(plain(each))))
                for holder in (state[name]["spec"].get("crossplane", {}), state[name]["spec"]):
                    # Their order follows from the names.
                    holder["resourceRefs"] = sorted(holder.get("resourceRefs") or [], key=json.dumps)
    return state


def differences(real, simulated, path="", is_of_kubernetes=False):
    if isinstance(simulated, dict) and "apiVersion" in simulated:
        is_of_kubernetes = bool(own_kinds.OF_KUBERNETES.search(own_kinds.group_of(simulated["apiVersion"])))
    if real == simulated:
        return []
    if isinstance(real, dict) and isinstance(simulated, dict):
        # The simulation does not have what the API server fills in for kinds of Kubernetes.
        ours = set(simulated) if is_of_kubernetes else set(real) | set(simulated)
        return [line for key in sorted(ours)
                for line in differences(real.get(key), simulated.get(key), f"{path}.{key}" if path else key,
                                        is_of_kubernetes)]
    if isinstance(real, list) and isinstance(simulated, list) and len(real) == len(simulated):
        return [line for i, (a, b) in enumerate(zip(real, simulated)) for line in differences(a, b, f"{path}[{i}]", is_of_kubernetes)]
    # In the simulation, a step that asks for objects is called twice, as by core before 2.4. If the first call has read a Secret, the second one
    # says ? instead of a name.
    if path.endswith(".message") and "?" in str(simulated) and re.fullmatch(re.escape(simulated).replace(r"\?", ".*"), str(real)):
        return []
    return [f"{path}: {json.dumps(real)[:300]} in the cluster, {json.dumps(simulated)[:300]} in the simulation"]


class Player:
    """One life in the cluster."""

    def __init__(self, bed, file):
        self.kube = bed.kube
        self.folder = file.parent
        self.test = json.loads(file.read_text())["spec"]
        self.composition, self.own = self.read(self.test["composition"]), self.read(self.test["composite"])
        names = self.read(self.test["xrd"])["spec"]
        self.claim = self.own if self.own["kind"] == names.get("claimNames", {}).get("kind") else None
        self.composite = self.composite_named(self.simulated_name()) if self.claim else self.own
        # EnvironmentConfigs have no namespace, and are selected by labels.
        self.is_alone = any(each["kind"] == "EnvironmentConfig" and each.get("metadata", each)["name"] != self.own["metadata"]["name"]
                            for each in own_kinds.objects_in(self.test))
        # By group and kind: the plural, and whether the status is written apart.
        self.kinds = {("", "Secret"): ("secrets", False)} | {(group, kind): (own_kinds.plural(kind), kind not in WITHOUT_STATUS) for group, kind in self.composed_kinds()}
        self.defined = set()
        for schemas in self.test["schemas"]:
            for path in (self.folder / schemas).iterdir():
                spec = json.loads(path.read_text())["spec"]
                version = spec["versions"][0]
                self.kinds[spec["group"], spec["names"]["kind"]] = (spec["names"]["plural"], "subresources" in version)
                self.defined.add((f"{spec['group']}/{version['name']}", spec["names"]["kind"]))
        for each in ("names", "claimNames"):
            if each in names:
                self.kinds[names["group"], names[each]["kind"]] = (names[each]["plural"], True)
        self.touched, self.refused = 0, []

    def read(self, what):
        return json.loads((self.folder / what).read_text()) if isinstance(what, str) else what

    def composed_kinds(self):
        compositions = [self.composition] + [self.read(step["composition"]) for step in self.test["steps"] if "composition" in step]
        for each in own_kinds.objects_in([c["spec"]["pipeline"] for c in compositions]):
            if not re.search(r"[$*]", each["apiVersion"] + each["kind"]) and not each["apiVersion"].startswith("loom."):
                yield own_kinds.group_of(each["apiVersion"]), each["kind"]

    def without_definitions(self, things):
        """They are there for all tests."""
        return [each for each in map(self.read, things) if each["kind"] != "CustomResourceDefinition"]

    def others(self):
        return self.without_definitions(self.test["objects"])

    def simulated_name(self):
        """The name that the simulation gives to the composite of a claim."""
        return self.own["metadata"]["name"] + "-xxxxx"

    def composite_named(self, name):
        """The composite of the claim."""
        return {**self.composition["spec"]["compositeTypeRef"], "metadata": {"name": name}}

    def own_path(self):
        """Of what a user edits and deletes: the claim, or the composite without one."""
        return self.path(self.own)

    def path(self, thing):
        group, kind, metadata = own_kinds.group_of(thing["apiVersion"]), thing["kind"], thing["metadata"]
        base = "/apis" if group else "/api"
        space = f"/namespaces/{metadata['namespace']}" if metadata.get("namespace") else ""
        plural = self.kinds.get((group, kind), (own_kinds.plural(kind), True))[0]
        return f"{base}/{thing['apiVersion']}{space}/{plural}/{metadata['name']}"

    def versions(self):
        """The apiVersions of what is composed."""
        # No Composition names a computed kind.
        found = self.defined | {(each["apiVersion"], each["kind"]) for each in own_kinds.objects_in(
            [self.composition] + [self.read(step["composition"]) for step in self.test["steps"] if "composition" in step])}
        found = {(version, kind) for version, kind in found
                 if (own_kinds.group_of(version), kind) in self.kinds and not version.startswith("loom.")}
        return sorted(found | {("v1", "Secret")})     # of connection details

    def objects(self):
        found = [self.kube.find(self.own_path())]
        if self.claim:
            name = ((found[0] or {}).get("spec", {}).get("resourceRef") or {}).get("name")
            if name:
                self.composite = self.composite_named(name)
            found.append(self.kube.find(self.path(self.composite)))
        found = [each for each in found if each is not None]
        for version, kind in self.versions():
            base = "/apis" if "/" in version else "/api"
            found += self.listed(f"{base}/{version}/{self.kinds[own_kinds.group_of(version), kind][0]}")
        found += self.listed(f"{PROTECTION}/usages") + self.listed(f"{PROTECTION}/clusterusages")
        return found

    def listed(self, path):
        """Those of this life. What is being deleted has its label no longer."""
        answer = self.kube.find(path)
        if answer is None:
            return []
        kind = answer["kind"].removesuffix("List")
        return [{"apiVersion": answer["apiVersion"], "kind": kind} | each for each in answer["items"]
                if is_composed_by(each, self.composite)]

    def composed(self, name):
        for each in self.objects():
            if resource_of(each) == name:
                return each
        raise KeyError(name)

    def has_status(self, thing):
        return self.kinds.get((own_kinds.group_of(thing["apiVersion"]), thing["kind"]), ("", True))[1]

    # ---- changes ----

    @staticmethod
    def base_of(thing):
        base = {"EnvironmentConfig": ENVIRONMENTS, "Composition": COMPOSITIONS}.get(thing["kind"])
        return base and f"{base}/{thing.get('metadata', thing)['name']}"

    def put(self, thing):
        path = self.base_of(thing) or self.path(thing)
        main = {k: v for k, v in thing.items() if k != "status"}
        apart = thing["kind"] not in ("Composition", "EnvironmentConfig") and self.has_status(thing)
        self.kube.apply(path, main if apart else thing, manager="kubectl")
        if apart:
            metadata = {k: v for k, v in thing["metadata"].items() if k in ("name", "namespace")}
            self.kube.apply(f"{path}/status", {**thing, "metadata": metadata, "status": self.timed(thing.get("status", {}))}, manager="kubectl")

    def set(self, name, patch):
        """As the provider: the status is written apart if the kind has one."""
        thing = self.composed(name)
        path, apart = self.path(thing), self.has_status(thing)
        main = {k: v for k, v in patch.items() if k != "status" or not apart}
        if main:
            self.kube.merge(path, main)
        if "status" in patch and apart:
            self.kube.merge(f"{path}/status", {"status": self.timed(patch["status"])})

    @staticmethod
    def timed(status):
        """The API server asks for the time of a condition."""
        for each in (status or {}).get("conditions") or []:
            each.setdefault("lastTransitionTime", "2024-01-01T00:00:00Z")
        return status

    def details(self, name, details):
        thing = self.composed(name)
        ref = thing["spec"]["writeConnectionSecretToRef"]
        space = thing["metadata"].get("namespace") or ref["namespace"]
        self.kube.apply(f"/api/v1/namespaces/{space}/secrets/{ref['name']}", {
            "apiVersion": "v1", "kind": "Secret", "metadata": {"name": ref["name"], "namespace": space},
            "data": {k: base64.b64encode(str(v).encode()).decode() for k, v in details.items()}}, manager="provider")

    def finalizer(self, name, add):
        thing = self.composed(name)
        kept = [f for f in thing["metadata"].get("finalizers", []) if f != HELD]
        self.kube.merge(self.path(thing), {"metadata": {"finalizers": kept + [HELD] if add else kept or None}})

    def become_ready(self):
        """Says whether something had not been ready."""
        changed = False
        for each in self.objects():
            if each["kind"] in (self.own["kind"], self.composite["kind"]) or (is_true(each, "Ready") and is_true(each, "Synced")):
                continue
            kept = [c for c in each.get("status", {}).get("conditions", []) if c["type"] not in ("Ready", "Synced")]
            now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            ours = [next((c for c in each.get("status", {}).get("conditions", []) if c["type"] == type and c["status"] == "True"),
                         {"type": type, "status": "True", "reason": reason, "lastTransitionTime": now})
                    for type, reason in (("Synced", "ReconcileSuccess"), ("Ready", "Available"))]
            self.kube.merge(self.path(each) + ("/status" if self.has_status(each) else ""), {"status": {"conditions": kept + ours}})
            changed = True
        return changed

    def change(self, step):
        for name in step.get("hold", []):  # before anything deletes it
            self.finalizer(name, True)
        if "composition" in step:
            self.put(self.read(step["composition"]))
        for thing in self.without_definitions(step.get("objects", [])):
            self.put(thing)
        for thing in step.get("remove", []):
            if self.claim and thing["name"] == self.simulated_name():
                thing = {**thing, "name": self.composite["metadata"]["name"]}
            self.kube.delete(self.base_of(thing) or self.path({**thing, "metadata": thing}))
        if "edit" in step:
            self.kube.merge(self.own_path(), step["edit"])
        for name, patch in step.get("set", {}).items():
            self.set(name, patch)
        for name, details in step.get("details", {}).items():
            self.details(name, details)
        for name in step.get("release", []):
            self.finalizer(name, False)
        if step.get("delete") is True:
            self.kube.delete(self.own_path())
        else:
            for name in step.get("delete", []):
                self.kube.delete(self.path(self.composed(name)))

    # ---- reconciles ----

    def touch(self):
        """EnvironmentConfigs and Compositions lead to no reconcile at once."""
        self.touched += 1
        try:
            self.kube.merge(self.own_path(), {"metadata": {"annotations": {"e2e.example/touched": str(self.touched)}}})
        except ApiError as e:
            if e.status != 404:
                raise

    def settle(self, step):
        begin = since = time.monotonic()
        last, touches = None, 0
        while time.monotonic() - begin < LONGEST:
            if step.get("become") == "ready" and self.become_ready():
                since = time.monotonic()
            objects = self.objects()
            now = sorted((o["metadata"]["uid"], o["metadata"]["resourceVersion"]) for o in objects)
            # A composite without a condition waits for its first reconcile.
            waits = any(o["kind"] == self.composite["kind"] and not o.get("status", {}).get("conditions") for o in objects)
            if now != last or waits:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > QUIET:
                if touches == 2:
                    return
                touches += 1
                self.touch()
                since = time.monotonic()
            time.sleep(0.25)

    def play(self):
        """Yields the state after each step."""
        self.put(self.composition)
        for thing in self.others():
            self.put(thing)
        self.kube.apply(self.own_path(), self.own, manager="kubectl")
        for step in self.test["steps"]:
            try:
                self.change(step)
            except (KeyError, ApiError) as e:
                self.refused.append(f"{step.get('name', step)}: {e}")  # in the simulation, the step fails, too
            self.settle(step)
            yield state_of(self.objects(), self.composite, self.claim)

    def forget(self):
        for each in self.objects():
            if HELD in each["metadata"].get("finalizers", []):
                self.kube.merge(self.path(each), {"metadata": {"finalizers": None}})
        self.kube.delete(self.own_path())
        self.kube.delete(self.base_of(self.composition))
        for things in [self.others()] + [self.without_definitions(step.get("objects", [])) for step in self.test["steps"]]:
            for thing in things:
                self.kube.delete(self.base_of(thing) or self.path(thing))


class Timelines(Bed):
    alone = threading.Lock()

    def define(self, files):
        """Installs definitions, CRDs and XRDs, and waits until their kinds are served."""
        documents = [json.loads(file.read_text()) for file in files]
        done = subprocess.run(["kubectl", "apply", "--server-side", "--force-conflicts", "-f", "-"], text=True, capture_output=True,
                              input="\n---\n".join(map(json.dumps, documents)))
        if done.returncode:
            self.fail(done.stderr)
        for each in (document["spec"] for document in documents):
            path = f"/apis/{each['group']}/{each['versions'][0]['name']}/{each['names']['plural']}"
            within(60, f"{path} served", lambda path=path: self.kube.find(path) is not None)

    @staticmethod
    def wait_for_the_collector():
        """The garbage collector looks for new kinds every 30 seconds."""
        time.sleep(40)

    def space(self, name):
        self.kube.apply(f"/api/v1/namespaces/{name}", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})

    @staticmethod
    def simulated(files):
        done = subprocess.run([STATES, *map(str, files)], text=True, capture_output=True, check=True)
        return {answer["file"]: answer for answer in map(json.loads, done.stdout.splitlines())}

    def play_life(self, file, simulated):
        """What differs, at the first step in which something does."""
        player, out = Player(self, file), []
        composite = player.composite
        if player.is_alone:
            self.alone.acquire()
        try:
            for i, real in enumerate(player.play()):
                found = differences(real, state_of(simulated["steps"][i]["objects"], composite, player.claim))
                if found:
                    out.append(f"{file.parent.name} step {i + 1} {json.dumps(player.test['steps'][i])[:160]}")
                    out += [f"    {line}" for line in found[:6] + player.refused]
                    break
        except Exception as e:                # whatever happens, the other lives go on
            out.append(f"{file.parent.name}: {e!r}")
        finally:
            player.forget()
            if player.is_alone:
                self.alone.release()
        return out

    def play_all(self, files):
        simulated = self.simulated(files)
        expect("tests that are not played", [a["error"] for a in simulated.values() if a["error"]], [])
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            found = list(pool.map(lambda file: self.play_life(file, simulated[str(file)]), files))
        differ = [lines for lines in found if lines]
        self.notes.append(f"{sum(len(a['steps']) for a in simulated.values())} steps of {len(files)} lives, {len(differ)} differ")
        for lines in differ:
            self.notes += lines
        expect("lives that differ", len(differ), 0)

    def check_random_lives(self):
        """Random lives of composites are the same in the simulation of `function-loom test`, step by step"""
        count, first = int(os.environ.get("LOOM_LIVES", "24")), int(os.environ.get("LOOM_FIRST_LIFE", "1"))
        with tempfile.TemporaryDirectory() as folder:
            files = lives.write_all(folder, range(first, first + count))
            self.define(sorted((pathlib.Path(folder) / "kinds").iterdir()))
            self.space(lives.SPACE)
            self.wait_for_the_collector()
            self.play_all(files)

    def check_tests_of_examples(self):
        """The tests of the examples, and those of the suite timelines, are the same in the simulation, step by step"""
        tests = sorted(ROOT.glob("examples/*/*.test.yaml")) + sorted(ROOT.glob("test/suites/timelines/cases/*/*.test.yaml"))
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for i, test in enumerate(each for each in tests if each.parent.name not in NOT_PLAYED):
                files.append(own_kinds.write(test, pathlib.Path(folder) / test.parent.name, f"c{i}"))
                self.define(sorted((files[-1].parent / "kinds").iterdir()) + [files[-1].parent / "definition.yaml"])
            for name in own_kinds.spaces_in("".join(file.read_text() for file in files)):
                self.space(name)
            self.wait_for_the_collector()
            self.play_all(files)
