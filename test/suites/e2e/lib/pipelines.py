# SPDX-License-Identifier: Apache-2.0
"""Check of pipelines in which function-loom has several steps, with function-patch-and-transform between them."""
import itertools
import time

from bed import APPS, CLOUD, SPACE, expect, within
from history import LASTING, History
from kube import condition
from ordering import HELD
from references import CONFIGMAPS
from withdrawing import entry, leaving, native, template

SITE, PAIR = ("site", "database"), ("configuration", "store")
ALL = ("database", "other", "site")
SATISFIED = ("True", "Satisfied", "")
STEPS = (1, 2, 3)
# For each step, the condition of a template, and the field that it needs.
FIELDS = {1: ("composite.spec.backup", {"backup": True}), 2: ("composite.spec.size > 0", {"size": 1}),
          3: ("composite.spec.groupRef.name != ''", {"groupRef": {"name": "all"}})}
CONDITIONS = ("ReferencesResolved", "ExpressionsResolved", "DependenciesReady")


def foreign(*resources):
    """The input of function-patch-and-transform."""
    return {"apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources", "resources": list(resources)}


def patched(name, kind, *patches, **wanted):
    """A resource that both functions understand."""
    return {"name": name, "base": {"apiVersion": "cloud.e2e.example/v1beta1", "kind": kind, "spec": {"forProvider": wanted}}, "patches": [
        {"fromFieldPath": field, "toFieldPath": f"spec.forProvider.{field.removeprefix('spec.')}"} for field in ("spec.region", *patches)]}


def waits(kind, number):
    """What a condition says of what a step waits for."""
    return {"ReferencesResolved": f"(v1 ConfigMap {SPACE}/settings-{number} data.account)", "ExpressionsResolved": f"backup-{number}: ",
            "DependenciesReady": f"user-{number}: waiting for db-{number} (0 of 1 ready)"}[kind]


