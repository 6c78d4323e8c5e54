# SPDX-License-Identifier: Apache-2.0
"""Check of the conditions, events and readiness that an input states; with function-loom's own input only."""
import time

from bed import SPACE, conditions, expect, within
from kube import condition, is_true
from references import References

SERVICES = "/apis/services.e2e.example/v1"
AWAY = "the bucket of mail is not available"
QUEUES, COMPOSITES = f"{SERVICES}/namespaces/{SPACE}/queues", f"{SERVICES}/xqueues"


class Telling(References):
    def queue(self, held, closed=False):
        self.kube.apply(f"{QUEUES}/mail", {
            "apiVersion": "services.e2e.example/v1", "kind": "Queue",
            "metadata": {"name": "mail", "labels": {"hold": str(held).lower()}}, "spec": {"closed": closed}})

    def composite_of_queue(self):
        """The name of the composite of the claim."""
        return within(20, "the composite", lambda: self.kube.get(f"{QUEUES}/mail")["spec"].get("resourceRef"))["name"]

    def events(self):
        """How often the event of the input was recorded for the XR, and for the claim."""
        out = {"XQueue": 0, "Queue": 0}
        for e in self.kube.items("/api/v1/events"):
            if e["reason"] == "StorageAway":
                expect("event", (e["type"], e["message"].removeprefix('Pipeline step "weave": ')), ("Warning", AWAY))
                out[e["involvedObject"]["kind"]] += e.get("count", 1)
        return [out["XQueue"], out["Queue"]]

    def events_of_change(self, before):
        """Waits for the event of a change. It comes twice if core reconciles again before its cache has the condition that it has just set."""
        within(20, "an event of each", lambda: all(now > was for now, was in zip(self.events(), before)))
        time.sleep(2)
        now = self.events()
        self.notes.append(f"events of a change: {[n - was for n, was in zip(now, before)]}")
        expect("at most two of each", all(n - was <= 2 for n, was in zip(now, before)), True)
        return now

    def both_told(self, name, status, *texts):
        for where, who in (COMPOSITES, name), (QUEUES, "mail"):
            self.reported(who, status, *texts, kind="StorageReady", where=where)

    def check_own_conditions(self):
        """A condition and an event on XR and claim, a condition on the XR alone, events of changes alone, readiness by an expression"""
        self.manifest("queues.yaml")
        within(30, "claims served", lambda: self.kube.find(QUEUES) is not None)
        try:
            before = self.events()
            self.queue(held=True)
            name = self.composite_of_queue()
            for _ in range(2):
                self.queue(held=True)
                self.both_told(name, "False", "NotAvailable", AWAY)
                self.reported(name, "True", "ByOperators", kind="Inspected", where=COMPOSITES)
                expect("on the claim", condition(self.kube.get(f"{QUEUES}/mail"), "Inspected"), {})
                before = self.events_of_change(before)
                for _ in range(4):
                    self.touch(name, COMPOSITES)
                    time.sleep(1.5)
                expect("events of a condition that stays as it is", self.events(), before)
                within(20, "ready without its bucket", lambda: is_true(self.kube.get(f"{QUEUES}/mail"), "Ready") or self.fail(
                    conditions(self.kube.get(f"{COMPOSITES}/{name}"))))

                self.queue(held=False)
                self.both_told(name, "True", "Available")
            expect("events of the recovery", self.events(), before)
            self.queue(held=False, closed=True)
            within(20, "not ready with its bucket", lambda: condition(self.kube.get(f"{COMPOSITES}/{name}"), "Ready").get("status") == "False")
        finally:
            self.kube.delete(f"{QUEUES}/mail")
            within(60, "the queue gone", lambda: not self.kube.items(QUEUES) and not self.kube.items(COMPOSITES))
