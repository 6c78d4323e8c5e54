# SPDX-License-Identifier: Apache-2.0
"""Checks of templates with a list and with a condition: what comes, goes and stays; with function-loom's own input only."""
import contextlib
import time

from bed import APPS, conditions, expect, within
from kube import condition
from references import References

# How long nobody may write, in seconds.
CALM = 5


class Loops(References):
    def zones(self, names):
        """The XR with these zones, in this order; without a list if it is None."""
        spec = {} if names is None else {"zones": [{"name": n, "cidr": f"10.0.{ord(n)}.0/24"} for n in names]}
        self.app("looped", crossplane={"compositionRef": {"name": "zones"}}, **spec)

    def judged(self, name, synced, *texts):
        """Waits until core has reconciled the XR as it now is, with or without success, and says all these texts."""
        def look():
            xr = self.kube.get(f"{APPS}/{name}")
            found = condition(xr, "Synced")
            if (found.get("observedGeneration"), found.get("status")) == (xr["metadata"]["generation"], str(synced)):
                if all(t in found.get("message", "") for t in texts):
                    return found.get("message") or "reconciled"
            return self.fail(conditions(xr) or "no condition at all")
        return within(50, f"{name} reconciled, Synced={synced} with {texts}", look)

    def living(self, name):
        return sorted(n for n, o in self.composed(name).items() if "deletionTimestamp" not in o["metadata"])

    def subnets(self, zones):
        """Waits until there are the subnets of these zones and no others, all is judged and ready."""
        self.judged("looped", True)
        within(20, f"subnets of {zones!r} and no others", lambda: self.living("looped") == [f"subnet-{z}" for z in sorted(zones)])
        self.ready("looped", 50)

    @contextlib.contextmanager
    def untouched(self, name, resources):
        """While this is entered nobody writes to these composed resources of an XR."""
        def look():
            return {n: [o["metadata"][k] for k in ("uid", "generation", "resourceVersion")]
                    for n, o in self.composed(name).items() if n in resources}
        before = look()
        expect("resources to look at", sorted(before), sorted(resources))
        yield
        time.sleep(CALM)
        expect("uid, generation and version", look(), before)

    def check_loop(self):
        """Five subnets of a list go to six and back; a new order changes none; a doubled key and a lost list are reported, and delete none"""
        five = [f"subnet-{z}" for z in "abcde"]
        lost = "the items of subnet are unknown, which would delete 5 resources; to delete them, write an empty list"
        self.manifest("composition-zones.yaml")
        try:
            self.zones(None)
            self.notes.append(self.reported("looped", "Unknown", "FieldMissing", "subnet: ", kind="ExpressionsResolved"))
            self.reconciled("looped", False)
            expect("composed without a list", self.living("looped"), [])
            # Core counts each event of a kind as often as there were resources of the kind when it saw the first.
            for some in "a", "abcde":
                self.zones(some)
                self.subnets(some)
            self.reported("looped", "True", "Resolved", kind="ExpressionsResolved")
            expect("third subnet", self.composed("looped")["subnet-c"]["spec"]["forProvider"],
                   {"region": "eu-west-1", "zone": "eu-west-1c", "cidr": "10.0.99.0/24"})

            with self.untouched("looped", five):
                self.zones("abxcde")
                self.subnets("abxcde")
            with self.untouched("looped", five):
                self.zones("abcde")
                self.subnets("abcde")
            with self.untouched("looped", five):
                self.zones("edabc")
                self.subnets("abcde")

            with self.untouched("looped", five):
                self.zones("abcdd")             # and e is not in it any more
                self.notes.append(self.judged("looped", False, 'resources[0].forEach.key: items 3 and 4 have the key "d"', "fatal"))
            with self.untouched("looped", five):
                self.zones(None)
                self.notes.append(self.judged("looped", False, lost, "fatal"))
            expect("events of both", [any(text in e for e in self.failed("looped")) for text in ("have the key", lost)], [True, True])
            with self.untouched("looped", five):
                self.zones("abcde")
                self.subnets("abcde")
            self.zones("")
            self.subnets("")
        finally:
            self.forget("looped")

    def check_condition(self):
        """What is made under a condition comes with true and goes with false; while the condition is not there, nothing changes"""
        def backup(**spec):
            self.app("backed", crossplane={"compositionRef": {"name": "backup"}}, **spec)
        both = ["bucket", "instance"]
        self.manifest("composition-backup.yaml")
        try:
            backup(backup=False)
            self.ready("backed", 50)
            expect("without a backup", self.living("backed"), ["instance"])
            with self.untouched("backed", ["instance"]):
                backup(backup=True)
                within(20, "the bucket", lambda: self.living("backed") == both)
                self.ready("backed")
            with self.untouched("backed", both):
                backup()
                self.notes.append(self.reported("backed", "Unknown", "FieldMissing", "bucket: resources[1].condition", kind="ExpressionsResolved"))
                self.reconciled("backed", False)
                backup(backup=True)
                self.reported("backed", "True", "Resolved", kind="ExpressionsResolved")
                self.ready("backed")
            with self.untouched("backed", ["instance"]):
                backup(backup=False)
                within(20, "the bucket gone", lambda: self.living("backed") == ["instance"])
                self.ready("backed")
        finally:
            self.forget("backed")