class Pipelines(History):
    def through(self, database, has_site=True):
        """The site, and a pair, are of the first step. The database is of the first, the second, which is foreign, the last, or none."""
        def of(place):
            return [patched("database", "Instance", "spec.size", account=place)] if database == place else []
        site = [template("site", "Bucket")] if has_site else []
        self.pipeline(
            native(resources=[*site, *(template(*t) for t in zip(PAIR, ("Bucket", "Subnet"))), *of("first")],
                   dependencies=[entry(*pair) for pair in (SITE, PAIR) if pair != SITE or has_site]),
            foreign(patched("other", "Bucket"), *of("second")),
            native(readiness={}, **({"resources": of("last")} if database == "last" else {})))

    def database(self):
        return self.composed("withdrawn")["database"]["spec"]["forProvider"]

    def arrives(self, **wanted):
        within(10, f"database with {wanted}", lambda: {k: self.database().get(k) for k in wanted} == wanted or self.fail(self.database()))

    def desired_by_another_function(self, said):
        """The first step knows the entry, and the second the database: its changes arrive while the Usage is there, and the last step sees both."""
        self.through("second")
        self.claims("site", size=1)
        self.settled(*ALL, usages=1, seconds=60)
        self.working(1)
        self.ready("withdrawn", 30)
        states = self.lasting(said)
        self.notes.append("at first: " + "; ".join(" ".join(state).strip() for state in states))
        expect("states that came back", [each for each in states if states.count(each) > 1], [])
        expect("the last one", states[-1], SATISFIED)
        with self.identities(["withdrawn"]), self.in_order(SITE):
            self.claims("site", region="us-east-1", size=2)
            self.arrives(region="us-east-1", size=2, account="second")
            self.nothing_repeated()
            self.arrives(region="us-east-1", size=2, account="second")
            self.settled(*ALL, usages=1)
        expect("what the condition said", self.lasting(said), [SATISFIED])

    def both_leave(self, said):
        """A pair of the first step leaves by its conditions, while the dependent is held, and all else stays and changes."""
        self.claims("site", *PAIR, region="us-east-1", size=2)
        self.settled(*ALL, *PAIR, usages=2, seconds=60)
        self.working(2)
        held = f"{CLOUD}/buckets/{self.composed('withdrawn')[PAIR[0]]['metadata']['name']}"
        self.kube.merge(held, {"metadata": {"finalizers": [HELD]}})
        self.lasting(said)
        with self.identities(["withdrawn"], ALL), self.in_order(SITE, PAIR):
            since = self.now()
            self.claims("site", region="us-east-1", size=2)
            text = "store stays until configuration is deleted"
            self.dependencies_of("False", "KeptForDependents", text)
            self.claims("site", region="us-east-2", size=3)
            self.arrives(region="us-east-2", size=3)
            time.sleep(3)
            expect("the store is being deleted", leaving(self.composed("withdrawn")["store"]), False)
            self.nothing_repeated()
            expect("events", self.results(since), [f"DependenciesReady: {text}"])
            self.kube.merge(held, {"metadata": {"finalizers": None}})
            self.notes.append(f"both gone {self.settled(*ALL, usages=1, seconds=20):.1f} s after the dependent was let go")
        first, then, *others, last = self.lasting(said)
        expect("what the condition said first and last", (first, then, last), (SATISFIED, ("False", "KeptForDependents", text), SATISFIED))
        expect("other reasons meanwhile", {reason for _, reason, _ in others} - {"KeptForDependents"}, set())

    def taken_over(self, said):
        """The database moves from step to step, and to none, while the first step keeps it; then its site leaves in the same revision."""
        kept = ("False", "KeptForDependents", "database stays: site uses it")
        size, before = 3, "second"
        for place in ("first", "second", None, "last", None, "second"):
            with self.identities(["withdrawn"]), self.in_order(SITE):
                self.through(place)
                size += 1
                if place is None:
                    spec = self.database()
                    self.dependencies_of(*kept)
                    self.claims("site", region="us-east-2", size=size)
                    time.sleep(2)
                    expect("what is kept", self.database(), spec)
                else:
                    self.arrives(account=place)
                    self.claims("site", region="us-east-2", size=size)
                    self.arrives(account=place, size=size)
                    self.settled(*ALL, usages=1)
            wanted = [kept if step is None else SATISFIED for step in (before, place)]
            expect(f"what the condition said when the database went from {before} to {place}", self.lasting(said), sorted(set(wanted), key=wanted.index))
            before = place
        for place in ("last", "second"):
            with self.identities(["withdrawn"], ("database", "other")), self.in_order(SITE):
                self.through(place, has_site=False)
                self.arrives(account=place)
                self.notes.append(f"site gone and database of {place} after {self.settled('database', 'other', usages=0):.1f} s")
            expect("what the condition said", self.lasting(said), [SATISFIED])
            if place == "last":
                with self.identities(["withdrawn"], ("database", "other")):
                    self.through(place)
                    self.settled(*ALL, usages=1)
                    self.working(1)
                self.lasting(said)

    def waiting(self, fields, held):
        """The composite with these fields, and with these databases not ready."""
        self.app("withdrawn", labels={f"hold-{n}": str(n in held).lower() for n in STEPS},
                 crossplane={"compositionRef": {"name": "withdrawn"}}, **{k: v for n in fields for k, v in FIELDS[n][1].items()})

    def each_waits(self):
        """Three steps wait for an object, a field and a resource each: the conditions name all of it, and what is there is not named any more."""
        def step(n):
            hold = {"fromFieldPath": f"metadata.labels[hold-{n}]", "toFieldPath": "metadata.annotations[e2e.example/hold]"}
            database = patched(f"db-{n}", "Instance")
            database["patches"].append(hold)
            return native(
                resources=[patched(f"bucket-{n}", "Bucket"), database, patched(f"user-{n}", "Instance"),
                           patched(f"backup-{n}", "Bucket") | {"condition": FIELDS[n][0]}],
                references=[{"name": f"account-{n}", "target": {"resource": f"bucket-{n}"}, "toFieldPath": "spec.forProvider.account",
                             "fromObject": {"version": "v1", "resource": "configmaps", "name": f"settings-{n}", "fieldPath": "data.account"}}],
                dependencies=[{"resource": f"user-{n}", "dependsOn": [{"resource": f"db-{n}"}]}], readiness={})
        self.pipeline(step(1), foreign(patched("other", "Bucket")), step(2), step(3))
        fields, held, objects = set(), set(STEPS), set()

        def named(kind, message):
            return {n for n in STEPS if waits(kind, n) in message}

        def moment():
            for kind, there in zip(CONDITIONS, (objects, fields, set(STEPS) - held)):
                wanted = set(STEPS) - there
                status = "True" if not wanted else "False" if kind == "DependenciesReady" else "Unknown"

                def look(kind=kind, expected=(status, wanted)):
                    found = condition(self.kube.get(f"{APPS}/withdrawn"), kind)
                    return (found.get("status"), named(kind, found.get("message", ""))) == expected or self.fail(found)
                within(40, f"{kind} {status}, with {sorted(wanted)}", look)
            time.sleep(LASTING)
        try:
            with self.moments(*CONDITIONS) as said:
                since = self.now()
                self.waiting(fields, held)
                moment()
                self.settles(["other", *(f"db-{n}" for n in STEPS)])
                self.nothing_repeated()
                for n in (2, 1, 3):
                    self.put(CONFIGMAPS, f"settings-{n}", "ConfigMap", {"data": {"account": str(n)}})
                    objects.add(n)
                    self.touch("withdrawn")
                    moment()
                    fields.add(n)
                    self.waiting(fields, held)
                    moment()
                    held.discard(n)
                    self.waiting(fields, held)
                    moment()
                self.settles(["other", *(f"{what}-{n}" for what in ("backup", "bucket", "db", "user") for n in STEPS)])
                self.ready("withdrawn")
                self.quiet()
            for kind, states in zip(CONDITIONS, said):
                expect(f"what {kind} waited for", [n for n, _ in itertools.groupby(named(kind, message) for _, _, message in states)],
                       [{1, 2, 3}, {1, 3}, {3}, set()])
            results = self.results(since)
            self.notes.append(f"{len(results)} events")
            expect("events that came back", sorted({each for each in results if results.count(each) > 1}), [])
        finally:
            for n in STEPS:
                self.kube.delete(f"{CONFIGMAPS}/settings-{n}")

    def settles(self, names):
        within(30, f"{names} alone", lambda: sorted(self.composed("withdrawn")) == sorted(names) or self.fail(sorted(self.composed("withdrawn"))))

    def check_steps(self):
        """function-loom, the real function-patch-and-transform, function-loom: nothing is lost or reverted, and each step's reasons are told"""
        with self.composite(), self.moments("DependenciesReady") as [said]:
            self.desired_by_another_function(said)
            self.both_leave(said)
            self.taken_over(said)
            self.ready("withdrawn")
            self.quiet()
        with self.composite():
            self.each_waits()
