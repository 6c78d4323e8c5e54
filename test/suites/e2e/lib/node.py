# SPDX-License-Identifier: Apache-2.0
"""Stands in for scheduler, kubelet, container runtime, cluster DNS and Deployment controller.

For each Deployment that Crossplane makes for a Function it starts `replicas` processes the way a pod would run:
own network namespace and address, own PID namespace (the function is PID 1), root file system = the image pulled from
the registry, user and group of the security context, no new privileges, the Secret and emptyDir volumes of the pod spec with
kubelet's `..data` link, and exactly the environment and arguments of the pod spec. Then it reports the Deployment as
Available and publishes the addresses of each headless Service as names.

With a command given for a function (debugging, or a binary that needs the host's libraries) the root file system is a
copy-on-write view of the machine's own and the image's entry point is replaced; all the rest stays the same.
"""
import base64
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import time

from kube import ApiError

SUBNET = "10.88.0."
BRIDGE = "pods"


def sh(*args, check=True):
    return subprocess.run(args, check=check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def find_env(pod_labels, entries):
    env = {}
    for e in entries or []:
        if "value" in e:
            env[e["name"]] = e["value"]
        field = e.get("valueFrom", {}).get("fieldRef", {}).get("fieldPath", "")
        if field.startswith("metadata.labels['"):
            env[e["name"]] = pod_labels.get(field[len("metadata.labels['"):-2], "")
    return env


class Images:
    """Pulled images, by reference: (root file system, config)."""

    def __init__(self, crane, directory):
        self.crane, self.directory, self.known = crane, directory, {}

    def pull(self, reference):
        if reference not in self.known:
            root = os.path.join(self.directory, hashlib.sha256(reference.encode()).hexdigest()[:16])
            shutil.rmtree(root, ignore_errors=True)
            os.makedirs(root)
            config = json.loads(sh(self.crane, "config", reference)).get("config", {})
            export = subprocess.Popen([self.crane, "export", reference, "-"], stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x", "-C", root], stdin=export.stdout, check=True)
            if export.wait() != 0:
                raise RuntimeError(f"cannot export {reference}")
            self.known[reference] = (root, config)
        return self.known[reference]


class Pod:
    def __init__(self, node, name, number, template, namespace):
        self.node, self.name, self.number, self.namespace = node, name, number, namespace
        self.template = template
        self.labels = template["metadata"].get("labels", {})
        self.ip = SUBNET + str(number)
        self.netns = f"pod{number}"
        self.dir = os.path.join(node.state, "pods", name)
        self.root = os.path.join(self.dir, "root")
        self.proc, self.started, self.restarts, self.crashes, self.retry_at = None, 0.0, -1, 0, 0.0
        self.volumes = {}      # mount point on the machine -> (secret, items, digest of what is there)
        self.sandbox()
        self.start()

    # The parts that live as long as the pod: network, root file system, volumes.
    def sandbox(self):
        shutil.rmtree(self.dir, ignore_errors=True)
        os.makedirs(self.root)
        sh("ip", "netns", "add", self.netns)
        sh("ip", "link", "add", f"v{self.number}", "type", "veth", "peer", "name", "eth0", "netns", self.netns)
        sh("ip", "link", "set", f"v{self.number}", "master", BRIDGE, "up")
        for args in (["link", "set", "lo", "up"], ["addr", "add", self.ip + "/24", "dev", "eth0"],
                     ["link", "set", "eth0", "up"]):
            sh("ip", "-n", self.netns, *args)

        spec = self.template["spec"]
        container = spec["containers"][0]
        security = {**spec.get("securityContext", {}), **container.get("securityContext", {})}
        function = self.labels.get("pkg.crossplane.io/function", "")
        command = self.node.commands.get(function)
        if command:
            lower, config = "/", {}
            entry = shlex.split(command)
        else:
            lower, config = self.node.images.pull(container["image"])
            entry = container.get("command") or config.get("Entrypoint") or []
        arguments = container.get("args") or ([] if container.get("command") or command else config.get("Cmd") or [])
        if not entry + arguments:
            raise RuntimeError(f"{container['image']} has no entry point and no command was given")

        upper = os.path.join(self.dir, "upper")
        os.makedirs(upper)
        sh("mount", "-t", "tmpfs", "tmpfs", upper)
        for d in ("up", "work"):
            os.makedirs(os.path.join(upper, d))
        sh("mount", "-t", "overlay", "overlay", "-o",
           f"lowerdir={lower},upperdir={upper}/up,workdir={upper}/work", self.root)
        for d in ("proc", "dev", "tmp"):
            os.makedirs(os.path.join(self.root, d), exist_ok=True)
        sh("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", self.root + "/dev")
        for device in ("null", "zero", "urandom", "random"):
            open(f"{self.root}/dev/{device}", "w").close()
            sh("mount", "--bind", f"/dev/{device}", f"{self.root}/dev/{device}")

        secrets = {v["name"]: v["secret"] for v in spec.get("volumes", []) if "secret" in v}
        empty = {v["name"] for v in spec.get("volumes", []) if "emptyDir" in v}
        for mount in container.get("volumeMounts", []):
            if mount["name"] in empty:
                point = self.root + mount["mountPath"]
                os.makedirs(point, exist_ok=True)
                sh("mount", "-t", "tmpfs", "-o", "mode=777", "tmpfs", point)
            if mount["name"] in secrets:
                point = self.root + mount["mountPath"]
                os.makedirs(point, exist_ok=True)
                sh("mount", "-t", "tmpfs", "tmpfs", point)
                volume = secrets[mount["name"]]
                self.volumes[point] = [volume["secretName"], volume.get("items"), ""]
        self.refresh_volumes()
        if security.get("readOnlyRootFilesystem"):
            sh("mount", "-o", "remount,ro", self.root)

        env = dict(kv.split("=", 1) for kv in config.get("Env") or [])
        env.setdefault("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
        env["HOSTNAME"] = self.name
        env.update(find_env(self.labels, container.get("env")))
        user, group = security.get("runAsUser", 0), security.get("runAsGroup", 0)
        if security.get("runAsNonRoot") and user == 0:
            raise RuntimeError("runAsNonRoot, but no user is set")
        self.argv = ["ip", "netns", "exec", self.netns, "setpriv", "--no-new-privs",
                     "unshare", "--pid", "--fork", "--kill-child", "--mount", f"--mount-proc={self.root}/proc",
                     "env", "-i", *[f"{k}={v}" for k, v in env.items()],
                     shutil.which("chroot"), f"--userspec={user}:{group}", "--groups=", self.root, *entry, *arguments]

    def refresh_volumes(self):
        """Writes changed Secrets as kubelet does: a new directory, then the `..data` link is swapped."""
        for point, volume in self.volumes.items():
            secret = self.node.kube.find(f"/api/v1/namespaces/{self.namespace}/secrets/{volume[0]}")
            data = (secret or {}).get("data", {})
            items = volume[1] or [{"key": k, "path": k} for k in data]
            if any(i["key"] not in data for i in items):
                continue       # kubelet would wait too
            digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
            if digest == volume[2]:
                continue
            fresh = f"..{time.time_ns()}"
            os.makedirs(f"{point}/{fresh}")
            for i in items:
                with open(f"{point}/{fresh}/{i['path']}", "wb") as f:
                    f.write(base64.b64decode(data[i["key"]]))
                os.chmod(f.name, 0o644)
            old = os.readlink(f"{point}/..data") if os.path.islink(f"{point}/..data") else None
            os.symlink(fresh, f"{point}/..data_tmp")
            os.rename(f"{point}/..data_tmp", f"{point}/..data")
            for i in items:
                if not os.path.islink(f"{point}/{i['path']}"):
                    os.symlink(f"..data/{i['path']}", f"{point}/{i['path']}")
            if old:
                shutil.rmtree(f"{point}/{old}", ignore_errors=True)
            volume[2] = digest

    def ready_to_start(self):
        return all(v[2] for v in self.volumes.values())

    def start(self):
        if not self.ready_to_start():
            return
        log = open(os.path.join(self.node.state, "logs", f"pod-{self.labels.get('pkg.crossplane.io/function')}.log"), "ab")
        self.proc = subprocess.Popen(self.argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        self.started = time.monotonic()
        self.restarts += 1

    def main_pid(self):
        """The function's own process (PID 1 of its namespace), as seen from here."""
        try:
            with open(f"/proc/{self.proc.pid}/task/{self.proc.pid}/children") as f:
                children = f.read().split()
            return int(children[0]) if children else None
        except (OSError, AttributeError):
            return None

    def running(self):
        return self.proc is not None and self.proc.poll() is None and time.monotonic() - self.started > 0.3

    def tick(self):
        self.refresh_volumes()
        if self.proc is None:
            self.start()
        elif self.proc.poll() is not None:
            if not self.retry_at:
                # The first restart at once, later ones wait longer (kubelet: 10 s doubled; here 1 s doubled, at most 8 s)
                # until it has run for 5 s (kubelet: 10 min).
                self.crashes = 0 if time.monotonic() - self.started > 5 else self.crashes + 1
                self.retry_at = time.monotonic() + (min(8, 2 ** (self.crashes - 1)) if self.crashes else 0)
            if time.monotonic() >= self.retry_at:
                self.retry_at = 0.0
                self.start()

    def stop(self, grace=10):
        pid = self.main_pid()
        if pid and self.proc.poll() is None:
            os.kill(pid, signal.SIGTERM)
            try:
                self.proc.wait(grace)
            except subprocess.TimeoutExpired:
                os.kill(pid, signal.SIGKILL)
                self.proc.wait(5)
        for _ in range(20):
            mounts = [line.split()[1] for line in open("/proc/self/mounts")]
            mine = sorted((m for m in mounts if m.startswith(self.dir + "/")), key=len, reverse=True)
            if not mine:
                break
            for m in mine:
                sh("umount", "-l", m, check=False)
        sh("ip", "netns", "del", self.netns, check=False)

    def describe(self):
        return {"name": self.name, "ip": self.ip, "pid": self.main_pid(), "restarts": self.restarts,
                "ready": self.running(), "netns": self.netns}


class Node:
    def __init__(self, kube, state, namespace, hosts, crane, commands, log):
        self.kube, self.state, self.namespace, self.hosts, self.log = kube, state, namespace, hosts, log
        self.commands = commands
        self.images = Images(crane, os.path.join(state, "images"))
        self.pods, self.number, self.published = {}, 10, None
        self.errors = {}
        with open(hosts) as f:
            self.base_hosts = f.read()

    def tick(self):
        deployments = self.kube.items(f"/apis/apps/v1/namespaces/{self.namespace}/deployments")
        wanted = {}
        for d in deployments:
            template = d["spec"]["template"]
            digest = hashlib.sha256(json.dumps(template, sort_keys=True).encode()).hexdigest()[:8]
            for i in range(d["spec"].get("replicas", 1)):
                wanted[f"{d['metadata']['name']}-{digest}-{i}"] = template
        for name in [n for n in self.pods if n not in wanted]:
            self.log(f"pod {name}: stop")
            self.pods.pop(name).stop()
        for name, template in wanted.items():
            try:
                if name not in self.pods:
                    self.number += 1
                    self.log(f"pod {name}: start")
                    self.pods[name] = Pod(self, name, self.number, template, self.namespace)
                self.pods[name].tick()
                self.errors.pop(name, None)
            except (RuntimeError, OSError, subprocess.CalledProcessError) as e:
                text = f"{e} {getattr(e, 'output', '') or ''}"
                if self.errors.get(name) != text:
                    self.log(f"pod {name}: {text}")
                self.errors[name] = text
        self.publish()
        for d in deployments:
            self.report(d)

    def publish(self):
        lines = []
        for s in self.kube.items(f"/api/v1/namespaces/{self.namespace}/services"):
            selector = s["spec"].get("selector")
            if not selector:
                continue
            n, ns = s["metadata"]["name"], s["metadata"]["namespace"]
            for pod in self.pods.values():
                if pod.running() and selector.items() <= pod.labels.items():
                    lines.append(f"{pod.ip} {n}.{ns} {n}.{ns}.svc {n}.{ns}.svc.cluster.local\n")
        text = self.base_hosts + "".join(sorted(lines))
        if text != self.published:
            with open(self.hosts, "r+") as f:      # in place: the file is bind-mounted
                f.write(text)
                f.truncate()
            self.published = text
        with open(os.path.join(self.state, "pods.json.new"), "w") as f:
            json.dump([p.describe() for p in self.pods.values()], f)
        os.rename(f.name, os.path.join(self.state, "pods.json"))

    def report(self, d):
        meta, status = d["metadata"], d.get("status", {})
        want = d["spec"].get("replicas", 1)
        ready = sum(p.running() for n, p in self.pods.items() if n.startswith(meta["name"] + "-"))
        old = next((c for c in status.get("conditions", []) if c["type"] == "Available"), {})
        state = "True" if ready >= want else "False"
        if (old.get("status") == state and status.get("readyReplicas", 0) == ready
                and status.get("observedGeneration") == meta["generation"]):
            return
        fresh = {"observedGeneration": meta["generation"], "replicas": want, "updatedReplicas": want,
                 "readyReplicas": ready, "availableReplicas": ready, "unavailableReplicas": want - ready,
                 "conditions": [{"type": "Available", "status": state, "lastUpdateTime": now(),
                                 "lastTransitionTime": now() if old.get("status") != state else old["lastTransitionTime"],
                                 "reason": "MinimumReplicasAvailable" if state == "True" else "MinimumReplicasUnavailable",
                                 "message": f"{ready} of {want} running"}]}
        try:
            self.kube.merge(f"/apis/apps/v1/namespaces/{meta['namespace']}/deployments/{meta['name']}/status",
                            {"status": fresh})
        except ApiError as e:
            if e.status != 404:
                raise

    def stop(self):
        for pod in self.pods.values():
            pod.stop(grace=3)
