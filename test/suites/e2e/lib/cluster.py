# SPDX-License-Identifier: Apache-2.0
"""Check of a service on another cluster, with the definitions of provider-kubernetes; with function-loom's own input only."""
import base64
import contextlib
import os
import re
import shutil
import time

from bed import LABEL, SPACE, SYSTEM, Failed, expect, within
from kube import condition, is_true
from objects import CONFIGS, KINDS, Objects
from ordering import IGNORE, PROTECTION, Ordering

# Between two stages: everything happens at once here, and core's circuit breaker takes a second for each event to forget it.
CALM = 20
SERVICES = "/apis/services.e2e.example/v1"


class Flavour:
    """Namespaced composite resources and Objects, or cluster-scoped ones with a connection secret of their own."""

    def __init__(self, modern):
        self.x, space = ("", f"/namespaces/{SPACE}") if modern else ("x", "")
        self.modern, self.objects = modern, KINDS[1 if modern else 0]
        self.space, self.secrets = space, f"/api/v1/namespaces/{SPACE if modern else SYSTEM}/secrets"
        self.of_objects = f"/apis/{self.objects}{space}/objects"
        self.config = "clusterproviderconfigs" if modern else "providerconfigs"
        self.shops, self.caches = (f"{SERVICES}{space}/{self.x}{plural}" for plural in ("shops", "caches"))
        self.usages = f"{PROTECTION}{space}/{'usages' if modern else 'clusterusages'}"

    def compositions(self, text):
        for token, value in {"x": self.x, "X": self.x.upper(), "objects": self.objects, "configs": CONFIGS[self.objects],
                             "adhoc": "kind: ProviderConfig, " if self.modern else "",
                             "in": "" if self.modern else f"\n          namespace: {SYSTEM}",
                             "in2": "" if self.modern else f"\n              namespace: {SYSTEM}"}.items():
            text = text.replace("{{" + token + "}}", value)
        return text

    def ref(self, name, kind):
        return {"kind": kind, "name": name} if self.modern else {"name": name}


