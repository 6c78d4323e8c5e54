# SPDX-License-Identifier: Apache-2.0
"""Checks of references: values of other objects, that come late, go and come back; with function-loom's own input only."""
import base64
import contextlib
import os
import time

from bed import APPS, LABEL, SPACE, SYSTEM, conditions, expect, within
from kube import condition, is_true
from promises import CANARY, SECRETS, Promises

CONFIGMAPS = f"/api/v1/namespaces/{SPACE}/configmaps"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
NET = "/apis/net.e2e.example/v1"
VPCS, GATEWAYS = f"{NET}/namespaces/{SPACE}/vpcs", f"{NET}/gateways"
PROVIDER_CONFIGS = "/apis/cloud.e2e.example/v1beta1/clusterproviderconfigs"
# Values of Secrets that any mistake in their encoding changes.
BINARY = bytes(range(256))
QUOTES = 'say "gr\u00fc\u00df" it\'s \\me <b>'.encode()
LINES = b"first: a\nsecond: b c\nthird: d\n"


def encoded(text):
    return base64.b64encode(text.encode()).decode()


class References(Promises):
    def refer(self, name, composition, labels=None):
        """An XR with one of the Compositions of the references."""
        self.manifest(f"composition-{composition}.yaml")
        self.app(name, labels=labels, crossplane={"compositionRef": {"name": composition}})

    def touch(self, name, where=APPS):
        """Makes core reconcile the XR now, and not when the last answer has become too old."""
        self.kube.merge(f"{where}/{name}", {"metadata": {"annotations": {"touched": str(time.time())}}})

    def put(self, where, name, kind, body, version="v1"):
        self.kube.apply(f"{where}/{name}", {"apiVersion": version, "kind": kind, "metadata": {"name": name}, **body})

    def installed(self, manifest, objects):
        """Installs a kind, and waits until its objects can be asked for."""
        self.manifest(manifest)
        within(20, f"{objects} served", lambda: self.kube.find(objects) is not None)

    def uninstalled(self, name):
        self.kube.delete(f"{DEFINITIONS}/{name}")
        within(30, f"{name} gone", lambda: self.kube.find(f"{DEFINITIONS}/{name}") is None)

    def reported(self, name, status, *texts, kind="ReferencesResolved", where=APPS):
        """Waits until a condition of the XR has this status, and all these texts in its reason or message."""
        def look():
            xr = self.kube.get(f"{where}/{name}")
            found = condition(xr, kind)
            text = f"{found.get('reason')} {found.get('message', '')}"
            if found.get("status") == status and all(t in text for t in texts):
                return text
            return self.fail(conditions(xr) or "no condition at all")
        return within(50, f"{kind}={status} of {name} with {texts}", look)

    def reconciled(self, name, ready):
        """The XR is reconciled without an error, and Ready or not."""
        def look():
            xr = self.kube.get(f"{APPS}/{name}")
            return (is_true(xr, "Synced"), is_true(xr, "Ready")) == (True, ready) or self.fail(conditions(xr))
        within(10, f"{name} Synced and {'' if ready else 'not '}Ready", look)

    @contextlib.contextmanager
    def kept(self, name):
        """While this is entered the composed resources of an XR keep their identity and their spec, and the XR stays Ready."""
        def look():
            return {n: (o["metadata"]["generation"], o["spec"]) for n, o in self.composed(name).items()}
        before = look()
        with self.identities([name]):
            yield
            self.reconciled(name, True)
            time.sleep(2)
        expect("generation and spec of what is composed", look(), before)

    def check_secret_bytes(self):
        """Secrets made of another one by each way of the table hold the right bytes, also those that are no text"""
        binary, large, quotes, lines = BINARY, os.urandom(100_000), QUOTES, LINES

        def source(name, values):
            self.put(SECRETS, name, "Secret", {"data": {key: base64.b64encode(value).decode() for key, value in values.items()}})

        def data(name):
            found = self.kube.find(f"{SECRETS}/{name}") or {}
            return {key: base64.b64decode(value) for key, value in found.get("data", {}).items()}
        source("bytes-source", {"binary": binary, "large": large})
        source("bytes-text", {"quotes": quotes, "lines": lines})
        wanted = {
            "bytes-copies": {"binary": binary, "large": large, "quotes": quotes, "joined": quotes + b"|" + lines, "combined": b"<" + quotes + b">",
                             "upper": lines.upper(), "part": b"b c"},
            "bytes-computed": {"bytes": lines, "around": b"u=" + quotes + b";", "decoded": binary, "text": quotes},
            "bytes-bucket-refs": {"token": binary},
        }
        self.refer("bytes", "bytes")
        try:
            for name, values in wanted.items():
                within(50, f"{name} complete", lambda: set(data(name)) >= set(values) or self.fail((sorted(data(name)), conditions(self.kube.get(f"{APPS}/bytes")))))
                for key, value in values.items():
                    expect(f"{name} {key}", data(name)[key], value)
        finally:
            self.forget("bytes")
            for name in "bytes-source", "bytes-text":
                self.kube.delete(f"{SECRETS}/{name}")

    def check_references(self):
        """A ConfigMap, a Secret, an object of a kind that is looked up: composed once all are there; one goes and comes back"""
        self.installed("networks.yaml", VPCS)

        def settings(account="111"):
            self.put(CONFIGMAPS, "settings", "ConfigMap", {"data": {"account": account}})

        def owner():
            self.put(SECRETS, "owner", "Secret", {"data": {"name": encoded("ann")}})

        def network():
            self.put(VPCS, "main", "VPC", {"spec": {"cidr": "10.0.0.0/16"}}, "net.e2e.example/v1")
        try:
            settings()
            self.refer("referring", "references")
            self.reported("referring", "Unknown", "ReferenceNotFound", "(v1 Secret e2e/owner data.name)")
            owner()
            self.touch("referring")
            self.reported("referring", "Unknown", "ReferenceNotFound", "(net.e2e.example/v1 VPC e2e/main spec.cidr)")
            self.reconciled("referring", False)
            expect("composed without all values", self.composed("referring"), {})
            begin = time.monotonic()
            network()
            self.ready("referring", 50)
            self.notes.append(f"composed by itself {time.monotonic() - begin:.0f} s after the last object")
            self.reported("referring", "True", "Resolved")
            expect("bucket", self.composed("referring")["bucket"]["spec"]["forProvider"], {
                "region": "eu-west-1", "account": "111", "tags": {"owner": "ann", "network": "10.0.0.0/16"}})

            for where, back, place in ((f"{CONFIGMAPS}/settings", settings, "v1 ConfigMap e2e/settings data.account"),
                                       (f"{VPCS}/main", network, "net.e2e.example/v1 VPC e2e/main spec.cidr")):
                with self.kept("referring"):
                    self.kube.delete(where)
                    self.touch("referring")
                    self.notes.append(self.reported("referring", "Unknown", "ReferenceNotFound", "the last value is kept", place))
                    self.reconciled("referring", True)
                    begin = time.monotonic()
                    back()
                    self.reported("referring", "True", "Resolved")
                    self.notes.append(f"True again by itself {time.monotonic() - begin:.0f} s after it came back")
            with self.kept("referring"):
                self.kube.delete(f"{SECRETS}/owner")     # taken over once, so nobody asks for it
                self.touch("referring")
                time.sleep(3)
                self.reported("referring", "True", "Resolved")

            settings("222")
            self.touch("referring")
            within(20, "the new value", lambda: self.composed("referring")["bucket"]["spec"]["forProvider"]["account"] == "222")
            expect("status, taken over once", self.kube.get(f"{APPS}/referring")["status"]["account"], "111")
        finally:
            self.forget("referring")
            for where in (f"{CONFIGMAPS}/settings", f"{SECRETS}/owner", f"{VPCS}/main"):
                self.kube.delete(where)

    def failed(self, name):
        """What core said of reconciles of the XR that failed."""
        return [e["message"] for e in self.kube.items(f"/api/v1/namespaces/{SPACE}/events")
                if e["involvedObject"].get("name") == name and "cannot compose resources" in e.get("message", "")]

    def check_references_uninstalled(self):
        """A kind that is not installed fails no reconcile; the condition says so, and all comes when it is installed"""
        definition, missing = "gateways.net.e2e.example", "custom resource definition gateways.net.e2e.example is not installed"

        def gateway():
            self.installed("gateways.yaml", GATEWAYS)
            self.put(GATEWAYS, "main", "Gateway", {"spec": {"id": "gw-1"}}, "net.e2e.example/v1")
        self.uninstalled(definition)
        try:
            self.refer("early", "gateways")
            self.notes.append(self.reported("early", "False", "ReferencedKindNotInstalled", missing))
            within(20, "what refers to nothing is composed", lambda: list(self.composed("early")) == ["instance"])
            self.reconciled("early", False)
            self.installed("gateways.yaml", GATEWAYS)
            self.reported("early", "Unknown", "ReferenceNotFound", "(net.e2e.example/v1 Gateway main spec.id)")
            gateway()
            self.ready("early", 50)
            self.reported("early", "True", "Resolved")
            expect("bucket", self.composed("early")["bucket"]["spec"]["forProvider"], {"region": "eu-west-1", "account": "gw-1"})
            expect("reconciles that failed", self.failed("early"), [])
            with self.kept("early"):
                self.uninstalled(definition)
                self.touch("early")
                self.notes.append(self.reported("early", "False", "ReferencedKindNotInstalled", f"{missing}, the last value is kept"))
                self.reconciled("early", True)
                gateway()
                self.reported("early", "True", "Resolved")
        finally:
            self.forget("early")
            self.uninstalled(definition)

    def check_references_denied(self):
        """A Secret of another namespace is not read, whatever the input says; its value shows nowhere; a flag of the server allows it"""
        foreign = f"/api/v1/namespaces/{SYSTEM}/secrets/foreign"
        self.kube.apply(foreign, {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "foreign", "namespace": SYSTEM},
                                  "data": {"password": encoded(CANARY)}})
        self.runtime([{"op": "add", "path": "/args", "value": ["--debug"]}])
        refusal = ("ReferenceNotAllowed", f"not allowed by the secret policy (v1 Secret {SYSTEM}/foreign data.password)")

        def revision():
            return self.kube.get(f"{APPS}/curious")["spec"]["crossplane"]["compositionRevisionRef"]["name"]
        try:
            self.refer("curious", "foreign")
            self.notes.append(self.reported("curious", "False", *refusal))
            before = revision()
            self.manifest("composition-foreign.yaml", lambda text: text + "      security: {secrets: Allow, crossNamespace: Allow}\n")
            within(30, "the input that asks for more", lambda: revision() != before)
            time.sleep(3)
            self.reported("curious", "False", *refusal)
            self.reconciled("curious", False)
            expect("composed", self.composed("curious"), {})
            self.silent()
            self.runtime([{"op": "replace", "path": "/args", "value": [
                "--debug", "--reference-secrets=Allow", "--reference-cross-namespace=Allow"]}])
            self.reported("curious", "True", "Resolved")
            expect("account", self.composed("curious")["bucket"]["spec"]["forProvider"].get("account"), CANARY)
            self.silent(shown=["composed resources"])
        finally:
            self.runtime([{"op": "remove", "path": "/args"}])
            self.forget("curious")
            self.kube.delete(foreign)

    def check_provider_config_missing(self):
        """A ProviderConfig that does not exist keeps a new resource back, and leaves one that is there alone; the condition names it"""
        self.installed("provider-configs.yaml", PROVIDER_CONFIGS)
        where, text = f"{PROVIDER_CONFIGS}/tenant-v", "cloud.e2e.example/v1beta1 ClusterProviderConfig tenant-v not found"

        def reported(status, *texts):
            return self.reported("validated", status, *texts, kind="ProviderConfigApplied")

        def config():
            self.put(PROVIDER_CONFIGS, "tenant-v", "ClusterProviderConfig", {"spec": {}}, "cloud.e2e.example/v1beta1")
        self.kube.delete(where)
        try:
            self.refer("validated", "validated", labels={LABEL: "tenant-v"})
            self.notes.append(reported("False", "ProviderConfigNotFound", text))
            self.reconciled("validated", False)
            expect("composed without it", self.composed("validated"), {})
            config()
            self.ready("validated", 50)
            reported("True", "Injected", "tenant-v: 1 composed resource")
            expect("bucket", self.composed("validated")["bucket"]["spec"]["providerConfigRef"],
                   {"kind": "ClusterProviderConfig", "name": "tenant-v"})
            with self.kept("validated"):
                self.kube.delete(where)
                self.touch("validated")
                reported("False", "ProviderConfigNotFound", text)
                self.reconciled("validated", True)
                config()
                reported("True", "Injected")
        finally:
            self.forget("validated")
            self.kube.delete(where)
