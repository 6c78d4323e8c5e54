# SPDX-License-Identifier: Apache-2.0
"""Stands in for provider-kubernetes: applies the manifests of Objects of both groups to other clusters, one for each provider config.

As the real one does (1.2.1): a provider config that is missing, a reference whose object is not on the control plane, and a connection detail
that is not on the other cluster stop everything and show in `Synced`; an Object keeps what it refers to from being deleted; it shows what it has
applied in `status.atProvider.manifest`, and writes its connection details to a Secret on the control plane.
"""
import base64
import copy
import json
import threading
import time

from kube import ApiError, is_true
from provider import now

KINDS = ("kubernetes.crossplane.io/v1alpha2", "kubernetes.m.crossplane.io/v1alpha1")
CONFIGS = {KINDS[0]: "kubernetes.crossplane.io/v1alpha1", KINDS[1]: "kubernetes.m.crossplane.io/v1alpha1"}
FINALIZER, REFERRED = "finalizer.managedresource.crossplane.io", "kubernetes.crossplane.io/referred-by-object-"


class Unfinished(Exception):
    """Why an Object is not Synced."""


def merged(old, new):
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return copy.deepcopy(new)
    return {**old, **{k: merged(old.get(k), v) for k, v in new.items()}}


class Cluster:
    """What is on another cluster. Nothing happens there by itself: a check plays its controllers."""

    def __init__(self):
        self.objects = {}

    @staticmethod
    def key(obj):
        meta = obj.get("metadata", {})
        return obj["apiVersion"], obj["kind"], meta.get("namespace", ""), meta["name"]

    def apply(self, obj):
        key = self.key(obj)
        self.objects[key] = merged(self.objects.get(key, {}), obj)
        return self.objects[key]

    def kinds(self):
        return sorted(kind for _, kind, _, _ in self.objects)


