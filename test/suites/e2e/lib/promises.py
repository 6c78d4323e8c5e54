# SPDX-License-Identifier: Apache-2.0
"""Checks of what function-loom promises beyond the functions that it stands in for; with its own input only."""
import base64
import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

from bed import APPS, CLOUD, FUNCTIONS, LABEL, SPACE, SYSTEM, Bed, Failed, expect, within
from certificates import Certificates, h2
from kube import condition, is_true

SUITES = f"/apis/demo.e2e.example/v1alpha1/namespaces/{SPACE}/suites"
SECRETS = f"/api/v1/namespaces/{SPACE}/secrets"
RUNTIME = "/apis/pkg.crossplane.io/v1beta1/deploymentruntimeconfigs"
# Another one in each run: events of an earlier one may still be there.
CANARY = f"canary-{secrets.token_hex(8)}"


def provider_config(obj):
    return obj["spec"]["providerConfigRef"]["name"]


class Promises(Bed):
    def suite(self, name, label):
        """A Suite is a composite resource that composes an App, whose own composition goes on from there."""
        return self.kube.apply(f"{SUITES}/{name}", {
            "apiVersion": "demo.e2e.example/v1alpha1", "kind": "Suite",
            "metadata": {"name": name, "namespace": SPACE, "labels": {LABEL: label}}, "spec": {"region": "eu-west-1"}})

    def owned(self, where, owner):
        """What the object called `owner` controls among the objects of a path, by its name in the Composition."""
        return {o["metadata"]["annotations"]["crossplane.io/composition-resource-name"]: o for o in self.kube.items(where)
                if any(r["name"] == owner and r.get("controller") for r in o["metadata"].get("ownerReferences", []))}

    def check_nested(self):
        """A nested XR gets the provider-config label, its resources the name; the ignore label is honoured; a change follows"""
        self.manifest("composition-suites.yaml")
        for label in ("tenant-a", "tenant-b"):
            self.suite("whole", label)
            app = within(20, "label of the nested XR", lambda: (lambda o: o if o["metadata"]["labels"].get(LABEL) == label else None)(
                self.owned(APPS, "whole")["app"]))
            within(30, "resources of the nested XR", lambda: {
                kind: {provider_config(o) for o in self.owned(f"{CLOUD}/{kind}", app["metadata"]["name"]).values()}
                for kind in ("buckets", "instances")} == {"buckets": {label}, "instances": {label}})
            within(20, "Suite Ready", lambda: is_true(self.kube.get(f"{SUITES}/whole"), "Ready"))
            if "providerConfigRef" in app["spec"]:
                raise Failed("the nested XR has a providerConfigRef")
            expect("resources beside it", {n: provider_config(o) for n, o in self.owned(f"{CLOUD}/buckets", "whole").items()},
                   {"logs": label, "shared": "default"})
        self.kube.delete(f"{SUITES}/whole")
        within(60, "all gone", lambda: not self.kube.items(SUITES) and not self.owned(APPS, "whole"))

    def check_weak_peers(self):
        """Leaves that the CA has signed and core never makes are refused: no usage, a CA, 1024 bits, SHA-1, the CA itself"""
        keep = tempfile.mkdtemp(dir=self.state)
        try:
            certs = Certificates(keep, lambda name: self.kube.get(f"/api/v1/namespaces/{SYSTEM}/secrets/{name}")["data"])
            for f in self.functions:
                ip, name = self.pods(f)[0]["ip"], f"{f}.{SYSTEM}"
                expect("a leaf of core's shape", h2(ip, certs.ca, name, certs.signed("right", "2020-01-01", "2090-01-01")), "accepted")
                for use in ("none", "client,ca", "client,rsa1024", "client,sha1"):
                    if h2(ip, certs.ca, name, certs.signed(use, "2020-01-01", "2090-01-01", use)) == "accepted":
                        raise Failed(f"{f}: {use} was accepted")
                if h2(ip, certs.ca, name, (certs.ca, certs.ca.replace(".crt", ".key"))) == "accepted":
                    raise Failed(f"{f}: the CA itself was accepted")
        finally:
            shutil.rmtree(keep)

    @contextlib.contextmanager
    def secretive(self):
        """An XR of Secrets that hold the canary; yields a function that applies its Composition with a change."""
        encoded = base64.b64encode(CANARY.encode()).decode()

        def compose(right="", wrong=""):
            self.manifest("composition-secrets.yaml", lambda text: text.replace(right, wrong).replace("{{encoded}}", encoded))
        self.runtime([{"op": "add", "path": "/args", "value": ["--debug"]}])
        self.kube.apply(f"{SECRETS}/source", {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "source", "namespace": SPACE},
                                              "data": {"password": encoded}})
        try:
            compose()
            self.app("secretive", crossplane={"compositionRef": {"name": "secrets"}})
            composed = within(45, "composed Secret", lambda: (lambda s: s if "password" in s.get("data", {}) else None)(
                self.kube.get(f"{SECRETS}/secretive-connection")))
            expect("its value", composed["data"]["password"], encoded)
            self.ready("secretive", 45)
            yield compose
        finally:
            self.runtime([{"op": "remove", "path": "/args"}])
            self.forget("secretive")
            self.kube.delete(f"{SECRETS}/source")

    def broken(self, compose, right, wrong, text):
        """Puts a mistake into the Composition, and waits for the error that has this text."""
        compose(right, wrong)
        within(30, f"Synced=False because of {text}", lambda: text in condition(
            self.kube.get(f"{APPS}/secretive"), "Synced").get("message", ""))
        self.notes.append(condition(self.kube.get(f"{APPS}/secretive"), "Synced")["message"][:160])
        time.sleep(2)

    def check_secrets(self):
        """The value of a Secret reaches the composed Secret, and no event, XR, condition or log, with --debug and a broken input"""
        with self.secretive() as compose:
            self.silent()
            self.broken(compose, "type: ToCompositeFieldPath", "type: Nonsense", "Nonsense")
            self.silent()

    def check_secrets_in_errors(self):
        """An error about the value of a Secret does not tell the value"""
        with self.secretive() as compose:
            self.broken(compose, "fromFieldPath: data.missing",
                        "fromFieldPath: data.password, transforms: [{type: convert, convert: {toType: int64}}]", "convert")
            self.silent()

    def silent(self, shown=()):
        """Fails where the canary shows, but for the places where it is meant to."""
        encoded = base64.b64encode(CANARY.encode()).decode()
        places = {"events": self.kube.items("/api/v1/events") + self.kube.items("/apis/events.k8s.io/v1/events"),
                  "XRs": self.kube.items(APPS), "composed resources": self.kube.items(f"{CLOUD}/buckets")}
        places = {where: json.dumps(found) for where, found in places.items()}
        for process in ["core"] + [f"pod-{f}" for f in self.functions]:
            with open(os.path.join(self.state, "logs", f"{process}.log")) as log:
                places[f"log of {process}"] = log.read()
        for where, text in places.items():
            if where in shown:
                continue
            if not text or text == "[]":
                raise Failed(f"{where}: nothing there to look at")
            if CANARY in text or encoded in text:
                at = text.find(CANARY if CANARY in text else encoded)
                raise Failed(f"{where} tell the secret: …{text[max(0, at - 160):at + 40]}…")

    def runtime(self, patches):
        """Changes the container (paths /args…) or the Deployment (paths /spec…), and waits for the new pods."""
        f = self.functions[0]
        container = "/spec/deploymentTemplate/spec/template/spec/containers/0"
        old = {p["name"] for p in self.pods(f)}
        patched = self.kube.call("PATCH", f"{RUNTIME}/{f}", [
            {**p, "path": f"/spec/deploymentTemplate{p['path']}" if p["path"].startswith("/spec") else container + p["path"]}
            for p in patches], "application/json-patch+json")
        want = patched["spec"]["deploymentTemplate"]["spec"].get("replicas", 1)
        return within(45, f"{want} new pods of {f}", lambda: (
            lambda pods: pods if len(pods) == want and all(p["ready"] and p["name"] not in old for p in pods) else None)(self.pods(f)))

    @staticmethod
    def answered(pod):
        """Calls that a pod has answered, by its own count."""
        text = urllib.request.urlopen(f"http://{pod['ip']}:8080/metrics", timeout=5).read().decode()
        return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines()
                   if line.startswith("grpc_server_handled_total{") and "RunFunction" in line)

    def changed(self, names, size):
        for n in names:
            self.app(n, size=size)

    def arrived(self, names, size):
        within(45, "last change everywhere", lambda: all(self.size(n) == size for n in names))
        for n in names:
            self.ready(n, 90)

    def check_replicas(self):
        """Two replicas: core calls both once their connections have reached their age; one is killed, and nothing is lost"""
        names = [f"shared-{i}" for i in range(4)]
        pods = self.runtime([{"op": "add", "path": "/spec/replicas", "value": 2},
                             {"op": "add", "path": "/args", "value": ["--max-connection-age=10s"]}])
        try:
            self.changed(names, 1)
            self.arrived(names, 1)
            with self.identities(names):
                begin, size = time.monotonic(), 1
                counts = [self.answered(p) for p in pods]
                while min(self.answered(p) - n for p, n in zip(pods, counts)) < 5:
                    if time.monotonic() - begin > 90:
                        raise Failed(f"calls of the replicas: {[self.answered(p) for p in pods]}, before: {counts}")
                    size += 1
                    self.changed(names, size)
                    time.sleep(4)
                self.notes.append(f"calls of each: {[round(self.answered(p) - n) for p, n in zip(pods, counts)]} "
                                  f"after {time.monotonic() - begin:.0f} s")
                os.kill(next(p["pid"] for p in self.pods(self.functions[0]) if p["ip"] == pods[0]["ip"]), signal.SIGKILL)
                self.changed(names, size + 1)
                begin = time.monotonic()
                self.arrived(names, size + 1)
                self.notes.append(f"one killed: steady after {time.monotonic() - begin:.1f} s")
        finally:
            self.runtime([{"op": "remove", "path": "/spec/replicas"}, {"op": "remove", "path": "/args"}])
        for n in names:
            self.forget(n)

    def check_upgrade(self):
        """A new version of the package, while XRs change: a new pod serves, no composed resource loses its identity"""
        f, names = self.functions[0], [f"moving-{i}" for i in range(4)]
        self.changed(names, 1)
        self.arrived(names, 1)
        where = f"{FUNCTIONS}/functions/{f}"
        before = self.kube.get(where)
        old, pod = before["spec"]["package"], self.pods(f)[0]
        new = old.rsplit(":", 1)[0] + ":v1.0.0"
        done = subprocess.run(["crane", "mutate", old, "--label", "org.opencontainers.image.version=1.0.0", "-t", new],
                              capture_output=True, text=True)
        expect("crane mutate", done.returncode and done.stderr, 0)
        with self.identities(names):
            begin, size = time.monotonic(), 1
            self.kube.merge(where, {"spec": {"package": new}})
            while True:
                size += 1
                self.changed(names, size)
                time.sleep(4)
                now = self.kube.get(where)
                pods = self.pods(f)
                if (now["status"]["currentRevision"] != before["status"]["currentRevision"] and is_true(now, "Healthy")
                        and pods and all(p["ready"] and p["name"] != pod["name"] for p in pods) and size > 4):
                    break
                if time.monotonic() - begin > 120:
                    raise Failed(f"not upgraded: {now['status']}, {pods}")
            self.notes.append(f"a new pod alone after {time.monotonic() - begin:.0f} s and {size} changes")
            begin = time.monotonic()
            self.changed(names, size + 1)
            self.arrived(names, size + 1)
            self.notes.append(f"steady {time.monotonic() - begin:.1f} s after the last change")
        for n in names:
            self.forget(n)
