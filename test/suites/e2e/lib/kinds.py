# SPDX-License-Identifier: Apache-2.0
"""Check of a resource whose kind changes under one name, so that core leaves the object of the former kind behind."""
import time

from bed import APPS, CLOUD, Failed, expect, within
from history import STALE, History
from ordering import USAGES
from withdrawing import entry, leaving, template

PAIR = ("site", "database")
# Seconds in which what calls every 5 s calls four times, and what calls every 15 s at most twice.
WHILE = 24


class KindChanges(History):
    def site_of_kind(self, kind, has_entry=True):
        self.steps(([template("site", kind), template("database", "Instance")], [entry(*PAIR)] if has_entry else []))

    def users(self):
        """The kinds of the users of the database, by its Usages."""
        return sorted(u["spec"]["by"]["kind"] for u in self.kube.items(USAGES) if not leaving(u))

    def left_behind(self, path, uid):
        """What core does with the object of the former kind: nothing. It is not even among the references of the composite any more."""
        old = self.kube.get(path)
        expect("uid of what is left behind", old["metadata"]["uid"], uid)
        expect("it is being deleted", leaving(old), False)
        refs = self.kube.get(f"{APPS}/withdrawn")["spec"]["crossplane"]["resourceRefs"]
        expect("kinds of the references", sorted({r["kind"] for r in refs} - {"Usage"}), ["Instance", "Subnet"])

    def change_kind(self):
        """Yields the path and uid of the bucket that core leaves behind, once the site is a subnet."""
        self.site_of_kind("Bucket")
        self.claims(*PAIR)
        self.settled(*PAIR, usages=1, seconds=60)
        self.working(1)
        old = self.composed("withdrawn")["site"]["metadata"]
        self.site_of_kind("Subnet")
        self.notes.append(self.dependencies_of(
            "False", "ObjectLeftBehind", f"site: Bucket {old['name']} still exists and uses database", "delete it yourself"))
        within(20, "Usages of both", lambda: self.users() == ["Bucket", "Subnet"] or self.fail(self.users()))
        self.working(2)
        time.sleep(STALE)  # until core has no older condition in its cache
        return f"{CLOUD}/buckets/{old['name']}", old["uid"]

    def check_kind_changes(self):
        """A bucket that uses a database becomes a subnet: core leaves the bucket behind, the condition says so, and both ways out work"""
        for by_hand in (False, True):
            with self.composite():
                path, uid = self.change_kind()
                with self.identities(["withdrawn"], ["database"]), self.moments("DependenciesReady") as [said]:
                    self.left_behind(path, uid)
                    time.sleep(3)
                    since = self.now()
                    time.sleep(WHILE)
                    calls = self.reconciles(since)
                    self.notes.append(f"{calls} reconciles in {WHILE} s while the bucket is left behind")
                    if not 1 <= calls <= 2:
                        raise Failed(f"{calls} reconciles in {WHILE} s, expected one each 15 s")
                    expect("users of the database", self.users(), ["Bucket", "Subnet"])
                    self.left_behind(path, uid)
                    begin = time.monotonic()
                    if by_hand:
                        self.kube.delete(path)
                        self.settled(*PAIR, usages=1, seconds=40)
                        expect("users of the database", self.users(), ["Subnet"])
                        expect("the bucket", self.kube.find(path), None)
                    else:
                        self.site_of_kind("Subnet", has_entry=False)
                        self.settled(*PAIR, usages=0, seconds=40)
                        self.left_behind(path, uid)
                    self.notes.append(f"all well {time.monotonic() - begin:.1f} s after the bucket {'was deleted' if by_hand else 'lost its entry'}")
                    self.ready("withdrawn")
                    self.quiet()
                    expect("what the condition said", [reason for _, reason, _ in self.lasting(said)], ["ObjectLeftBehind", "Satisfied"])
