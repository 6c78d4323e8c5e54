# SPDX-License-Identifier: Apache-2.0
"""Checks of what leaves a Composition: in order, at once, and without a refusal; with function-loom's own input only."""
import contextlib
import os
import random
import threading
import time

from bed import APPS, CLOUD, PLURALS, Failed, conditions, expect, within
from kube import condition
from ordering import HELD, USAGES, Ordering

COMPOSITIONS = "/apis/apiextensions.crossplane.io/v1/compositions"
REVISIONS = "/apis/apiextensions.crossplane.io/v1/compositionrevisions"
REFUSED = "denied the request: This resource is in-use"
MANY = 10
CLAIMED = "'{}' in composite.spec.owners"


def native(**sections):
    return {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input", **sections}


def template(name, kind, **more):
    """A template whose resource is there while the list `owners` of the composite names it."""
    wanted = {"cidr": "10.0.0.0/24", "zone": "a"} if kind == "Subnet" else {}
    return {"name": name, "condition": CLAIMED.format(name), "patches": [{"fromFieldPath": "spec.region", "toFieldPath": "spec.forProvider.region"}],
            "base": {"apiVersion": "cloud.e2e.example/v1beta1", "kind": kind, "spec": {"forProvider": wanted}}, **more}


def each(name, kind):
    """A template whose resources are there for the zones of the composite."""
    made = template(name, kind, forEach={"items": "composite.spec.zones", "key": "item.name"})
    del made["condition"]
    return made


def entry(resource, prerequisite):
    return {"resource": resource, "dependsOn": [{"resource": prerequisite}], "deletion": "Usage"}


def leaving(obj):
    return "deletionTimestamp" in obj["metadata"]


class Withdrawing(Ordering):
    def pipeline(self, *inputs):
        """A Composition with a step for each input, whose kind says which function it is for."""
        function = {"Input": self.names["native"], "Resources": self.names["patches"]}
        self.kube.apply(f"{COMPOSITIONS}/withdrawn", {
            "apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": {"name": "withdrawn"}, "spec": {
                "compositeTypeRef": {"apiVersion": "demo.e2e.example/v1alpha1", "kind": "App"}, "mode": "Pipeline", "pipeline": [
                    {"step": f"step-{n}", "functionRef": {"name": function[each["kind"]]}, "input": each} for n, each in enumerate(inputs)]}})

    def steps(self, *steps):
        """A Composition of these steps, each of templates and entries."""
        self.pipeline(*(native(resources=templates, **({"dependencies": entries} if entries else {})) for templates, entries in steps))

    def claims(self, *names, region="eu-west-1", **spec):
        self.app("withdrawn", region=region, crossplane={"compositionRef": {"name": "withdrawn"}}, owners=list(names), **spec)

    def settled(self, *names, usages=None, seconds=30):
        """All of these and nothing else, nothing on its way, and all of it said."""
        def look():
            found = self.composed("withdrawn")
            xr = self.kube.get(f"{APPS}/withdrawn")
            state = (sorted(found), any(map(leaving, found.values())), condition(xr, "Synced").get("status"),
                     condition(xr, "DependenciesReady").get("reason", "Satisfied"))
            if state != (sorted(names), False, "True", "Satisfied"):
                self.fail(f"{state}: {conditions(xr)}")
            if usages is not None and len(self.kube.items(USAGES)) != usages:
                self.fail([u["metadata"]["name"] for u in self.kube.items(USAGES)])
            return True
        begin = time.monotonic()
        within(seconds, f"{names} alone, {usages} Usages", look)
        return time.monotonic() - begin

    def working(self, count, seconds=40):
        """Waits until so many Usages are taken up by core."""
        within(seconds, f"{count} Usages at work", lambda: [condition(u, "Ready").get("status") for u in self.kube.items(USAGES)] == count * ["True"])

    @contextlib.contextmanager
    def in_order(self, *pairs):
        """While this is entered, no prerequisite goes before its dependent, core is refused nothing, and no reconcile fails for long."""
        log = os.path.join(self.state, "logs", "core.log")
        start, over, wrong = os.path.getsize(log), threading.Event(), []

        def watch():
            failing = None
            while not over.is_set():
                # The prerequisites are looked at first, so that the order is certain.
                first, then = self.composed("withdrawn"), self.composed("withdrawn")
                for dependent, prerequisite in pairs:
                    gone = prerequisite not in first or leaving(first[prerequisite])
                    if gone and (dependent, prerequisite) in guarded and then.get(dependent, {}).get("metadata", {}).get("uid") == guarded[
                            dependent, prerequisite]:
                        wrong.append(f"{prerequisite} before {dependent}")
                guarded.clear()
                usages = {tuple(u["spec"][side]["resourceRef"]["name"] for side in ("by", "of")) for u in self.kube.items(USAGES)}
                for pair in pairs:
                    if all(name in then for name in pair) and tuple(then[name]["metadata"]["name"] for name in pair) in usages:
                        guarded[pair] = then[pair[0]]["metadata"]["uid"]
                xr = self.kube.find(f"{APPS}/withdrawn") or {}
                bad = condition(xr, "Synced").get("status") == "False"
                failing = (failing or time.monotonic()) if bad else None
                if failing and time.monotonic() - failing > 5:
                    wrong.append(f"failing for 5 s: {conditions(xr)}")
                time.sleep(0.1)
        guarded = {}      # pairs that have a Usage, with the uid of the dependent
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()
        expect("out of order", wrong[:3], [])
        with open(log, errors="replace") as f:
            f.seek(start)
            expect("refusals", [line[:300] for line in f if REFUSED in line], [])

    @contextlib.contextmanager
    def composite(self):
        try:
            yield
        finally:
            for plural in PLURALS:
                for o in self.kube.items(f"{CLOUD}/{plural}"):
                    if HELD in o["metadata"].get("finalizers", []):
                        self.kube.merge(f"{CLOUD}/{plural}/{o['metadata']['name']}", {"metadata": {"finalizers": None}})
            self.forget("withdrawn")
            # A composite that is made at once may still get the last revision.
            self.kube.delete(f"{COMPOSITIONS}/withdrawn")
            within(60, "the revisions gone", lambda: not [r for r in self.kube.items(REVISIONS) if r["metadata"]["labels"].get(
                "crossplane.io/composition-name") == "withdrawn"])

    def region(self, resource):
        return self.composed("withdrawn")[resource]["spec"]["forProvider"]["region"]

    def check_withdrawn_prerequisite(self):
        """A prerequisite alone leaves: it stays as it is, the condition says why, all else arrives; then both go in order"""
        pair = ("configuration", "database")
        with self.composite():
            self.steps(([template("configuration", "Bucket"), template("database", "Instance")], [entry(*pair)]))
            self.claims(*pair)
            self.settled(*pair, usages=1, seconds=60)
            self.working(1)
            before = self.composed("withdrawn")["database"]["metadata"]
            with self.in_order(pair):
                self.claims("configuration")
                self.notes.append(self.dependencies_of("False", "KeptForDependents", "database stays: configuration uses it"))
                self.claims("configuration", region="us-east-1")
                within(5, "the new region", lambda: self.region("configuration") == "us-east-1")
                expect("region of what is kept", self.region("database"), "eu-west-1")
                time.sleep(3)
                after = self.composed("withdrawn")["database"]["metadata"]
                for key in ("uid", "generation", "managedFields"):
                    expect(key, after[key], before[key])
                self.ready("withdrawn")
                self.claims(region="us-east-1")
                self.notes.append(f"both gone after {self.settled(usages=0):.1f} s")

    def dependencies_of(self, status, *texts):
        return self.reported("withdrawn", status, *texts, kind="DependenciesReady")

    def check_withdrawn_chain(self):
        """A chain of four goes by conditions, and a chain of three with its entries by a new revision, all in order"""
        kinds = {"object": "Bucket", "release": "Subnet", "cluster": "Instance", "network": "Bucket"}
        names = list(kinds)
        pairs = list(zip(names, names[1:]))
        templates = [template(name, kind) for name, kind in kinds.items()]
        entries = [entry(*pair) for pair in pairs]
        with self.composite():
            self.steps((templates, entries))
            self.claims(*names)
            self.settled(*names, usages=3, seconds=90)
            self.working(3)
            with self.in_order(*pairs):
                self.claims()
                self.notes.append(f"four gone after {self.settled(usages=0):.1f} s")
            self.claims(*names)
            self.settled(*names, usages=3, seconds=90)
            self.working(3)
            with self.in_order(*pairs):
                self.steps((templates[3:], []))
                self.notes.append(f"three and their entries gone after {self.settled('network', usages=0):.1f} s")

    def check_withdrawn_entry(self):
        """An entry alone is removed: its Usage goes at once, both resources stay as they are; the entry comes back"""
        pair = ("configuration", "database")
        templates = [template("configuration", "Bucket"), template("database", "Instance")]
        with self.composite():
            self.steps((templates, [entry(*pair)]))
            self.claims(*pair)
            self.settled(*pair, usages=1, seconds=60)
            self.working(1)
            with self.identities(["withdrawn"]):
                self.steps((templates, []))
                self.notes.append(f"the Usage gone after {self.settled(*pair, usages=0):.1f} s")
                self.steps((templates, [entry(*pair)]))
                self.settled(*pair, usages=1)

    def with_zones(self, names):
        self.claims(zones=[{"name": n, "cidr": "10.0.0.0/24"} for n in names])

    def grow(self, names, dependents):
        """Makes for each name a subnet and its dependents, {name: kind}, and returns the pairs."""
        pairs = [(f"{dependent}-{n}", f"subnet-{n}") for n in names for dependent in dependents]
        self.steps(([each("subnet", "Subnet"), *(each(*d) for d in dependents.items())],
                    [{**entry(*pair), "mode": "None"} for pair in pairs]))
        # Core counts each event of a kind as often as there were resources of the kind when it saw the first.
        for some in names[:1], names:
            self.with_zones(some)
            usages = len(some) * len(dependents)
            within(600, f"{usages} Usages", lambda: len(self.kube.items(USAGES)) == usages)
            self.working(usages, seconds=120)
        return pairs

    def check_withdrawn_loop(self):
        """A loop from five items to two, each of which has two dependents, and then to none"""
        def all_of(names):
            return [f"{kind}-{n}" for n in names for kind in ("subnet", "route", "gate")]
        with self.composite():
            pairs = self.grow("abcde", {"route": "Bucket", "gate": "Instance"})
            self.settled(*all_of("abcde"), usages=10, seconds=120)
            with self.in_order(*pairs):
                self.with_zones("ad")
                self.notes.append(f"three of five gone after {self.settled(*all_of('ad'), usages=4):.1f} s")
                self.with_zones("")
                self.notes.append(f"the others gone after {self.settled(usages=0):.1f} s")

    def check_withdrawn_many(self):
        """Ten pairs leave at once, with no more events each than a pair that leaves alone"""
        def events():
            return self.metric("circuit_breaker_events_total", "result").get("Allowed", 0)
        with self.composite():
            before = events()
            pairs = self.grow([f"p{n}" for n in range(MANY)], {"route": "Bucket"})
            self.settled(*{name for pair in pairs for name in pair}, usages=MANY)
            made, calls = events(), sum(self.calls().values())
            with self.in_order(*pairs):
                self.with_zones([])
                gone = self.settled(usages=0, seconds=60)
            self.notes.append(f"made with {made - before:.0f} events; gone after {gone:.1f} s, "
                              f"{sum(self.calls().values()) - calls:.0f} calls and {events() - made:.0f} events")
            # 22 alone; they depend on how much of it each reconcile happens to see.
            expect("more than 24 events a pair", events() - made > 24 * MANY, False)

    def check_withdrawn_held(self):
        """A dependent that a finalizer holds for 40 s: what it depends on stays, and all other changes arrive; also in different steps"""
        pair = ("configuration", "database")
        with self.composite():
            self.steps(([template("database", "Instance"), template("other", "Subnet")], []),
                       ([template("configuration", "Bucket")], [entry(*pair)]))
            self.claims(*pair, "other")
            self.settled(*pair, "other", usages=1, seconds=60)
            self.working(1)
            name = self.composed("withdrawn")["configuration"]["metadata"]["name"]
            self.kube.merge(f"{CLOUD}/buckets/{name}", {"metadata": {"finalizers": [HELD]}})
            with self.in_order(pair):
                begin = time.monotonic()
                self.claims("other")
                self.dependencies_of("False", "KeptForDependents", "database stays until configuration is deleted")
                for region in ("us-east-1", "us-east-2", "us-west-1"):
                    self.claims("other", region=region)
                    within(5, f"region {region}", lambda region=region: self.region("other") == region)
                    time.sleep(10)
                time.sleep(max(0, begin + 40 - time.monotonic()))
                expect("the Usage", len(self.kube.items(USAGES)), 1)
                self.kube.merge(f"{CLOUD}/buckets/{name}", {"metadata": {"finalizers": None}})
                self.notes.append(f"all gone {self.settled('other', usages=0, seconds=15):.1f} s after the dependent")

    def check_withdrawn_walk(self):
        """40 random changes of six resources in three pairs: after each all is steady within 30 s, and no order was broken"""
        kinds = ("Bucket", "Instance", "Subnet")
        pairs = [(f"user-{n}", f"base-{n}") for n in range(3)]
        names = [name for pair in pairs for name in pair]
        templates = [template(name, kinds[n % 3]) for n, name in enumerate(names)]
        choose = random.Random(7)
        there, entries, longest = set(names), set(pairs), 0.0

        def want():
            self.steps((templates, [entry(*pair) for pair in sorted(entries)]))
            self.claims(*sorted(there))
        with self.composite():
            want()
            self.settled(*names, usages=3, seconds=90)
            self.working(3)
            with self.in_order(*pairs):
                for _ in range(40):
                    what = choose.choice(("resource", "resource", "pair", "all", "entry", "delete"))
                    observed = set(self.composed("withdrawn"))
                    if what == "resource":
                        there ^= {choose.choice(names)}
                    elif what == "pair":
                        pair = set(choose.choice(pairs))
                        there = there - pair if pair & there else there | pair
                    elif what == "all":
                        there = set() if there else set(names)
                    elif what == "entry":
                        entries ^= {choose.choice(pairs)}
                    else:
                        users = [user for user, _ in pairs if user in observed]
                        if users:
                            self.remove(choose.choice(users))
                    want()
                    begin = time.monotonic()
                    within(30, f"steady after {what}", lambda: self.steady(there, pairs))
                    longest = max(longest, time.monotonic() - begin)
        self.notes.append(f"steady after {longest:.1f} s at the most")

    def remove(self, resource):
        found = self.composed("withdrawn").get(resource)
        if found:
            plural = next(p for p in PLURALS if any(o["metadata"]["uid"] == found["metadata"]["uid"] for o in self.kube.items(f"{CLOUD}/{p}")))
            self.kube.delete(f"{CLOUD}/{plural}/{found['metadata']['name']}")

    def steady(self, there, pairs):
        """All that is wanted is there, what else is there is used, Synced is True, and nothing is on its way."""
        found = self.composed("withdrawn")
        xr = self.kube.get(f"{APPS}/withdrawn")
        used = {base for user, base in pairs if user in found}
        waits = {user for user, base in pairs if base not in there}     # may not be made before its base
        extra = set(found) - there
        missing = there - set(found) - waits
        if any(map(leaving, found.values())) or extra - used or missing or condition(xr, "Synced").get("status") != "True":
            raise Failed(f"extra {sorted(extra - used)}, missing {sorted(missing)}: {conditions(xr)}")
        return True
