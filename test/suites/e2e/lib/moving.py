# SPDX-License-Identifier: Apache-2.0
"""Check of a live move: a composite that function-go-templating has made goes over to function-loom, as docs/moving.md describes."""
import json
import tempfile
import time

from bed import APPS, CLOUD, SPACE, expect, within
from gathering import Gathering
from withdrawing import COMPOSITIONS, native

ZONES = [{"name": "a", "cidr": "10.0.0.0/24"}, {"name": "b", "cidr": "10.0.1.0/24"}]
BEFORE = ["blue-store", "db", "subnet-in-a", "subnet-in-b"]
TEMPLATE = """
{{- $xr := .observed.composite.resource }}
---
apiVersion: cloud.e2e.example/v1beta1
kind: Bucket
metadata:
  annotations: {gotemplating.fn.crossplane.io/composition-resource-name: "{{ index $xr.spec.owners 0 }}-store"}
spec: {forProvider: {region: {{ $xr.spec.region }}}}
---
apiVersion: cloud.e2e.example/v1beta1
kind: Instance
metadata:
  annotations: {gotemplating.fn.crossplane.io/composition-resource-name: db}
spec: {forProvider: {region: {{ $xr.spec.region }}, size: {{ $xr.spec.size }}}}
{{- range $xr.spec.zones }}
---
apiVersion: cloud.e2e.example/v1beta1
kind: Subnet
metadata:
  annotations: {gotemplating.fn.crossplane.io/composition-resource-name: subnet-in-{{ .name }}}
spec: {forProvider: {region: {{ $xr.spec.region }}, zone: {{ .name }}, cidr: {{ .cidr }}}}
{{- end }}
"""


def templated(name, kind, **more):
    wanted = more.pop("wanted")
    return {"name": name, **more, "template": {"apiVersion": "cloud.e2e.example/v1beta1", "kind": kind, "spec": {"forProvider": wanted}}}


def moved(database):
    """The native input with the names of the template. `database` has the name of the database, and its aliases."""
    region = "${composite.spec.region}"
    return native(readiness={"explain": True}, resources=[
        templated("${composite.spec.owners[0]}-store", "Bucket", id="store", wanted={"region": region}),
        templated(kind="Instance", wanted={"region": region, "size": "${composite.spec.size}"}, **database),
        templated("subnet-in-${item.name}", "Subnet", forEach={"items": "composite.spec.zones", "key": "item.name"},
                  wanted={"region": region, "zone": "${item.name}", "cidr": "${item.cidr}"})])


class Moving(Gathering):
    def composition_of(self, function, made):
        return {"apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": {"name": "withdrawn"}, "spec": {
            "compositeTypeRef": {"apiVersion": "demo.e2e.example/v1alpha1", "kind": "App"}, "mode": "Pipeline",
            "pipeline": [{"step": "make", "functionRef": {"name": self.names[function]}, "input": made}]}}

    def wants(self, name="withdrawn", **spec):
        self.app(name, crossplane={"compositionRef": {"name": "withdrawn"}}, owners=["blue"], zones=ZONES, **spec)

    def pause(self, paused):
        self.kube.merge(f"{APPS}/withdrawn", {"metadata": {"annotations": {"crossplane.io/paused": "true" if paused else None}}})

    def compared(self, composition):
        """What render says of the objects in the cluster, with this Composition."""
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            json.dump(composition, file)
            file.flush()
            _, said = self.loom("render", "App/withdrawn", "-n", SPACE, "--cluster", "--composition", file.name, "--diff", code=None)
        return said

    def versions(self):
        return {name: (o["metadata"]["uid"], o["metadata"]["generation"]) for name, o in self.composed("withdrawn").items()}

    def check_moved(self):
        """A composite of function-go-templating goes over with names and aliases: no object is deleted, created again or changed"""
        with self.composite():
            self.kube.apply(f"{COMPOSITIONS}/withdrawn", self.composition_of("templates", {
                "apiVersion": "gotemplating.fn.crossplane.io/v1beta1", "kind": "GoTemplate", "source": "Inline", "inline": {"template": TEMPLATE}}))
            self.wants(size=1)
            self.settled(*BEFORE, seconds=60)
            time.sleep(2)
            before = self.versions()

            wrong = self.composition_of("native", moved({"name": "database"}))
            said = self.compared(wrong)
            lost = "no step desires the resource {}; Crossplane would delete it"
            expect("what render says would be lost without an alias", [name for name in BEFORE if lost.format(name) in said], ["db"])
            right = self.composition_of("native", moved({"name": "database", "aliases": ["db"]}))
            said = self.compared(right)
            expect("what render says would be lost", [name for name in BEFORE if lost.format(name) in said], [])

            with self.identities(["withdrawn"], BEFORE):
                self.pause(True)
                self.kube.apply(f"{COMPOSITIONS}/withdrawn", right)
                time.sleep(2)
                self.pause(False)
                self.ready("withdrawn", 60)
                time.sleep(5)
                expect("uids and generations", self.versions(), before)
                xr = self.kube.get(f"{APPS}/withdrawn")
                messages = " ".join(each.get("message", "") for each in xr["status"]["conditions"])
                expect("the condition names what keeps its name", "database keeps the name db" in messages, True)
                self.wants(region="us-east-1", size=2)
                within(20, "the change arrives under the old name", lambda: self.composed("withdrawn")["db"]["spec"]["forProvider"] == {
                    "region": "us-east-1", "size": 2} or self.fail(self.composed("withdrawn")["db"]["spec"]))
            expect("composed resources", sorted(self.composed("withdrawn")), BEFORE)

            self.wants("newcomer", size=1)
            try:
                within(30, "a new composite has the new names", lambda: sorted(self.composed("newcomer")) == sorted(
                    ["blue-store", "database", "subnet-in-a", "subnet-in-b"]) or self.fail(sorted(self.composed("newcomer"))))
            finally:
                self.forget("newcomer")

            database = f"{CLOUD}/instances/{self.composed('withdrawn')['db']['metadata']['name']}"
            self.kube.delete(database)
            within(40, "an object that was deleted by hand comes back under the new name", lambda: "database" in self.composed("withdrawn") or self.fail(
                sorted(self.composed("withdrawn"))))
