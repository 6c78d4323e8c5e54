# SPDX-License-Identifier: Apache-2.0
"""Checks of typed and external references and of identities; with function-loom's own input only."""
from bed import APPS, SPACE, expect, within
from references import NET, References

GROUPS = f"{NET}/namespaces/{SPACE}/groups"


class Clouds(References):
    def group(self, name, ready=True):
        """An object that is ready or not, with an id and with a name in its cloud."""
        self.put(GROUPS, name, "Group", {"status": {
            "id": f"g-{name}", "externalRef": f"//net.e2e.example/tenants/t/groups/{name}",
            "conditions": [{"type": kind, "status": str(ready)} for kind in ("Synced", "Ready")]}}, "net.e2e.example/v1")

    def field(self, resource, name):
        return self.composed("cloudy")[resource]["spec"]["forProvider"].get(name)

    def check_clouds(self):
        """Ids of objects that an XR names, in order, once all are ready; the name of one in its cloud; a name published once"""
        self.installed("groups.yaml", GROUPS)
        try:
            self.group("a")
            self.group("b", ready=False)
            self.manifest("composition-clouds.yaml")
            self.app("cloudy", crossplane={"compositionRef": {"name": "clouds"}}, groupRef={"name": "a"},
                     ownerRefs=[{"from": {"name": "b"}}, {"from": {"name": "a"}}])
            self.notes.append(self.reported("cloudy", "Unknown", "ReferenceNotReady", "namespace:e2e, name:b"))
            within(20, "the instance alone", lambda: list(self.composed("cloudy")) == ["instance"])
            expect("name of the group", self.field("instance", "account"), "tenants/t/groups/a")
            self.group("b")
            self.ready("cloudy", 50)
            self.reported("cloudy", "True", "Resolved")
            expect("ids, in the order of the references", self.field("bucket", "owners"), ["g-b", "g-a"])
            self.reported("cloudy", "True", "Established", kind="ExternalIdentityValid")
            published = self.kube.get(f"{APPS}/cloudy")["status"]["bucketName"]
            expect("published", published, f"arn:e2e:buckets:{self.composed('cloudy')['bucket']['metadata']['name']}")

            with self.kept("cloudy"):
                self.kube.delete(f"{GROUPS}/a")
                self.touch("cloudy")
                self.notes.append(self.reported("cloudy", "Unknown", "object not found, the last value is kept"))
                self.group("a")
                self.touch("cloudy")
                self.reported("cloudy", "True", "Resolved")
            self.app("cloudy", crossplane={"compositionRef": {"name": "clouds"}},
                     groupRef={"external": "https://net.e2e.example/tenants/u/groups/other"}, ownerRefs=[{"from": {"name": "a"}}])
            within(20, "what the XR names now", lambda: (self.field("bucket", "owners"), self.field("instance", "account")) == (
                ["g-a"], "tenants/u/groups/other"))
            expect("still published", self.kube.get(f"{APPS}/cloudy")["status"]["bucketName"], published)
        finally:
            self.forget("cloudy")
            for name in "ab":
                self.kube.delete(f"{GROUPS}/{name}")