class Objects:
    def __init__(self, kube):
        self.kube, self.clusters, self.errors = kube, {}, []
        self.stopping, self.thread = threading.Event(), threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()

    def cluster(self, name):
        return self.clusters.setdefault(name, Cluster())

    def run(self):
        while not self.stopping.wait(0.25):
            for version in KINDS:
                for obj in (self.kube.find(f"/apis/{version}/objects") or {}).get("items", []):
                    try:
                        self.reconcile(version, obj)
                    except ApiError as e:                  # changed or gone meanwhile
                        self.errors.append(str(e))

    def path(self, version, kind, namespace, name):
        """Where an object of the control plane is, by the discovery of its API server."""
        where = f"/api/{version}" if "/" not in version else f"/apis/{version}"
        for r in (self.kube.find(where) or {}).get("resources", []):
            if r["kind"] == kind and "/" not in r["name"]:
                if r["namespaced"] != bool(namespace):
                    raise Unfinished(f"{version} {kind} {name}: {'no' if r['namespaced'] else 'a'} namespace")
                return f"{where}/{f'namespaces/{namespace}/' if namespace else ''}{r['name']}/{name}"
        raise Unfinished(f'no matches for kind "{kind}" in version "{version}"')

    def target(self, version, obj):
        """The cluster of the provider config that the Object names."""
        ref = obj["spec"]["providerConfigRef"]
        kind = ref.get("kind", "ProviderConfig")
        namespace = obj["metadata"].get("namespace", "") if kind == "ProviderConfig" else ""
        if self.kube.find(self.path(CONFIGS[version], kind, namespace, ref["name"])) is None:
            raise Unfinished(f"cannot get referenced ProviderConfig: {ref['name']}")
        return self.cluster(ref["name"])

    def referred(self, obj):
        """Paths of what the Object depends on; all of it has to be there, unless the Object goes."""
        for r in obj["spec"].get("references", []):
            d = r["dependsOn"]
            path = self.path(d["apiVersion"], d["kind"], d.get("namespace", ""), d["name"])
            there = self.kube.find(path)
            if there is None and "deletionTimestamp" not in obj["metadata"]:
                raise Unfinished(f"cannot resolve resource references: cannot get referenced resource: {d['kind']} {d['name']} not found")
            if there is not None:
                yield path, there

    def finalize(self, path, obj, finalizer, wanted):
        now_there = obj["metadata"].get("finalizers", [])
        if (finalizer in now_there) != wanted:
            rest = [f for f in now_there if f != finalizer]
            self.kube.merge(path, {"metadata": {"finalizers": rest + [finalizer] * wanted,
                                                "resourceVersion": obj["metadata"]["resourceVersion"]}})

    def reconcile(self, version, obj):
        path = self.path(version, "Object", obj["metadata"].get("namespace", ""), obj["metadata"]["name"])
        deleted, uid = "deletionTimestamp" in obj["metadata"], obj["metadata"]["uid"]
        if deleted and FINALIZER not in obj["metadata"].get("finalizers", []):
            return
        applied, reason = None, ""
        try:
            cluster = self.target(version, obj)
            referred = list(self.referred(obj))
            manifest = merged({"metadata": {"name": obj["metadata"]["name"]}}, obj["spec"]["forProvider"]["manifest"])
            if not deleted:
                self.finalize(path, obj, FINALIZER, True)
            for where, there in referred:
                self.finalize(where, there, REFERRED + uid, not deleted)
            if deleted:
                cluster.objects.pop(Cluster.key(manifest), None)
                self.finalize(path, self.kube.get(path), FINALIZER, False)
                return
            applied = cluster.apply(manifest)
            self.publish(version, obj, self.details(cluster, obj))
        except Unfinished as e:
            reason = str(e)
        self.report(path, obj, applied, reason)

    @staticmethod
    def details(cluster, obj):
        found = {}
        for d in obj["spec"].get("connectionDetails", []):
            value = cluster.objects.get((d["apiVersion"], d["kind"], d.get("namespace", ""), d["name"]))
            if value is None:
                raise Unfinished(f"cannot get connection details: cannot get object: {d['kind']} {d['name']} not found")
            for name in d["fieldPath"].split("."):
                value = value[name]
            decoded = d["kind"] == "Secret" and d["fieldPath"].startswith("data")
            found[d["toConnectionSecretKey"]] = value if decoded else base64.b64encode(str(value).encode()).decode()
        return found

    def publish(self, version, obj, details):
        ref = obj["spec"].get("writeConnectionSecretToRef")
        if ref and details:
            namespace = ref.get("namespace") or obj["metadata"]["namespace"]
            owner = {"apiVersion": version, "kind": "Object", "name": obj["metadata"]["name"], "uid": obj["metadata"]["uid"], "controller": True}
            self.kube.apply(f"/api/v1/namespaces/{namespace}/secrets/{ref['name']}", {
                "apiVersion": "v1", "kind": "Secret", "type": "connection.crossplane.io/v1alpha1", "data": details,
                "metadata": {"name": ref["name"], "namespace": namespace, "ownerReferences": [owner]}}, "provider-kubernetes")

    def report(self, path, obj, applied, reason):
        """Writes the status, unless it says all of this already. What was ready once stays it, as with the real one."""
        def said(status):
            shown = sorted((c["type"], c["status"], c.get("message", "")) for c in status.get("conditions", []))
            return json.dumps([shown, status.get("atProvider", {}).get("manifest")], sort_keys=True)
        old = obj.get("status", {})
        ready = applied is not None or is_true(obj, "Ready")
        status = {"conditions": [
            {"type": "Synced", "status": "False" if reason else "True", "reason": "ReconcileError" if reason else "ReconcileSuccess",
             "message": reason, "lastTransitionTime": now()},
            {"type": "Ready", "status": "True" if ready else "False", "reason": "Available" if ready else "Creating", "lastTransitionTime": now()}]}
        if applied is not None:
            status["atProvider"] = {"manifest": applied}
        if said(merged(old, status)) != said(old):
            self.kube.merge(f"{path}/status", {"status": status})
