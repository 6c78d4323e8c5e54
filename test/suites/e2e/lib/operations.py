# SPDX-License-Identifier: Apache-2.0
"""Checks of Operations, with the example's own files; with function-loom's own input only."""
import os

from bed import SPACE, conditions, expect, within
from kube import is_true
from references import References

OPERATIONS = "/apis/ops.crossplane.io/v1alpha1"
EXAMPLES = os.path.join("..", "..", "..", "..", "examples", "operation")
CENTRE = "example.org/cost-centre"


class Operations(References):
    def example(self, file):
        """Applies a file of the example; what it does each night it does each minute."""
        self.manifest(os.path.join(EXAMPLES, file), lambda text: text.replace("name: function-loom", f"name: {self.names['native']}").replace(
            '"0 3 * * *"', '"* * * * *"'))

    def team(self, name, **annotations):
        self.kube.apply(f"/api/v1/namespaces/{name}", {"apiVersion": "v1", "kind": "Namespace", "metadata": {
            "name": name, "labels": {"example.org/kind": "team"}, "annotations": annotations}})

    def operations(self, owner):
        """The Operations that a CronOperation or WatchOperation has made, and that have ended."""
        return [o for o in self.kube.items(f"{OPERATIONS}/operations") if any(r["name"] == owner for r in o["metadata"].get("ownerReferences", []))
                and is_true(o, "Succeeded")]

    def ended(self, kind, name, namespaces):
        self.kube.delete(f"{OPERATIONS}/{kind}/{name}")
        within(30, f"{name} and its Operations gone", lambda: not [
            o for o in self.kube.items(f"{OPERATIONS}/operations") if any(r["name"] == name for r in o["metadata"].get("ownerReferences", []))])
        for namespace in namespaces:
            self.kube.delete(f"/api/v1/namespaces/{namespace}")
        within(60, "namespaces gone", lambda: not any(self.kube.find(f"/api/v1/namespaces/{n}") for n in namespaces))

    def check_cron_operation(self):
        """By the clock: namespaces get a label from a ConfigMap, and keep all else; what the pipeline returns is kept; a change follows"""
        spaces = ["platform", "team-blue", "team-red"]

        def teams(blue):
            self.put("/api/v1/namespaces/platform/configmaps", "teams", "ConfigMap", {"data": {"team-blue": blue}})

        def centres():
            return [self.kube.get(f"/api/v1/namespaces/{n}")["metadata"]["labels"].get(CENTRE) for n in spaces[1:]]
        self.kube.apply("/api/v1/namespaces/platform", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "platform"}})
        teams("4711")
        for n in spaces[1:]:
            self.team(n, note="mine")
        try:
            self.example("operation.yaml")
            within(90, "the labels", lambda: centres() == ["4711", "unknown"] or self.fail(centres()))
            done = within(20, "an Operation that succeeded", lambda: self.operations("cost-centres"))
            expect("what it returned", done[0]["status"]["pipeline"], [{"step": "weave", "output": {"labelled": spaces[1:]}}])
            meta = self.kube.get("/api/v1/namespaces/team-blue")["metadata"]
            expect("the rest of the namespace", (meta["labels"]["example.org/kind"], meta["annotations"]["note"]), ("team", "mine"))
            teams("4712")
            within(90, "the new label", lambda: centres() == ["4712", "unknown"] or self.fail(centres()))
        finally:
            self.ended("cronoperations", "cost-centres", spaces)

    def check_watch_operation(self):
        """By a change: a namespace gets a ConfigMap with its annotation, which follows; another namespace gets none"""
        def owner(namespace):
            return (self.kube.find(f"/api/v1/namespaces/{namespace}/configmaps/owner") or {}).get("data", {}).get("owner")
        self.team("team-blue", **{"example.org/owner": "blue@example.org"})
        try:
            self.example(os.path.join("watch", "operation.yaml"))
            for wanted in "blue@example.org", "green@example.org":
                self.team("team-blue", **{"example.org/owner": wanted})
                within(30, f"the owner {wanted}", lambda: owner("team-blue") == wanted or self.fail(owner("team-blue")))
            self.team("team-red")
            within(30, "an owner without annotation", lambda: owner("team-red") == "nobody")
            expect("in a namespace that is no team's", owner(SPACE), None)
        finally:
            self.ended("watchoperations", "owners", ["team-blue", "team-red"])

    def check_operation_pending(self):
        """An Operation whose object is missing applies the rest, and an event names the value that is pending"""
        self.manifest("operation.yaml")
        path = f"{OPERATIONS}/operations/pending"
        try:
            within(30, "the Operation Succeeded", lambda: is_true(self.kube.get(path), "Succeeded") or self.fail(conditions(self.kube.get(path))))
            expect("what it applied", [r["name"] for r in self.kube.get(path)["status"]["appliedResourceRefs"]], ["rest"])
            self.notes += within(20, "an event", lambda: [
                e["message"] for e in self.kube.items("/api/v1/events")
                if e["involvedObject"].get("name") == "pending" and "copy: resources[0].template.data.copied" in e["message"]])
        finally:
            self.kube.delete(path)
            self.kube.delete(f"/api/v1/namespaces/{SPACE}/configmaps/rest")
