# SPDX-License-Identifier: Apache-2.0
"""Checks that a tenant, who writes composites, gets no further than was meant; with function-loom's own input only."""
import time

from bed import APPS, LABEL, SPACE, expect, within
from kube import condition
from loops import Loops

CONFIG_MAPS = f"/api/v1/namespaces/{SPACE}/configmaps"
# What a composite must not write, although the references of the author may.
PROTECTED = ("kind", "apiVersion", "metadata", "metadata.name", "metadata.namespace", "metadata.ownerReferences[0].name",
             "metadata.finalizers[0]", "metadata.labels[crossplane.io/composite]", "metadata.annotations[crossplane.io/external-name]",
             "metadata.*", "spec.providerConfigRef.name")
CLAIM_NAMESPACE = "crossplane.io/claim-namespace"


def reference(path, resource="instance"):
    """An entry that writes a value of the tenant's own ConfigMap."""
    return {"target": {"resource": resource}, "toFieldPath": path,
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap", "name": "tenant", "fieldPath": "data.value"}}


class Tenants(Loops):
    def tenant(self, references=(), zones="", labels=None):
        self.app("tenant", labels={LABEL: "tenant-a", **(labels or {})}, crossplane={"compositionRef": {"name": "tenants"}},
                 references=list(references), zones=[{"name": n, "cidr": "10.0.0.0/24"} for n in zones])

    def as_composed(self):
        """All that the composite composes, but for what the server counts."""
        return {n: [o["kind"] if "kind" in o else None, o["spec"]] + [o["metadata"].get(k) for k in (
            "uid", "name", "namespace", "labels", "annotations", "ownerReferences", "finalizers", "generation")]
            for n, o in self.composed("tenant").items()}

    def turned_down(self, what, text, kind="Synced", status="False"):
        """The composite says the text, and what it composes is as before."""
        def look():
            found = condition(self.kube.get(f"{APPS}/tenant"), kind)
            return text in found.get("message", "") and found.get("status") == status or self.fail(found)
        within(30, f"{what}: {text}", look)
        time.sleep(2)
        expect(f"what is composed after {what}", self.as_composed(), self.before)

    def check_tenants(self):
        """What a tenant must not write never reaches the API server: protected paths, resources of other steps and kinds, accounts"""
        self.manifest("composition-tenants.yaml")
        self.manifest("composition-namespaces.yaml")
        self.put(CONFIG_MAPS, "tenant", "ConfigMap", {"data": {"value": "from-the-tenant"}})
        try:
            self.tenant(zones="a")
            within(20, "all of it", lambda: self.living("tenant") == ["instance", "subnet-a", "subnet-shared"])
            self.ready("tenant", 50)
            self.before = self.as_composed()
            for path in PROTECTED:
                self.tenant([reference(path)], zones="a")
                self.turned_down(path, f'"{path}"', "ReferencesResolved")
            self.tenant([reference("spec.forProvider.account", "subnet-shared")], zones="a")
            self.turned_down("a resource of another step", "not a resource of this step", "ReferencesResolved")

            self.tenant(zones=["a", "shared"])
            self.turned_down("a key that meets another step's resource", "subnet-shared")
            self.tenant(zones="a", labels={LABEL: "other"})
            self.turned_down("an account that is not allowed", "is not allowed; allowed: tenant-*")

            self.tenant([reference("spec.forProvider.account")], zones="a")
            within(20, "what is allowed", lambda: self.composed("tenant")["instance"]["spec"]["forProvider"].get("account") == "from-the-tenant")
            expect("role bindings", [b["metadata"]["name"] for b in self.kube.items("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings")
                                     if "from-the-tenant" in str(b)], [])
            self.app("forger", labels={CLAIM_NAMESPACE: "forged"}, crossplane={"compositionRef": {"name": "namespaces"}})
            self.ready("forger", 50)
            expect("the account of a namespace", self.composed("forger")["instance"]["spec"]["providerConfigRef"]["name"], SPACE)
        finally:
            self.forget("tenant")
            self.forget("forger")
            self.kube.delete(f"{CONFIG_MAPS}/tenant")
