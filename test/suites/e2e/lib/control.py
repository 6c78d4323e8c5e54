# SPDX-License-Identifier: Apache-2.0
"""Brings up a real control plane in the namespaces this process was started in, and keeps it up until SIGTERM.

etcd, kube-apiserver, kube-controller-manager (garbage collection, namespaces), an OCI registry, `crossplane core init`,
`crossplane core start`, then the two stand-ins: node.py and provider.py. Every process is a child of this one; this one is
PID 1 of its PID namespace, so when it goes, everything goes.

    control.py BIN STATE      BIN: directory of programs, STATE: directory for this run (made by up.sh)
"""
import base64
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import traceback
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kube import ApiError, Kube                     # noqa: E402
from node import BRIDGE, SUBNET, Node, sh           # noqa: E402
from provider import Provider                       # noqa: E402
import trust                                        # noqa: E402

NAMESPACE = "crossplane-system"
ADDRESS = SUBNET + "1"
# The Service of core's webhooks, as core's own chart makes it; its cluster IP is an address of this machine.
WEBHOOKS, WEBHOOKS_ADDRESS, WEBHOOKS_PORT = "crossplane-webhooks", "10.96.0.9", 9443


class ControlPlane:
    def __init__(self, bin_dir, state):
        self.bin, self.state = bin_dir, state
        self.token = secrets.token_hex(16)
        self.children, self.phases, self.begin = {}, {}, time.monotonic()
        self.stopping = threading.Event()
        self.threads = []

    def path(self, *parts):
        return os.path.join(self.state, *parts)

    def log(self, text):
        print(f"{time.monotonic() - self.begin:8.2f} {text}", flush=True)

    def phase(self, name):
        self.phases[name] = round(time.monotonic() - self.begin, 2)
        self.log(f"phase {name}")
        with open(self.path("phases.json"), "w") as f:
            json.dump(self.phases, f, indent=1)

    def start(self, name, *argv, env=None, critical=True):
        log = open(self.path("logs", f"{name}.log"), "ab")
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.state,
                                 env={**os.environ, **(env or {})})
        log.close()
        self.children[name] = child
        self.log(f"{name}: pid {child.pid}")
        return child

    def wait(self, what, probe, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.stopping.is_set():
            for name, child in self.children.items():
                if child.poll() is not None:
                    raise RuntimeError(f"{name} ended with {child.returncode} while waiting for {what}")
            try:
                if probe():
                    return
            except (OSError, ApiError):
                pass
            time.sleep(0.1)
        raise RuntimeError(f"{what}: not within {seconds} s")

    def network(self):
        sh("ip", "link", "set", "lo", "up")
        sh("ip", "addr", "add", WEBHOOKS_ADDRESS + "/32", "dev", "lo")
        sh("ip", "link", "add", BRIDGE, "type", "bridge")
        sh("ip", "addr", "add", ADDRESS + "/24", "dev", BRIDGE)
        sh("ip", "link", "set", BRIDGE, "up")
        sh("mount", "-t", "tmpfs", "tmpfs", "/run")      # private: `ip netns` keeps its names here
        with open(self.path("hosts"), "w") as f:
            f.write(f"127.0.0.1 localhost\n{ADDRESS} kubernetes\n")
        with open(self.path("resolv.conf"), "w") as f:
            f.write("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
        sh("mount", "--bind", self.path("hosts"), "/etc/hosts")
        sh("mount", "--bind", self.path("resolv.conf"), os.path.realpath("/etc/resolv.conf"))

    def kubernetes(self):
        self.start("etcd", f"{self.bin}/etcd", "--data-dir", self.path("etcd"), "--unsafe-no-fsync",
                   "--listen-client-urls=http://127.0.0.1:2379", "--advertise-client-urls=http://127.0.0.1:2379",
                   "--listen-peer-urls=http://127.0.0.1:2380", "--log-level=warn")
        sh("openssl", "genrsa", "-out", self.path("sa.key"), "2048")
        with open(self.path("tokens.csv"), "w") as f:
            f.write(f'{self.token},e2e,e2e,"system:masters"\n')
        os.makedirs(self.path("apiserver"), exist_ok=True)
        self.start("kube-apiserver", f"{self.bin}/kube-apiserver", "--etcd-servers=http://127.0.0.1:2379",
                   f"--cert-dir={self.path('apiserver')}", "--secure-port=6443", f"--advertise-address={ADDRESS}",
                   "--service-cluster-ip-range=10.96.0.0/16", "--endpoint-reconciler-type=none",
                   "--service-account-issuer=https://kubernetes.default.svc",
                   f"--service-account-key-file={self.path('sa.key')}",
                   f"--service-account-signing-key-file={self.path('sa.key')}",
                   "--authorization-mode=RBAC", f"--token-auth-file={self.path('tokens.csv')}")
        ca = self.path("apiserver", "apiserver.crt")
        self.wait("API server's certificate", lambda: os.path.getsize(ca) > 0 if os.path.exists(ca) else False, 60)
        time.sleep(0.2)
        self.kube = Kube(ADDRESS, 6443, self.token, ca)
        self.wait("API server", lambda: self.kube.call("GET", "/readyz") == "ok", 120)
        config = {"apiVersion": "v1", "kind": "Config", "current-context": "e2e",
                  "clusters": [{"name": "e2e", "cluster": {"server": f"https://{ADDRESS}:6443", "certificate-authority": ca}}],
                  "users": [{"name": "e2e", "user": {"token": self.token}}],
                  "contexts": [{"name": "e2e", "context": {"cluster": "e2e", "user": "e2e"}}]}
        with open(self.path("kubeconfig"), "w") as f:
            json.dump(config, f)
        os.environ["KUBECONFIG"] = self.path("kubeconfig")
        self.phase("kubernetes")
        self.start("kube-controller-manager", f"{self.bin}/kube-controller-manager",
                   f"--kubeconfig={self.path('kubeconfig')}", "--leader-elect=false", "--secure-port=0",
                   "--controllers=garbage-collector-controller,namespace-controller,serviceaccount-controller",
                   f"--service-account-private-key-file={self.path('sa.key')}")

    def crossplane(self):
        for name, manifest in (("namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}}),
                               (f"namespaces/{NAMESPACE}/serviceaccounts",
                                {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "crossplane"}}),
                               (f"namespaces/{NAMESPACE}/services",
                                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": WEBHOOKS}, "spec": {
                                    "clusterIP": WEBHOOKS_ADDRESS, "ports": [{"port": WEBHOOKS_PORT, "protocol": "TCP"}]}})):
            self.kube.apply(f"/api/v1/{name}/{manifest['metadata']['name']}", manifest)
        env = {"POD_NAMESPACE": NAMESPACE, "POD_SERVICE_ACCOUNT": "crossplane", "HOME": self.state,
               "TLS_CA_SECRET_NAME": "crossplane-root-ca", "TLS_SERVER_SECRET_NAME": "crossplane-tls-server",
               "TLS_CLIENT_SECRET_NAME": "crossplane-tls-client", "CRDS_PATH": os.path.realpath(f"{self.bin}/crossplane-core-crds"),
               "WEBHOOK_CONFIGS_PATH": os.path.realpath(f"{self.bin}/crossplane-core-webhooks"), "WEBHOOK_SERVICE_NAME": WEBHOOKS,
               "WEBHOOK_SERVICE_NAMESPACE": NAMESPACE, "WEBHOOK_SERVICE_PORT": str(WEBHOOKS_PORT)}
        # An init container is restarted until it succeeds; here the first run ends before its own CRDs are served.
        for attempt in range(20):
            with open(self.path("logs", "core-init.log"), "ab") as log:
                done = subprocess.run([f"{self.bin}/crossplane-core", "core", "init"], stdout=log, stderr=log,
                                      env={**os.environ, **env}, timeout=120)
            if done.returncode == 0:
                break
            time.sleep(0.5)
        else:
            raise RuntimeError(f"core init ended with {done.returncode}")
        self.phase("core init")

        for directory in ("tls-client", "tls-server"):
            secret = self.kube.get(f"/api/v1/namespaces/{NAMESPACE}/secrets/crossplane-{directory}")
            os.makedirs(self.path(directory), mode=0o700, exist_ok=True)
            for key, value in secret["data"].items():
                with open(self.path(directory, key), "wb") as f:
                    f.write(base64.b64decode(value))
        os.makedirs(self.path("cache", "xfn"), exist_ok=True)
        os.makedirs(self.path("cache", "xpkg"), exist_ok=True)
        trust.make(self.path("trust"), self.path("cache", "xpkg"), f"{self.bin}/cosign")
        # The checks change an XR more often in a minute than its owners do.
        self.start("core", f"{self.bin}/crossplane-core", "core", "start", "--debug", "--enable-operations",
                   "--enable-signature-verification", "--circuit-breaker-burst=1000",
                   env={**env, "TLS_CLIENT_CERTS_DIR": self.path("tls-client"),
                        "TLS_SERVER_CERTS_DIR": self.path("tls-server"), "XPKG_CACHE_DIR": self.path("cache", "xpkg"),
                        "XFN_CACHE_DIR": self.path("cache", "xfn")})
        self.wait("core", lambda: urllib.request.urlopen("http://127.0.0.1:8081/readyz", timeout=2).status == 200, 60)
        self.phase("core start")

    def loop(self, name, tick, period):
        def run():
            while not self.stopping.is_set():
                try:
                    tick()
                except Exception as e:                    # a stand-in must survive whatever a test does
                    self.log(f"{name}: {e!r}")
                    if os.environ.get("E2E_TRACE"):
                        traceback.print_exc()
                self.stopping.wait(period)
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self.threads.append(thread)

    def run(self):
        for d in ("logs", "pods", "images", "registry"):
            os.makedirs(self.path(d), exist_ok=True)
        self.network()
        self.start("registry", f"{self.bin}/crane", "registry", "serve", "--address=127.0.0.1:5000",
                   "--disk", self.path("registry"))
        self.kubernetes()
        self.crossplane()
        commands = {}
        if os.path.exists(self.path("commands.json")):
            with open(self.path("commands.json")) as f:
                commands = json.load(f)
        self.node = Node(self.kube, self.state, NAMESPACE, self.path("hosts"), f"{self.bin}/crane", commands, self.log)
        self.loop("node", self.node.tick, 0.25)
        self.loop("provider", Provider(self.kube).tick, 0.25)
        open(self.path("ready"), "w").close()
        while not self.stopping.wait(1):
            for name, child in self.children.items():
                if child.poll() is not None:
                    raise RuntimeError(f"{name} ended with {child.returncode}")

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(10)
        if hasattr(self, "node"):
            self.node.stop()
        for name in reversed(list(self.children)):
            child = self.children[name]
            if child.poll() is None:
                child.terminate()
                try:
                    child.wait(5)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait(5)
        self.log("stopped")


def main():
    plane = ControlPlane(sys.argv[1], sys.argv[2])
    for s in (signal.SIGTERM, signal.SIGINT):
        signal.signal(s, lambda *_: plane.stopping.set())
    code = 0
    try:
        plane.run()
    except Exception as e:
        plane.log(f"FAILED {e}")
        with open(plane.path("failed"), "w") as f:
            f.write(f"{e}\n")
        code = 1
    plane.stop()
    sys.exit(code)


if __name__ == "__main__":
    main()
