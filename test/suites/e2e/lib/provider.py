# SPDX-License-Identifier: Apache-2.0
"""Stands in for the providers: gives each managed resource of the test's API group an identity and makes it Ready.

An object annotated `e2e.example/hold: "true"` stays not ready until the annotation goes.
"""
import time

from kube import ApiError, is_true

GROUP, VERSION = "cloud.e2e.example", "v1beta1"


def now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class Provider:
    def __init__(self, kube):
        self.kube = kube

    def tick(self):
        api = self.kube.find(f"/apis/{GROUP}/{VERSION}") or {}
        for plural in [r["name"] for r in api.get("resources", []) if "/" not in r["name"]]:
            for obj in self.kube.items(f"/apis/{GROUP}/{VERSION}/{plural}"):
                self.reconcile(plural, obj)

    def reconcile(self, plural, obj):
        meta = obj["metadata"]
        held = meta.get("annotations", {}).get("e2e.example/hold") == "true"
        status = obj.get("status", {})
        if meta.get("deletionTimestamp") or (status.get("observedGeneration") == meta["generation"]
                                             and is_true(obj, "Ready") != held):
            return
        name = meta.get("annotations", {}).get("crossplane.io/external-name", meta["name"])
        fresh = {
            "observedGeneration": meta["generation"],
            "atProvider": {"id": f"{plural}/{name}", "arn": f"arn:e2e:{plural}:{name}"},
            "conditions": [
                {"type": "Synced", "status": "True", "reason": "ReconcileSuccess", "lastTransitionTime": now()},
                {"type": "Ready", "status": "False" if held else "True",
                 "reason": "Creating" if held else "Available", "lastTransitionTime": now()}],
        }
        where = f"/apis/{GROUP}/{VERSION}/namespaces/{meta['namespace']}/{plural}" if meta.get("namespace") \
            else f"/apis/{GROUP}/{VERSION}/{plural}"
        try:
            self.kube.merge(f"{where}/{meta['name']}/status", {"status": fresh})
        except ApiError as e:
            if e.status not in (404, 409):
                raise
