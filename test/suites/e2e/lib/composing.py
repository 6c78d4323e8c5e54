# SPDX-License-Identifier: Apache-2.0
"""Checks of what comes out: composed resources, the XR and its conditions."""
import time

from bed import APPS, ENVIRONMENTS, LABEL, Bed, Failed, conditions, expect, within
from kube import condition


class Composing(Bed):
    def check_compose(self):
        """XR -> composed resources with fields from the XR, the environment and another resource; XR Ready"""
        self.app("first", size=3, owners=["a", "b"])
        self.ready("first")
        got = within(20, "second resource sees the first", lambda: (
            lambda c: c if c["instance"]["spec"]["forProvider"].get("bucketArn") else None)(self.composed("first")))
        bucket, instance = got["bucket"]["spec"]["forProvider"], got["instance"]["spec"]["forProvider"]
        expect("bucket", bucket, {"region": "eu-west-1", "owners": ["a", "b"], "account": "111111111111", "versioning": True,
                                  "tags": {"team": "platform", "stage": "prod"}})
        arn = got["bucket"]["status"]["atProvider"]["arn"]
        expect("instance", instance, {"region": "eu-west-1", "size": 3, "bucketArn": arn, "tags": {"group": "platform-prod"}})
        expect("XR status", self.kube.get(f"{APPS}/first")["status"]["bucketArn"], arn)

    def check_change_of_xr(self):
        """A changed and a removed field of the XR reach the composed resources (server-side apply)"""
        self.app("first", region="us-east-1", size=5)
        got = within(20, "change", lambda: (lambda c: c if c["instance"]["spec"]["forProvider"]["size"] == 5 else None)(
            self.composed("first")))
        got = within(20, "owners gone", lambda: (lambda c: c if "owners" not in c["bucket"]["spec"]["forProvider"] else None)(
            self.composed("first")))
        expect("versioning", got["bucket"]["spec"]["forProvider"]["versioning"], False)
        expect("tags", got["bucket"]["spec"]["forProvider"]["tags"], {"team": "platform", "stage": "test"})
        managers = {m["manager"].split("/")[0] + "/" + m["manager"].split("/")[1] if "/" in m["manager"] else m["manager"]
                    for m in got["bucket"]["metadata"]["managedFields"] if m["operation"] == "Apply"}
        expect("applied by", managers, {"apiextensions.crossplane.io/composed"})
        self.ready("first")

    def check_change_of_environment(self):
        """A changed EnvironmentConfig is picked up without touching the XR (the response's TTL decides when)"""
        self.ready("first")
        time.sleep(5)                         # its own last change of status makes one more reconcile
        expect("account before", self.composed("first")["bucket"]["spec"]["forProvider"]["account"], "111111111111")
        begin = time.monotonic()
        self.kube.merge(f"{ENVIRONMENTS}/base", {"data": {"account": "222222222222"}})
        within(100, "new account", lambda: self.composed("first")["bucket"]["spec"]["forProvider"]["account"] == "222222222222")
        self.notes.append(f"picked up after {time.monotonic() - begin:.0f} s")

    def check_missing_environment(self):
        """A Reference to a missing EnvironmentConfig holds an XR back, says so, deletes nothing, and heals by itself"""
        self.ready("first")
        before = self.uids("first")
        base = self.kube.get(f"{ENVIRONMENTS}/base")
        self.kube.delete(f"{ENVIRONMENTS}/base")
        try:
            self.app("orphan")
            xr = within(20, "a condition that says why", lambda: (
                lambda x: x if any("base" in c.get("message", "") for c in x["status"]["conditions"]) else None)(
                    self.kube.get(f"{APPS}/orphan")))
            expect("Ready", condition(xr, "Ready").get("status") == "True", False)
            expect("nothing composed", self.composed("orphan"), {})
            self.kube.merge(f"{APPS}/first", {"metadata": {"annotations": {"touched": str(time.time())}}})
            time.sleep(3)
            expect("resources of the other XR", self.uids("first"), before)
        finally:
            self.kube.apply(f"{ENVIRONMENTS}/base", {k: base[k] for k in ("apiVersion", "kind", "data")} | {"metadata": {"name": "base"}})
        self.ready("orphan", 100)
        expect("resources of the other XR", self.uids("first"), before)
        self.forget("orphan")

    def place(self, name):
        self.kube.apply(f"{ENVIRONMENTS}/{name}", {
            "apiVersion": "apiextensions.crossplane.io/v1beta1", "kind": "EnvironmentConfig",
            "metadata": {"name": name, "labels": {"region": name}}, "data": {"tags": {"stage": name}}})

    def check_answers_of_last_time(self):
        """The XR moves and the EnvironmentConfig of its old place goes: it follows, though core 2.4 sends last time's answer first"""
        self.place("north")
        try:
            self.app("moved", region="north")
            self.ready("moved")
            time.sleep(5)                     # until core has seen a reconcile in which nothing changed
            before = self.uids("moved")
            self.place("south")
            self.kube.delete(f"{ENVIRONMENTS}/north")
            self.app("moved", region="south")
            begin = time.monotonic()
            within(40, "the tags of the new place",
                   lambda: self.composed("moved")["bucket"]["spec"]["forProvider"]["tags"]["stage"] == "south" or self.fail(
                       conditions(self.kube.get(f"{APPS}/moved"))))
            self.notes.append(f"followed after {time.monotonic() - begin:.1f} s")
            self.ready("moved")
            expect("composed resources", self.uids("moved"), before)
        finally:
            for name in ("north", "south"):
                self.kube.delete(f"{ENVIRONMENTS}/{name}")
            self.forget("moved")

    def check_calls(self):
        """A reconcile in which nothing has changed calls each step once with core 2.4, and what asks for objects twice before"""
        self.ready("first")
        time.sleep(5)

        def counts():
            reconciles = self.metric("controller_runtime_reconcile_total", "controller")
            return (sum(n for name, n in reconciles.items() if name.startswith("composite/")),
                    sum(self.calls().get(f, 0) for f in self.functions))
        before = counts()
        for n in range(3):
            self.kube.merge(f"{APPS}/first", {"metadata": {"annotations": {"touched": str(n)}}})
            time.sleep(3)
        reconciles, calls = (after - was for after, was in zip(counts(), before))
        self.notes.append(f"core {self.core}: {calls:.0f} calls in {reconciles:.0f} reconciles")
        steps = 1 if self.variant == "native" else 2
        expect("calls of a reconcile", calls / reconciles, steps if self.core >= (2, 4) else steps + 1)

    def check_provider_config(self):
        """The XR's provider-config label sets spec.providerConfigRef.name; the API server takes it; a change follows"""
        self.app("labelled", labels={LABEL: "tenant-a"})
        self.ready("labelled")
        for name, o in self.composed("labelled").items():
            expect(f"{name} providerConfigRef", o["spec"]["providerConfigRef"], {"kind": "ClusterProviderConfig", "name": "tenant-a"})
        self.app("labelled", labels={LABEL: "tenant-b"})
        within(20, "new name", lambda: {o["spec"]["providerConfigRef"]["name"] for o in self.composed("labelled").values()} == {"tenant-b"})
        expect("unlabelled XR", {o["spec"]["providerConfigRef"]["name"] for o in self.composed("first").values()}, {"default"})
        self.forget("labelled")

    def check_fatal(self):
        """A fatal result shows in the XR's Synced condition with its text, keeps all composed resources, and heals"""
        self.ready("first")
        before = self.uids("first")
        self.composition(lambda text: text.replace("type: ToCompositeFieldPath", "type: Nonsense"))
        try:
            # Before core calls the function, it may say for a moment that it has not judged the new revision yet.
            def message():
                synced = condition(self.kube.get(f"{APPS}/first"), "Synced")
                text = synced.get("message", "")
                return text if synced.get("status") == "False" and "Nonsense" in text else self.fail(text)
            text = within(30, "a Synced=False that names the mistake", message)
            self.notes.append(text[:160])
            if "fatal" not in text:
                raise Failed(f"the condition does not say that it is fatal: {text}")
            expect("composed resources", self.uids("first"), before)
        finally:
            self.composition()
        self.ready("first", 100)
        expect("composed resources", self.uids("first"), before)

    def check_quiet(self):
        """In a steady state core does not call the function again and again (same request, same answer)"""
        self.ready("first")
        time.sleep(5)
        generation = self.composed("first")["bucket"]["metadata"]["generation"]
        before = self.calls()
        time.sleep(15)
        after = self.calls()
        extra = {f: after.get(f, 0) - before.get(f, 0) for f in self.functions}
        self.notes.append(f"calls in 15 s: {extra}")
        if any(n > 6 for n in extra.values()):
            raise Failed(f"called {extra} times in 15 s")
        expect("generation of a composed resource", self.composed("first")["bucket"]["metadata"]["generation"], generation)

    def check_delete(self):
        """Deleting the XR deletes what it composed"""
        self.forget("first")
