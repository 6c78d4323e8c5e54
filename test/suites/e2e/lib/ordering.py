# SPDX-License-Identifier: Apache-2.0
"""Checks of the order in which resources are made and deleted; with function-loom's own input only."""
import hashlib
import re
import time

from bed import APPS, CLOUD, SPACE, Failed, expect, within
from clouds import Clouds
from kube import ApiError, condition, is_true

PROTECTION = "/apis/protection.crossplane.io/v1beta1"
USAGES = f"{PROTECTION}/namespaces/{SPACE}/usages"
IGNORE = "appcat.vshn.io/ignore-provider-config"
HELD = "e2e.example/held"       # a finalizer


def usage_name(by, of):
    """The name of a Usage: both sides, six digits of the digest of that, and at most 63 characters."""
    text = "-".join(part for o in (by, of) for part in (o["kind"], o["metadata"]["name"])).lower()
    name = f"{text}-{hashlib.sha256(text.encode()).hexdigest()[:6]}-dependency"
    return name if len(name) <= 63 else f"{text[:45].rstrip('-')}{name[len(text):]}"


def side(obj):
    return {"apiVersion": obj["apiVersion"], "kind": obj["kind"], "resourceRef": {"name": obj["metadata"]["name"]}}


def deleting(obj):
    return obj is None or "deletionTimestamp" in obj["metadata"]


class Ordering(Clouds):
    def order(self, name, composition, held=False):
        """An XR whose database becomes ready, or is held back."""
        return self.app(name, labels={"hold": str(held).lower()}, crossplane={"compositionRef": {"name": composition}})

    def pair(self, name):
        """The configuration and the database, as they are in the cluster; their kinds are not in lists."""
        found = self.composed(name)
        return [found[n] | {"apiVersion": "cloud.e2e.example/v1beta1", "kind": kind} if n in found else None
                for n, kind in (("configuration", "Bucket"), ("database", "Instance"))]

    def usage(self, name):
        """The Usage of the pair as the API server has it, once core has taken it up."""
        by, of = within(30, "both", lambda: (lambda both: both if all(both) else None)(self.pair(name)))
        usage = within(30, "the Usage", lambda: self.kube.find(f"{USAGES}/{usage_name(by, of)}"))
        expect("Usage", {k: usage["spec"].get(k) for k in ("of", "by", "reason", "replayDeletion")},
               {"of": side(of), "by": side(by), "reason": "dependency", "replayDeletion": True})
        expect("its label", usage["metadata"]["labels"].get(IGNORE), "true")
        expect("Usages", [u["metadata"]["name"] for u in self.kube.items(USAGES)], [usage["metadata"]["name"]])
        expect("ClusterUsages", self.kube.items(f"{PROTECTION}/clusterusages"), [])
        within(30, "the Usage at work", lambda: is_true(self.kube.get(f"{USAGES}/{usage['metadata']['name']}"), "Ready"))
        return usage["metadata"]["name"]

    def refused(self, what, path):
        """The API server, asked by the webhook, does not delete an object that is in use."""
        try:
            self.kube.delete(path)
        except ApiError as e:
            self.notes.append(f"{what}: {e}"[:200])
            expect("status", e.status, 409)
            return
        raise Failed(f"{what} was deleted although it is in use")

    def made_in_order(self, name):
        self.order(name, name, held=True)
        self.notes.append(self.reported(name, "False", "WaitingForDependencies", "configuration: waiting for database (0 of 1 ready)",
                                    kind="DependenciesReady"))
        within(20, "the database", lambda: list(self.composed(name)) == ["database"])
        self.reconciled(name, False)
        self.touch(name)
        time.sleep(3)
        expect("made before the database is ready", list(self.composed(name)), ["database"])
        expect("Usages of a pair that is not there", self.kube.items(USAGES), [])

        begin = time.monotonic()
        self.order(name, name)
        self.ready(name, 50)
        self.notes.append(f"all ready {time.monotonic() - begin:.0f} s after the database was let go")
        configuration, database = self.pair(name)
        if configuration["metadata"]["creationTimestamp"] < condition(database, "Ready")["lastTransitionTime"]:
            raise Failed("the configuration is older than the readiness of the database")
        self.reported(name, "True", "Satisfied", kind="DependenciesReady")

    def kept_without_readiness(self, name):
        """The database loses its readiness: the configuration and the Usage stay as they are."""
        with self.identities([name]):
            self.order(name, name, held=True)
            self.reconciled(name, False)
            self.touch(name)
            time.sleep(3)
            self.reported(name, "True", "Satisfied", kind="DependenciesReady")
            self.usage(name)
            self.order(name, name)
            self.ready(name, 50)

    def goes_in_order(self, name, why, begin_of_end, held):
        """Both go, and the database is not even being deleted before the configuration is gone; which takes its time if it is held."""
        by, of = self.pair(name)
        configuration, database = f"{CLOUD}/buckets/{by['metadata']['name']}", f"{CLOUD}/instances/{of['metadata']['name']}"
        usage = f"{USAGES}/{self.usage(name)}"
        if held:
            self.kube.merge(configuration, {"metadata": {"finalizers": [HELD]}})
        begin_of_end()
        within(60, "the deletion of the configuration", lambda: deleting(self.kube.find(configuration)))
        if held:
            time.sleep(6)
            self.refused(f"the database, {why}", database)
            self.kube.merge(configuration, {"metadata": {"finalizers": None}})
        begin, wrong = time.monotonic(), []

        def all_gone():
            going = deleting(self.kube.find(database))     # looked at first, so that the order is certain
            if going and self.kube.find(configuration):
                wrong.append(f"{time.monotonic() - begin:.1f} s")
            return going and not any(self.kube.find(path) for path in (configuration, usage, database))
        within(90, "the Usage and the database gone", all_gone)
        expect("the database was being deleted before the configuration was gone, after", wrong, [])
        self.notes.append(f"{why}: all gone {time.monotonic() - begin:.0f} s after {'the configuration' if held else 'that'}")

    def pair_in_order(self, composition):
        """Makes and deletes the pair of a Composition, whose first composite has its name."""
        manifest = f"composition-{composition}.yaml"

        def withdraw():
            """The Composition makes something else from now on."""
            other = ("      resources:\n      - name: other\n        base: {apiVersion: cloud.e2e.example/v1beta1, kind: Bucket, "
                     "spec: {forProvider: {region: r}}}\n      dependencies:")
            self.manifest(manifest, lambda text: re.sub(" {6}resources:.* {6}dependencies:", other, text, flags=re.DOTALL))

        self.manifest(manifest)
        try:
            self.made_in_order(composition)
            self.usage(composition)
            self.kept_without_readiness(composition)
            self.goes_in_order(composition, "its XR gone", lambda: self.kube.delete(f"{APPS}/{composition}"), held=True)
            self.order("withdrawn", composition)
            self.ready("withdrawn", 50)
            self.goes_in_order("withdrawn", "not in the Composition any more", withdraw, held=False)
        finally:
            for o in self.kube.items(f"{CLOUD}/buckets"):
                if HELD in o["metadata"].get("finalizers", []):
                    self.kube.merge(f"{CLOUD}/buckets/{o['metadata']['name']}", {"metadata": {"finalizers": None}})
            for name in (composition, "withdrawn"):
                self.forget(name)

    def check_ordered(self):
        """The configuration comes once the database is ready, stays when it is not any more, and goes before it by a real Usage"""
        self.pair_in_order("ordered")

    def check_inferred(self):
        """The same where no entry names the pair: the configuration reads the address of the database in its template"""
        self.pair_in_order("inferred")