class SecondCluster(Ordering):
    def provider(self):
        """The definitions of provider-kubernetes. Without its conversion webhook: only the stored version is used here."""
        folder = os.path.join(os.path.dirname(shutil.which("kubectl")), "provider-kubernetes-crds")
        for file in sorted(f for f in os.listdir(folder) if re.search(r"\.(objects|(cluster)?providerconfigs)\.yaml$", f.replace("_", "."))):
            self.manifest(os.path.join(folder, file), lambda text: re.sub(r"(?m)^  conversion:\n(    .*\n)+", "", text))
        self.manifest("services.yaml")
        for kind in KINDS + tuple(CONFIGS.values()):
            plural = "objects" if kind in KINDS else "providerconfigs"
            within(20, f"{kind} served", lambda: self.kube.find(f"/apis/{kind}/{plural}") is not None)
        for plural in ("shops", "caches", "xshops", "xcaches"):
            within(30, f"{plural} served", lambda: self.kube.find(f"{SERVICES}/{plural}") is not None)

    def details(self, f, name):
        secret = self.kube.find(f"{f.secrets}/{name}") or {}
        return {k: base64.b64decode(v).decode() for k, v in secret.get("data", {}).items()}

    def object(self, f, owner, name):
        return self.owned(f.of_objects, owner).get(name)

    def synced(self, f, owner, name, status, text=""):
        within(30, f"{name} Synced={status}", lambda: (lambda c: c.get("status") == status and text in c.get("message", "") or self.fail(c))(
            condition(self.object(f, owner, name), "Synced")))

    def order_shop(self, f):
        """A shop for the cluster "edge", and its cache, once it is there."""
        name, version = f.config, CONFIGS[f.objects]
        kind = "ClusterProviderConfig" if f.modern else "ProviderConfig"
        self.put(f"/apis/{version}/{name}", "edge", kind, {"spec": {"credentials": {"source": "InjectedIdentity"}}}, version)
        self.manifest("composition-services.yaml", f.compositions)
        ref = {"name": "shop-login"} if f.modern else {"name": "shop-login", "namespace": SYSTEM}
        self.kube.apply(f"{f.shops}/shop", {
            "apiVersion": "services.e2e.example/v1", "kind": f"{f.x.upper()}Shop",
            "metadata": {"name": "shop", "labels": {LABEL: "edge"}}, "spec": {"writeConnectionSecretToRef": ref}})
        cache = within(30, "the nested XR", lambda: self.owned(f.caches, "shop").get("cache"))
        expect("its labels", {k: cache["metadata"]["labels"].get(k) for k in (LABEL, IGNORE)}, {LABEL: "edge", IGNORE: "true"})
        return cache["metadata"]["name"]

    def made_over_there(self, f, edge, cache):
        """The server waits for an object on the control plane, the user for a password, and what the label names gets all but the user."""
        self.synced(f, cache, "server", "False", "Object operator not found")
        within(10, "the namespace alone on the other cluster", lambda: edge.kinds() == ["Namespace"])
        self.put(f.of_objects, "operator", "Object", {"spec": {"providerConfigRef": f.ref("edge", "ClusterProviderConfig"), "forProvider": {
            "manifest": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "operator", "namespace": "operators"}}}}}, f.objects)
        self.synced(f, cache, "server", "False", "Secret login not found")
        self.notes.append(self.reported(cache, "False", "user: waiting for server (0 of 1 ready)", kind="DependenciesReady", where=f.caches))
        self.notes.append(self.reported(cache, "False", "KeysMissing", kind="ConnectionDetailsReady", where=f.caches))
        expect("the user", self.object(f, cache, "user"), None)
        expect("on the other cluster", edge.kinds(), ["ConfigMap", "Namespace", "StatefulSet"])
        expect("the reference", self.object(f, cache, "server")["spec"]["references"], [
            {"dependsOn": {"apiVersion": f.objects, "kind": "Object", "name": name} | ({"namespace": SPACE} if f.modern else {})}
            for name in (self.object(f, cache, "namespace")["metadata"]["name"], "operator")])

    def login(self, edge, cache, password):
        """What the operator on the other cluster makes."""
        edge.apply({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "cache", "namespace": cache}, "spec": {"clusterIP": "10.1.2.3"}})
        edge.apply({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login", "namespace": cache},
                    "data": {"password": base64.b64encode(password.encode()).decode()}})

    def published(self, f, password):
        """The details of the cache, and of the shop, which has them all and one of its own."""
        details = {"password": password, "host": "10.1.2.3", "port": "6379", "replicas": "1", "url": f"redis://:{password}@10.1.2.3:6379"}
        for name, wanted in (("shop-cache", details), ("shop-login", details | {"front": "shop"})):
            within(60, f"details in {name}, with {password}", lambda: self.details(f, name) == wanted or self.fail(sorted(self.details(f, name))))
            self.touch("shop", f.shops)     # core does not watch the connection secrets of what it composes

    def complete(self, f, clusters, cache):
        self.published(f, "s3cret")
        within(60, "Shop Ready", lambda: is_true(self.kube.get(f"{f.shops}/shop"), "Ready"))
        for where, name in ((f.shops, "shop"), (f.caches, cache)):
            self.reported(name, "True", "Satisfied", kind="DependenciesReady", where=where)
            self.reported(name, "True", "Complete", kind="ConnectionDetailsReady", where=where)
            self.reported(name, "True", "Injected", kind="ProviderConfigApplied", where=where)
        edge, adhoc = f.ref("edge", "ClusterProviderConfig"), f.ref("cache-admin", "ProviderConfig")
        refs = {n: o["spec"]["providerConfigRef"] for owner in ("shop", cache) for n, o in self.owned(f.of_objects, owner).items()}
        expect("provider configs", refs, {"front": edge, "namespace": edge, "server": edge, "user": adhoc})
        expect("clusters", {n: c.kinds() for n, c in clusters.items()}, {
            "edge": ["ConfigMap", "ConfigMap", "Namespace", "Secret", "Service", "StatefulSet"], "cache-admin": ["ConfigMap"]})
        # Only theirs: another check may have left a Usage that core has not deleted yet.
        usages = [usage for owner in ("shop", cache) for usage in self.owned(f.usages, owner).values()]
        expect("Usages", sorted(f"{u['spec']['of']['kind']} by {u['spec']['by']['kind']}" for u in usages),
               sorted([f"{f.x.upper()}Cache by Object", "Object by Object", "ProviderConfig by Object"]))
        within(30, "Usages at work", lambda: all(
            is_true(u, "Ready") for owner in ("shop", cache) for u in self.owned(f.usages, owner).values()))

    def source_away(self, f, edge, cache):
        """The password and what was read of it go: every detail that was published stays, and the condition names what is missing."""
        del edge.objects["v1", "Secret", cache, "login"]
        self.synced(f, cache, "server", "False", "Secret login not found")
        self.kube.delete(f"{f.secrets}/{cache}")
        self.touch(cache, f.caches)
        self.notes.append(self.reported(cache, "False", "KeysMissing", "password", kind="ConnectionDetailsReady", where=f.caches))
        self.published(f, "s3cret")
        self.login(edge, cache, "n3w")
        self.published(f, "n3w")
        self.reported(cache, "True", "Complete", kind="ConnectionDetailsReady", where=f.caches)

    def gone(self, f, clusters):
        self.kube.delete(f"{f.shops}/shop")
        within(120, "all gone", lambda: not (self.kube.items(f.shops) + self.kube.items(f.caches) + self.kube.items(f.usages) + [
            o for o in self.kube.items(f.of_objects) if o["metadata"]["name"] != "operator"]) or self.fail(
                [o["metadata"]["name"] for o in self.kube.items(f.of_objects) + self.kube.items(f.usages)]))
        self.kube.delete(f"{f.of_objects}/operator")
        within(20, "the operator gone", lambda: not self.kube.items(f.of_objects))
        self.kube.delete(f"/apis/{CONFIGS[f.objects]}/{f.config}/edge")
        # The operator would do away with these.
        expect("left on the other cluster", clusters["edge"].kinds(), ["Secret", "Service"])
        expect("left in the server", clusters["cache-admin"].kinds(), [])

    def check_second_cluster(self):
        """A service and its cache on another cluster: provider config, references, details that come back and stay; new and legacy"""
        self.provider()
        for modern in (True, False):
            f = Flavour(modern)
            with Objects(self.kube) as provider:
                edge = provider.cluster("edge")
                try:
                    cache = self.order_shop(f)
                    self.made_over_there(f, edge, cache)
                    time.sleep(CALM)
                    self.login(edge, cache, "s3cret")
                    self.complete(f, provider.clusters, cache)
                    time.sleep(CALM)
                    self.source_away(f, edge, cache)
                except Exception:
                    with contextlib.suppress(Failed):
                        self.gone(f, provider.clusters)
                    raise
                self.gone(f, provider.clusters)
