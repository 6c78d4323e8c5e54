# SPDX-License-Identifier: Apache-2.0
"""What the checks share: the control plane that they look at, and how they wait and fail."""
import contextlib
import json
import os
import subprocess
import threading
import time
import urllib.request

from kube import ApiError, Kube, is_true

SYSTEM, SPACE = "crossplane-system", "e2e"
APPS = f"/apis/demo.e2e.example/v1alpha1/namespaces/{SPACE}/apps"
CLOUD = f"/apis/cloud.e2e.example/v1beta1/namespaces/{SPACE}"
PLURALS = ("buckets", "instances", "subnets")        # of what Apps are composed of
ENVIRONMENTS = "/apis/apiextensions.crossplane.io/v1beta1/environmentconfigs"
FUNCTIONS = "/apis/pkg.crossplane.io/v1"
LABEL = "appcat.vshn.io/provider-config"


class Failed(Exception):
    pass


def expect(what, got, want):
    if got != want:
        raise Failed(f"{what}: {got!r}, expected {want!r}")


def within(seconds, what, probe):
    """Waits until the probe returns something true; that is returned. Says what it saw last."""
    begin, last = time.monotonic(), None
    while time.monotonic() - begin < seconds:
        try:
            last = probe()
            if last:
                return last
        except (Failed, ApiError, KeyError, OSError) as e:
            last = e
        time.sleep(0.15)
    raise Failed(f"{what}: not within {seconds} s, last: {last!r}")


class Bed:
    def __init__(self, a):
        self.state, self.manifests = a.state, a.manifests
        self.strict = a.strict
        with open(os.path.join(self.state, "kubeconfig")) as f:
            config = json.load(f)
        cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
        host, port = cluster["server"][len("https://"):].split(":")
        self.kube = Kube(host, int(port), user["token"], cluster["certificate-authority"])
        self.names = {"environment": a.environment, "resources": a.resources, "native": a.native, "patches": a.patches, "templates": a.templates}
        self.after = a.after
        program = os.path.realpath(os.path.join(self.state, "..", "bin", "crossplane-core"))
        self.core = tuple(int(n) for n in program.rsplit("-", 1)[1].split("."))
        self.variant, self.functions, self.notes = None, [], []

    # ---- helpers -------------------------------------------------------------------------------------------------

    def manifest(self, file, change=lambda text: text):
        with open(os.path.join(self.manifests, file)) as f:
            text = f.read()
        for key, name in self.names.items():
            text = text.replace("{{" + key + "}}", name or "")
        done = subprocess.run(["kubectl", "apply", "--server-side", "--force-conflicts", "-f", "-"], input=change(text), text=True, capture_output=True)
        if done.returncode:
            raise Failed(f"{file}: {done.stderr.strip()}")

    def composition(self, change=lambda text: text):
        last = f'  - step: after\n    functionRef: {{name: "{self.after}"}}\n' if self.after and self.variant == "dropin" else ""
        self.manifest(f"composition-{self.variant}.yaml", lambda text: change(text) + last)

    def app(self, name, region="eu-west-1", labels=None, **spec):
        body = {"apiVersion": "demo.e2e.example/v1alpha1", "kind": "App",
                "metadata": {"name": name, "namespace": SPACE, "labels": labels or {}},
                "spec": {"region": region, **spec}}
        return self.kube.apply(f"{APPS}/{name}", body)

    def composed(self, name):
        """The composed resources of an XR, by their name in the Composition."""
        out = {}
        for plural in PLURALS:
            for o in self.kube.items(f"{CLOUD}/{plural}"):
                if o["metadata"].get("labels", {}).get("crossplane.io/composite") == name:
                    out[o["metadata"]["annotations"]["crossplane.io/composition-resource-name"]] = o
        return out

    def uids(self, name):
        return {k: v["metadata"]["uid"] for k, v in self.composed(name).items() if "deletionTimestamp" not in v["metadata"]}

    def ready(self, name, seconds=30):
        return within(seconds, f"App {name} Ready", lambda: (
            lambda x: x if is_true(x, "Ready") and is_true(x, "Synced") else self.fail(conditions(x) or "no condition at all"))(
                self.kube.get(f"{APPS}/{name}")))

    @staticmethod
    def fail(text):
        raise Failed(text)

    def forget(self, name):
        self.kube.delete(f"{APPS}/{name}")
        within(30, f"App {name} gone", lambda: self.kube.find(f"{APPS}/{name}") is None)
        within(60, f"resources of {name} gone", lambda: not self.composed(name))

    @contextlib.contextmanager
    def identities(self, names, resources=None):
        """While this is entered no composed resource of these XRs, or none of these, may change its identity or vanish."""
        def look(name):
            return {k: v for k, v in self.uids(name).items() if resources is None or k in resources}
        before = {n: look(n) for n in names}
        expect("composed resources that are not there", [r for r in resources or () for n in names if r not in before[n]], [])
        stop, lost = threading.Event(), []

        def watch():
            while not stop.is_set() and not lost:
                for n in names:
                    now = look(n)
                    if now != before[n]:
                        lost.append((n, before[n], now))
                time.sleep(0.05)
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join()
        expect("composed resources that changed identity or vanished", lost, [])

    def size(self, name):
        return self.composed(name)["instance"]["spec"]["forProvider"]["size"]

    def pods(self, function=None):
        with open(os.path.join(self.state, "pods.json")) as f:
            pods = json.load(f)
        return [p for p in pods if function is None or p["name"].startswith(function + "-")]

    @staticmethod
    def metric(family, label):
        """The sums of a metric of core by one label."""
        out = {}
        text = urllib.request.urlopen("http://127.0.0.1:8080/metrics", timeout=5).read().decode()
        for line in text.splitlines():
            if line.startswith(family + "{"):
                labels, value = line.rsplit(" ", 1)
                name = labels.split(f'{label}="')[1].split('"')[0]
                out[name] = out.get(name, 0) + float(value)
        return out

    def calls(self):
        return self.metric("function_run_function_request_total", "function_name")

    def seconds(self):
        return self.metric("function_run_function_seconds_sum", "function_name")

    def breakers(self):
        """How often core has stopped listening to an XR because it changed too often."""
        return sum(self.metric("circuit_breaker_opens_total", "controller").values())


def conditions(obj):
    return "; ".join(f"{c['type']}={c['status']} {c.get('message', '')}" for c in obj.get("status", {}).get("conditions", []))


def cpu_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss_mib(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
