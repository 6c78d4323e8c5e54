# SPDX-License-Identifier: Apache-2.0
"""Checks of the process: installed, reached over mutual TLS, killed, ended, configured, under load."""
import base64
import os
import shutil
import signal
import ssl
import tempfile
import time

from bed import APPS, FUNCTIONS, LABEL, SYSTEM, Bed, Failed, cpu_seconds, expect, rss_mib, within
from certificates import Certificates, h2, h2_plain, served
from kube import condition, is_true


class Operating(Bed):
    def check_installed(self):
        """Function is Healthy; core's endpoint; the process runs as a pod of Crossplane does"""
        for f in self.functions:
            obj = self.kube.get(f"{FUNCTIONS}/functions/{f}")
            expect(f"{f} Healthy", condition(obj, "Healthy").get("status"), "True")
            revision = self.kube.get(f"{FUNCTIONS}/functionrevisions/{obj['status']['currentRevision']}")
            expect("endpoint", revision["status"]["endpoint"], f"dns:///{f}.{SYSTEM}:9443")
            pod = self.pods(f)[0]
            status = dict(line.split(":", 1) for line in open(f"/proc/{pod['pid']}/status").read().splitlines() if ":" in line)
            expect("uid", status["Uid"].split(), ["2000"] * 4)
            expect("gid", status["Gid"].split(), ["2000"] * 4)
            expect("no new privileges", status["NoNewPrivs"].strip(), "1")
            expect("PID inside", status["NSpid"].split()[-1], "1")
            expect("restarts", pod["restarts"], 0)

    def check_mtls(self):
        """TLS with core's certificates: core's client is accepted; plaintext, no certificate, other CA, expired, wrong use are not"""
        keep = tempfile.mkdtemp(dir=self.state)
        try:
            certs = Certificates(keep, lambda name: self.kube.get(f"/api/v1/namespaces/{SYSTEM}/secrets/{name}")["data"])
            for f in self.functions:
                ip = self.pods(f)[0]["ip"]
                pair = certs.core_client()
                expect("core's own client", h2(ip, certs.ca, f"{f}.{SYSTEM}", pair), "accepted")
                for what, answer in (
                        ("plaintext", h2_plain(ip)),
                        ("no certificate", h2(ip, certs.ca, f"{f}.{SYSTEM}", None)),
                        ("other CA with the same name", h2(ip, certs.ca, f"{f}.{SYSTEM}", certs.other_ca())),
                        ("expired", h2(ip, certs.ca, f"{f}.{SYSTEM}", certs.signed("expired", "2020-01-01", "2021-01-01"))),
                        ("not yet valid", h2(ip, certs.ca, f"{f}.{SYSTEM}", certs.signed("early", "2090-01-01", "2091-01-01"))),
                        ("the function's server certificate as client", h2(ip, certs.ca, f"{f}.{SYSTEM}", certs.server(f)))):
                    if answer == "accepted":
                        raise Failed(f"{f}: {what} was accepted")
                fresh = certs.signed("fresh", "2020-01-01", "2090-01-01")
                expect("a fresh leaf of core's shape and CA", h2(ip, certs.ca, f"{f}.{SYSTEM}", fresh), "accepted")
        finally:
            shutil.rmtree(keep)

    def check_rotation(self):
        """A new server certificate in the Secret is served without a restart"""
        if not self.strict:
            self.notes.append("only with --strict")
            return
        f = self.after or self.names["native"] or self.names["resources"]
        keep = tempfile.mkdtemp(dir=self.state)
        try:
            certs = Certificates(keep, lambda name: self.kube.get(f"/api/v1/namespaces/{SYSTEM}/secrets/{name}")["data"])
            pod = self.pods(f)[0]
            names = (f, f"{f}.{SYSTEM}", f"{f}.{SYSTEM}.svc")
            crt, key = certs.signed("rotated", "2020-01-01", "2090-01-01", "server", names)
            data = {"tls.crt": base64.b64encode(open(crt, "rb").read()).decode(),
                    "tls.key": base64.b64encode(open(key, "rb").read()).decode()}
            self.kube.merge(f"/api/v1/namespaces/{SYSTEM}/secrets/{f}-tls-server", {"data": data})
            want = ssl.PEM_cert_to_DER_cert(open(crt).read())
            within(30, "new certificate served", lambda: served(pod["ip"], certs.ca, f"{f}.{SYSTEM}", certs.core_client()) == want)
            expect("restarts", self.pods(f)[0]["restarts"], pod["restarts"])
            self.app("rotated")
            self.ready("rotated")
            self.forget("rotated")
        finally:
            shutil.rmtree(keep)

    def check_killed(self):
        """The function is killed (-9) again and again while XRs change: nothing is deleted, the last change arrives"""
        names = [f"busy-{i}" for i in range(5)]
        for n in names:
            self.app(n, size=1)
        for n in names:
            self.ready(n)
        with self.identities(names):
            kills = 0
            # Slowly: each change costs an XR some ten events, and core's circuit breaker opens after a hundred.
            for size in range(2, 6):
                for n in names:
                    self.app(n, size=size)
                for f in self.functions:
                    for p in self.pods(f):
                        if p["pid"]:
                            try:
                                os.kill(p["pid"], signal.SIGKILL)
                                kills += 1
                            except ProcessLookupError:
                                pass
                time.sleep(2)
            begin = time.monotonic()
            within(45, "last change everywhere", lambda: all(self.size(n) == 5 for n in names))
            for n in names:
                self.ready(n, 90)
            self.notes.append(f"{kills} kills, steady {time.monotonic() - begin:.1f} s after the last change")
        for n in names:
            self.forget(n)

    def check_terminated(self):
        """SIGTERM as PID 1 ends the process within 10 s; the next one serves"""
        for f in self.functions:
            pod = self.pods(f)[0]
            os.kill(pod["pid"], signal.SIGTERM)
            begin = time.monotonic()
            within(10, "old process gone", lambda: not os.path.exists(f"/proc/{pod['pid']}"))
            self.notes.append(f"{f} {time.monotonic() - begin:.1f} s")
            within(15, "new process", lambda: self.pods(f)[0]["ready"] and self.pods(f)[0]["pid"] != pod["pid"])
        self.app("after-term")
        self.ready("after-term", 60)
        self.forget("after-term")

    def check_configured(self):
        """Arguments from a DeploymentRuntimeConfig reach a new pod, and core finds it at its new address"""
        for f in self.functions:
            where = f"/apis/pkg.crossplane.io/v1beta1/deploymentruntimeconfigs/{f}"
            args = "/spec/deploymentTemplate/spec/template/spec/containers/0/args"
            for patch, there in (({"op": "add", "path": args, "value": ["--debug"]}, True), ({"op": "remove", "path": args}, False)):
                old = self.pods(f)[0]["name"]
                self.kube.call("PATCH", where, [patch], "application/json-patch+json")
                within(30, f"new pod of {f}", lambda: [p for p in self.pods(f) if p["ready"] and p["name"] != old] and len(self.pods(f)) == 1)
                command = open(f"/proc/{self.pods(f)[0]['pid']}/cmdline").read().split("\0")
                expect(f"{f} has --debug", "--debug" in command, there)
        begin = time.monotonic()
        self.app("moved")
        self.ready("moved", 75)
        self.notes.append(f"served at the new address after {time.monotonic() - begin:.1f} s")
        self.forget("moved")

    def check_many(self):
        """Forty XRs at once all become Ready; what the functions used for it"""
        names = [f"many-{i}" for i in range(40)]
        before, spent = self.calls(), self.seconds()
        cpu = {f: cpu_seconds(self.pods(f)[0]["pid"]) for f in self.functions}
        begin = time.monotonic()
        for n in names:
            self.app(n, size=2, labels={LABEL: "tenant-c"})
        within(120, "all Ready", lambda: all(is_true(x, "Ready") for x in self.kube.items(APPS)
                                             if x["metadata"]["name"] in names) and len(self.kube.items(APPS)) >= 40)
        took = time.monotonic() - begin
        after, now = self.calls(), self.seconds()
        use = [f"{f}: {after[f] - before[f]:.0f} calls of {1e3 * (now[f] - spent[f]) / (after[f] - before[f]):.1f} ms, "
               f"{cpu_seconds(self.pods(f)[0]['pid']) - cpu[f]:.2f} s CPU, {rss_mib(self.pods(f)[0]['pid'])} MiB"
               for f in self.functions]
        self.notes.append(f"{took:.1f} s; " + "; ".join(use))
        for n in names:
            self.kube.delete(f"{APPS}/{n}")
        within(60, "all gone", lambda: not any(x["metadata"]["name"] in names for x in self.kube.items(APPS)))
        within(60, "all composed gone", lambda: not any(self.composed(n) for n in names[:3]))
