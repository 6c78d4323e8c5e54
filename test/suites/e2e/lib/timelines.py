# SPDX-License-Identifier: Apache-2.0
"""Checks that the control plane of `function-loom test` is like the real one: random lives of composites, played in both."""
import concurrent.futures
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from bed import Bed, expect, within
from kube import ApiError, is_true

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "test" / "suites" / "timelines"))
import random_lives as lives  # noqa: E402

STATES = ROOT / "build" / "release" / "test" / "loom_timeline_states"
RESOURCE = "crossplane.io/composition-resource-name"
HELD = "test.example.org/held"
ENVIRONMENTS = "/apis/apiextensions.crossplane.io/v1beta1/environmentconfigs"
COMPOSITIONS = "/apis/apiextensions.crossplane.io/v1/compositions"
PROTECTION = "/apis/protection.crossplane.io/v1beta1"
# Whatever differs between two runs in the same cluster.
OF_A_RUN = ("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "deletionGracePeriodSeconds", "selfLink")
HASH = re.compile(r"-[0-9a-f]{6}-dependency")
QUIET = 1.5      # so long nothing may change before a step is over
LONGEST = 40
AT_ONCE = 40


def resource_of(thing):
    return thing["metadata"].get("annotations", {}).get(RESOURCE, "")


def is_composed_by(thing, kind, name):
    """Whether that composite has composed it, which may be gone already."""
    owners = thing["metadata"].get("ownerReferences", [])
    return bool(resource_of(thing)) and any(o.get("controller") and (o["kind"], o["name"]) == (kind, name) for o in owners)


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
    for each in thing.get("status", {}).get("conditions", []):
        each.pop("lastTransitionTime", None)
        each.pop("observedGeneration", None)
    thing.get("status", {}).get("conditions", []).sort(key=lambda c: c.get("type", ""))
    for name in ("labels", "annotations", "ownerReferences", "finalizers"):
        if not metadata.get(name):
            metadata.pop(name, None)
    return thing


def state_of(objects, kind, name):
    """What is compared: the composite of that name, and what it has composed. A random name becomes that of the resource."""
    composed = [o for o in objects if is_composed_by(o, kind, name)]
    names = {o["metadata"]["name"]: resource_of(o) for o in composed if "usage-details" not in str(o["metadata"].get("annotations"))}

    def unnamed(text):
        for real, resource in names.items():
            text = text.replace(real, f"<{resource}>")
        return HASH.sub("-<hash>-dependency", text)
    state = {unnamed(f"{o['kind']} {resource_of(o)}"): json.loads(unnamed(json.dumps(plain(o)))) for o in composed}
    for each in objects:
        if (each["kind"], each["metadata"]["name"]) == (kind, name):
            state["composite"] = json.loads(unnamed(json.dumps(plain(each))))
            for holder in (state["composite"]["spec"].get("crossplane", {}), state["composite"]["spec"]):
                # Their order follows from the names.
                holder["resourceRefs"] = sorted(holder.get("resourceRefs") or [], key=json.dumps)
    return state


def differences(real, simulated, path=""):
    if real == simulated:
        return []
    if isinstance(real, dict) and isinstance(simulated, dict):
        return [line for key in sorted(set(real) | set(simulated))
                for line in differences(real.get(key), simulated.get(key), f"{path}.{key}" if path else key)]
    if isinstance(real, list) and isinstance(simulated, list) and len(real) == len(simulated):
        return [line for i, (a, b) in enumerate(zip(real, simulated)) for line in differences(a, b, f"{path}[{i}]")]
    return [f"{path}: {json.dumps(real)[:300]} in the cluster, {json.dumps(simulated)[:300]} in the simulation"]


class Player:
    """One life in the cluster."""

    def __init__(self, bed, file):
        self.kube, self.core = bed.kube, bed.core
        self.folder = file.parent
        self.test = json.loads(file.read_text())["spec"]
        self.composite = self.read(self.test["composite"])
        self.name, self.kind = self.composite["metadata"]["name"], self.composite["kind"]
        self.touched = 0

    def read(self, what):
        return json.loads((self.folder / what).read_text()) if isinstance(what, str) else what

    def own_path(self):
        return self.path(self.composite)

    @staticmethod
    def path(thing):
        group, kind, metadata = thing["apiVersion"], thing["kind"], thing["metadata"]
        base = f"/api/{group}" if "/" not in group else f"/apis/{group}"
        space = f"/namespaces/{metadata['namespace']}" if metadata.get("namespace") else ""
        return f"{base}{space}/{lives.plural(kind)}/{metadata['name']}"

    def objects(self):
        found = []
        own = self.kube.find(self.own_path())
        if own is not None:
            found.append(own)
        for kind in lives.KINDS:
            found += self.listed(f"/apis/{lives.CLOUD}/v1/{lives.plural(kind)}")
        found += self.listed(f"{PROTECTION}/usages") + self.listed(f"{PROTECTION}/clusterusages")
        return found

    def listed(self, path):
        """Those of this life. What is being deleted has its label no longer."""
        answer = self.kube.get(path)
        kind = answer["kind"].removesuffix("List")
        return [{"apiVersion": answer["apiVersion"], "kind": kind} | each for each in answer["items"]
                if is_composed_by(each, self.kind, self.name)]

    def composed(self, name):
        for each in self.objects():
            if resource_of(each) == name:
                return each
        raise KeyError(name)

    # ---- changes ----

    def put(self, thing):
        base = {"EnvironmentConfig": ENVIRONMENTS, "Composition": COMPOSITIONS}.get(thing["kind"])
        path = f"{base}/{thing['metadata']['name']}" if base else self.path(thing)
        self.kube.apply(path, thing, manager="kubectl")

    def set(self, name, patch):
        """As the provider: the status is written apart if the kind has one."""
        path = self.path(self.composed(name))
        main = {k: v for k, v in patch.items() if k != "status"}
        if main or "/plains/" in path:
            self.kube.merge(path, patch if "/plains/" in path else main)
        if "status" in patch and "/plains/" not in path:
            self.kube.merge(f"{path}/status", {"status": patch["status"]})

    def finalizer(self, name, add):
        thing = self.composed(name)
        kept = [f for f in thing["metadata"].get("finalizers", []) if f != HELD]
        self.kube.merge(self.path(thing), {"metadata": {"finalizers": kept + [HELD] if add else kept or None}})

    def become_ready(self):
        """Says whether something had not been ready."""
        changed = False
        for each in self.objects():
            if each["kind"] == self.kind or (is_true(each, "Ready") and is_true(each, "Synced")):
                continue
            kept = [c for c in each.get("status", {}).get("conditions", []) if c["type"] not in ("Ready", "Synced")]
            now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            ours = [next((c for c in each.get("status", {}).get("conditions", []) if c["type"] == type and c["status"] == "True"),
                         {"type": type, "status": "True", "reason": reason, "lastTransitionTime": now})
                    for type, reason in (("Synced", "ReconcileSuccess"), ("Ready", "Available"))]
            path = self.path(each)
            self.kube.merge(path if "/plains/" in path else f"{path}/status", {"status": {"conditions": kept + ours}})
            changed = True
        return changed

    def change(self, step):
        if "composition" in step:
            self.put(self.read(step["composition"]))
        for thing in step.get("objects", []):
            self.put(self.read(thing))
        for thing in step.get("remove", []):
            self.kube.delete(f"{ENVIRONMENTS}/{thing['name']}")
        if "edit" in step:
            self.kube.merge(self.own_path(), step["edit"])
        for name, patch in step.get("set", {}).items():
            self.set(name, patch)
        for name in step.get("hold", []):
            self.finalizer(name, True)
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
            now = sorted((o["metadata"]["uid"], o["metadata"]["resourceVersion"]) for o in self.objects())
            if now != last:
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
        self.put(self.read(self.test["composition"]))
        for thing in self.test["objects"]:
            self.put(self.read(thing))
        self.kube.apply(self.own_path(), self.composite, manager="kubectl")
        for step in self.test["steps"]:
            try:
                self.change(step)
            except (KeyError, ApiError):
                pass                       # in the simulation, the step fails, too
            self.settle(step)
            yield state_of(self.objects(), self.kind, self.name)

    def forget(self):
        for each in self.objects():
            if HELD in each["metadata"].get("finalizers", []):
                self.kube.merge(self.path(each), {"metadata": {"finalizers": None}})
        self.kube.delete(self.own_path())
        for base in (COMPOSITIONS, ENVIRONMENTS):
            self.kube.delete(f"{base}/{self.name}")


class Timelines(Bed):
    def kinds_of_lives(self, folder):
        for file in sorted(folder.iterdir()):
            done = subprocess.run(["kubectl", "apply", "--server-side", "--force-conflicts", "-f", str(file)], text=True, capture_output=True)
            expect(file.name, done.returncode, 0) if done.returncode == 0 else self.fail(done.stderr)
        self.kube.apply(f"/api/v1/namespaces/{lives.SPACE}", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": lives.SPACE}})
        for kind in lives.KINDS:
            within(20, f"{kind} served", lambda: self.kube.find(f"/apis/{lives.CLOUD}/v1/{lives.plural(kind)}") is not None)
        for kind in lives.COMPOSITES:
            within(40, f"{kind} served", lambda: self.kube.find(f"/apis/{lives.GROUP}/v1/{lives.plural(kind)}") is not None)

    @staticmethod
    def simulated(files):
        done = subprocess.run([STATES, *map(str, files)], text=True, capture_output=True, check=True)
        return {answer["file"]: answer for answer in map(json.loads, done.stdout.splitlines())}

    def play_life(self, file, simulated):
        """What differs, step by step."""
        player = Player(self, file)
        out = []
        try:
            for i, real in enumerate(player.play()):
                found = differences(real, state_of(simulated["steps"][i]["objects"], player.kind, player.name))
                if found:
                    out.append(f"{player.name} step {i + 1} {json.dumps(player.test['steps'][i])[:160]}")
                    out += [f"    {line}" for line in found[:6]]
                    break
        finally:
            player.forget()
        return out

    def check_timelines(self):
        """Random lives of composites are the same in the simulation of `function-loom test`, step by step"""
        count, first = int(os.environ.get("LOOM_LIVES", "24")), int(os.environ.get("LOOM_FIRST_LIFE", "1"))
        with tempfile.TemporaryDirectory() as folder:
            files = lives.write_all(folder, range(first, first + count))
            self.kinds_of_lives(pathlib.Path(folder) / "kinds")
            simulated = self.simulated(files)
            expect("tests that are not played", [a["error"] for a in simulated.values() if a["error"]], [])
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                found = list(pool.map(lambda file: self.play_life(file, simulated[str(file)]), files))
        differ = [lines for lines in found if lines]
        self.notes.append(f"{count} lives, {len(differ)} differ")
        for lines in differ:
            self.notes += lines
        expect("lives that differ", len(differ), 0)
