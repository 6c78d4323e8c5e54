# SPDX-License-Identifier: Apache-2.0
"""Checks of gather, and of explain and render with --cluster, as a person with kubectl runs them; with function-loom's own input only."""
import base64
import contextlib
import html
import importlib.machinery
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time

from bed import APPS, CLOUD, ENVIRONMENTS, SPACE, Failed, expect, within
from kube import condition
from promises import CANARY, SECRETS
from telling import COMPOSITES, QUEUES, Telling

PROGRAM = os.path.join("..", "..", "..", "..", "build", "release", "function-loom")
HELD = "e2e.example/held"       # a finalizer
RBAC = "/apis/rbac.authorization.k8s.io/v1"
# How the pages of docs/ are played.
guides = importlib.machinery.SourceFileLoader("guides", str(pathlib.Path(__file__).resolve().parents[2] / "docs/run")).load_module()
PLACE = re.compile(r"(?:^|(?<=\s))\S+:\d+:\d+")


def fields(text):
    """What a difference names: the resource, and the field or what becomes of the whole."""
    return sorted(line for line in text.splitlines() if re.match(r"\w+ \S+: ", line))


def flat(value, path=""):
    """The leaves of an object, as a difference names them; lists are leaves."""
    if not isinstance(value, dict):
        return {path: value}
    out = {}
    for name, each in value.items():
        plain = not any(c in name for c in ".[]")
        out.update(flat(each, path + (f"{'.' if path else ''}{name}" if plain else f"[{name}]")))
    return out


class Gathering(Telling):
    def loom(self, *arguments, text=None, code=0):
        """Runs the command line, which exits with this code, or with any for None; returns what it printed on stdout and stderr."""
        done = subprocess.run([os.path.join(self.manifests, PROGRAM), *arguments], input=text, capture_output=True, text=True)
        if code is not None:
            expect(f"exit code of {' '.join(arguments)}: {done.stderr}", done.returncode, code)
        return done.stdout, done.stderr

    def explained(self, what, *texts, code=0):
        """The first five lines name the cause, and those of a gathered file say the same."""
        time.sleep(3)      # until nothing changes between the two
        shown, _ = self.loom("explain", what, "-n", SPACE, "--cluster", code=code)
        head = shown.splitlines()[:5]
        for text in texts:
            if not any(text in line for line in head):
                raise Failed(f"{what}: {text} is not in {head}")
        gathered, _ = self.loom("gather", what, "-n", SPACE)
        again, _ = self.loom("explain", "--from", "-", text=gathered, code=code)
        expect(f"{what}, as it was gathered", PLACE.sub("", again), PLACE.sub("", shown))
        self.notes.append(f"{what}: {' / '.join(line.strip() for line in head[:3])}"[:200])

    @contextlib.contextmanager
    def being_deleted(self, name):
        """An XR that goes, and whose bucket a finalizer holds."""
        self.app(name)
        self.ready(name, 50)
        bucket = f"{CLOUD}/buckets/{self.composed(name)['bucket']['metadata']['name']}"
        self.kube.merge(bucket, {"metadata": {"finalizers": [HELD]}})
        try:
            subprocess.run(["kubectl", "delete", "app", name, "-n", SPACE, "--cascade=foreground", "--wait=false"], check=True, capture_output=True)
            within(20, "the deletion of the bucket", lambda: "deletionTimestamp" in self.kube.get(bucket)["metadata"])
            yield
        finally:
            self.kube.merge(bucket, {"metadata": {"finalizers": None}})
            self.forget(name)

    def check_explain_cluster(self):
        """Five composites and a claim: explain --cluster names the cause in five lines, and so does what gather wrote"""
        self.app("healthy")
        self.ready("healthy", 50)
        self.explained("App/healthy", "App healthy is ready")

        self.manifest("composition-keys.yaml")
        self.app("keyless", crossplane={"compositionRef": {"name": "keys"}})
        self.reported("keyless", "False", "KeysMissing", kind="ConnectionDetailsReady")
        self.explained("App/keyless", "password")
        self.forget("keyless")

        base = self.kube.get(f"{ENVIRONMENTS}/base")
        self.kube.delete(f"{ENVIRONMENTS}/base")
        try:
            self.app("waiting")
            within(20, "it waits", lambda: any("base" in c.get("message", "") for c in self.kube.get(f"{APPS}/waiting")["status"]["conditions"]))
            self.explained("App/waiting", 'EnvironmentConfig "base"', code=1)
        finally:
            self.kube.apply(f"{ENVIRONMENTS}/base", {k: base[k] for k in ("apiVersion", "kind", "data")} | {"metadata": {"name": "base"}})
        self.forget("waiting")

        self.composition(lambda text: text.replace("type: ToCompositeFieldPath", "type: Nonsense"))
        try:
            within(30, "the mistake", lambda: "Nonsense" in condition(self.kube.get(f"{APPS}/healthy"), "Synced").get("message", ""))
            self.explained("App/healthy", "Nonsense", code=1)
        finally:
            self.composition()
        self.ready("healthy", 100)
        self.forget("healthy")

        with self.being_deleted("going"):
            self.explained("App/going", "being deleted since", HELD)

        self.manifest("queues.yaml")
        within(30, "claims served", lambda: self.kube.find(QUEUES) is not None)
        try:
            self.queue(held=True)
            self.reported(self.composite_of_queue(), "False", "NotAvailable", kind="StorageReady", where=COMPOSITES)
            self.explained("Queue/mail", "bucket")
        finally:
            self.kube.delete(f"{QUEUES}/mail")
            within(60, "the queue gone", lambda: not self.kube.items(COMPOSITES))

    def half_allowed(self):
        """A kubeconfig of a person who may read the XR, its Composition and buckets, and neither instances nor environments."""
        may = [(["demo.e2e.example"], ["apps"]), (["cloud.e2e.example"], ["buckets"]), (["pkg.crossplane.io"], ["functions"]),
               (["apiextensions.crossplane.io"], ["compositionrevisions", "compositions", "compositeresourcedefinitions"])]
        rules = [{"apiGroups": groups, "resources": resources, "verbs": ["get", "list"]} for groups, resources in may]
        self.put(f"{RBAC}/clusterroles", "half", "ClusterRole", {"rules": rules}, "rbac.authorization.k8s.io/v1")
        self.put(f"{RBAC}/clusterrolebindings", "half", "ClusterRoleBinding", {
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "half"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "ann"}]}, "rbac.authorization.k8s.io/v1")
        with open(os.path.join(self.state, "kubeconfig")) as f:
            config = json.load(f)
        config["users"][0]["user"]["as"] = "ann"
        path = os.path.join(self.state, "kubeconfig-half")
        with open(path, "w") as f:
            json.dump(config, f)
        return path

    def check_gather_forbidden(self):
        """Who may read half of it gets that half, a line for what is missing, and the command that shows it"""
        self.app("half")
        self.ready("half", 50)
        config = self.half_allowed()
        gathered, said = self.loom("gather", "App/half", "-n", SPACE, "--kubeconfig", config, code=1)
        kinds = re.findall(r"^kind: (\w+)", gathered, re.M)
        expect("gathered", sorted(kinds), ["App", "Bucket", "CompositeResourceDefinition", "Composition", "Function"])
        asked = sorted(set(re.findall(r"kubectl auth can-i .*", said)))
        self.notes += asked
        expect("what cannot be read", [a.split()[4] for a in asked],
               ["environmentconfigs.apiextensions.crossplane.io", "instances.cloud.e2e.example", "environmentconfigs.apiextensions.crossplane.io"])
        for command in asked:
            done = subprocess.run([*command.split(), "--kubeconfig", config], capture_output=True, text=True)
            expect(command, done.stdout.strip(), "no")
            if command not in gathered:
                raise Failed(f"{command} is not in the file")
        self.kube.delete(f"{RBAC}/clusterrolebindings/half")
        self.kube.delete(f"{RBAC}/clusterroles/half")
        self.forget("half")

    def changed_fields(self, before, after):
        """Which fields differ between two states of the composed resources."""
        lines = []
        for name in sorted(before.keys() | after.keys()):
            kind = {"bucket": "Bucket", "instance": "Instance", "extra": "Bucket"}[name]
            if name not in before or name not in after:
                lines.append(f"{kind} {name}: {'created' if name in after else 'deleted'}")
                continue
            old, new = ({"spec": o["spec"], "metadata": {k: o["metadata"].get(k, {}) for k in ("labels", "annotations")}}
                        for o in (before[name], after[name]))
            old, new = flat(old), flat(new)
            lines += [f"{kind} {name}: {path}" for path in sorted(old.keys() | new.keys()) if old.get(path) != new.get(path)]
        return sorted(lines)

    def check_render_cluster(self):
        """render --cluster --diff names the fields that a changed Composition then changes, and no others; nothing for the same one"""
        self.app("compared", size=3, owners=["a"])
        self.ready("compared", 50)
        self.forget_nothing("compared")
        same, _ = self.loom("render", "App/compared", "-n", SPACE, "--cluster", "--diff")
        expect("with the same Composition", same, "")

        def change(text):
            text = text.replace("spec: {forProvider: {size: 1}}", 'spec: {forProvider: {size: 1, account: "42"}}')
            text = text.replace("        - {type: FromCompositeFieldPath, fromFieldPath: spec.owners, toFieldPath: spec.forProvider.owners}\n", "")
            text = text.replace('string: {fmt: "%s-%s"}', 'string: {fmt: "%s+%s"}')
            extra = ("      - name: extra\n        base: {apiVersion: cloud.e2e.example/v1beta1, kind: Bucket, "
                     "metadata: {labels: {a.example/b: c}}, spec: {forProvider: {region: r}}}\n      providerConfig: {}")
            return text.replace("      providerConfig: {}", extra)
        with open(os.path.join(self.manifests, "composition-native.yaml")) as f:
            text = change(f.read().replace("{{native}}", self.names["native"]))
        path = os.path.join(self.state, "changed.yaml")
        with open(path, "w") as f:
            f.write(text)
        try:
            for wanted in (change, lambda unchanged: unchanged):
                if wanted is not change:        # back again: the extra bucket goes, and the owners come
                    with open(os.path.join(self.manifests, "composition-native.yaml")) as f, open(path, "w") as g:
                        g.write(f.read().replace("{{native}}", self.names["native"]))
                shown, _ = self.loom("render", "App/compared", "-n", SPACE, "--cluster", "--composition", path, "--diff", code=1)
                before = self.composed("compared")
                self.composition(wanted)
                within(30, "the change", lambda: self.size_of_change(before) >= 3)
                self.ready("compared", 50)
                time.sleep(3)
                after = {n: o for n, o in self.composed("compared").items() if "deletionTimestamp" not in o["metadata"]}
                expect("fields that changed, and those that were shown", fields(shown), self.changed_fields(before, after))
                self.notes.append(f"{len(fields(shown))} differences, as shown")
        finally:
            self.composition()
            self.forget("compared")

    def forget_nothing(self, name):
        """Waits until the instance has got what the bucket's status brings."""
        within(20, "all fields", lambda: "bucketArn" in self.composed(name)["instance"]["spec"]["forProvider"])
        time.sleep(3)

    def size_of_change(self, before):
        return len(self.changed_fields(before, {n: o for n, o in self.composed("compared").items() if "deletionTimestamp" not in o["metadata"]}))

    def check_gather_secrets(self):
        """What gather writes has no value of a Secret, raw, in base64 or in an annotation, unless it is asked for"""
        encoded = base64.b64encode(CANARY.encode()).decode()
        with self.secretive():
            secret = json.dumps({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "source", "namespace": SPACE}, "stringData": {"password": CANARY}})
            subprocess.run(["kubectl", "apply", "-f", "-"], input=secret, text=True, check=True, capture_output=True)
            shown, _ = self.loom("gather", "App/secretive", "-n", SPACE)
            for text in CANARY, encoded:
                expect("the value is there", text in shown, False)
            expect("its Secrets", len(re.findall(r"^kind: Secret$", shown, re.M)), 3)
            expect("its length", f"password ({len(CANARY)} bytes)" in shown, True)
            whole, _ = self.loom("gather", "App/secretive", "-n", SPACE, "--secrets")
            expect("with --secrets", encoded in whole, True)
            for command in ("explain", "render"):
                shown, said = self.loom(command, "App/secretive", "-n", SPACE, "--cluster")
                expect(f"{command} shows it", [text in shown + said for text in (CANARY, encoded)], [False, False])
        self.kube.delete(f"{SECRETS}/source")

    def check_gather_random_secrets(self):
        """Of 200 random values of Secrets, nothing that gather, explain and render print has eight bytes, as they are, in base64 or escaped"""
        letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        chance = random.Random(53)

        def value(index):
            size = chance.randrange(12, 60)
            if index % 4 == 3:
                return chance.randbytes(size)
            odd = ("", "\"'\\<&%{}", "\n\n")[index % 4]
            return "".join(chance.choice(letters + odd * 3) for _ in range(size)).encode()
        values = {(holder, key): value(holder * 10 + key) for holder in range(20) for key in range(10)}
        references = []
        for (holder, key), text in values.items():
            source = {"fromObject": {"apiVersion": "v1", "kind": "Secret", "name": f"random-{holder}", "fieldPath": f"data.k{key}"}}
            references.append({"target": {"resource": "copies"}, "toFieldPath": f"data.v{holder}-{key}", **source})
            if (holder * 10 + key) % 4 == 3:
                continue
            tag = {"target": {"resource": "bucket"}, "toFieldPath": f"spec.forProvider.tags.t{holder}-{key}"}
            way = ({}, {"transforms": [{"type": "string", "string": {"type": "Format", "fmt": "u=%s;"}}]},
                   {"transforms": [{"type": "string", "string": {"type": "Convert", "convert": "ToBase64"}}]})[key % 3]
            references.append({**tag, **source, **way})
        for holder in range(20):
            self.kube.apply(f"{SECRETS}/random-{holder}", {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": f"random-{holder}"}, "data": {
                f"k{key}": base64.b64encode(values[holder, key]).decode() for key in range(10)}})
        self.kube.apply("/apis/apiextensions.crossplane.io/v1/compositions/random", {
            "apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": {"name": "random"}, "spec": {
                "compositeTypeRef": {"apiVersion": "demo.e2e.example/v1alpha1", "kind": "App"}, "mode": "Pipeline", "pipeline": [{
                    "step": "weave", "functionRef": {"name": self.names["native"]}, "input": {
                        "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input", "references": references, "resources": [
                            {"name": "bucket", "base": {"apiVersion": "cloud.e2e.example/v1beta1", "kind": "Bucket", "spec": {"forProvider": {"region": "eu-north-1"}}}},
                            {"name": "copies", "base": {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "random-copies"}},
                             "readinessChecks": [{"type": "None"}]}]}}]}})
        parts, encoded = set(), set()
        for text in values.values():
            parts |= {text[at:at + 8] for at in range(len(text) - 7)}
            for shift in range(3):
                form = base64.b64encode(b"x" * shift + text).rstrip(b"=")[4 if shift else 0:-1]
                encoded |= {form[at:at + 12] for at in range(len(form) - 11)}

        def leak(shown):
            plain = html.unescape(shown)
            for text in shown, plain, plain.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\"), plain.replace("''", "'"):
                text = text.encode()
                for size, known in (8, parts), (12, encoded):
                    for at in range(len(text) - size + 1):
                        if text[at:at + size] in known:
                            return text[at - 40:at + 40]
            return None
        try:
            self.app("random", crossplane={"compositionRef": {"name": "random"}})
            self.ready("random", 60)
            within(30, "the copies", lambda: len((self.kube.find(f"{SECRETS}/random-copies") or {}).get("data", {})) == len(values))
            for command in (["gather"], ["explain", "--cluster"], ["explain", "--cluster", "--output", "json"], ["explain", "--cluster", "--output", "html"],
                            ["render", "--cluster", "-x"], ["render", "--cluster", "--output", "json"], ["render", "--cluster", "--diff"]):
                shown, said = self.loom(command[0], "App/random", "-n", SPACE, *command[1:])
                expect(f"what {' '.join(command)} shows", leak(shown + said), None)
            shown, _ = self.loom("render", "App/random", "-n", SPACE, "--cluster", "--show-secrets")
            expect("what --show-secrets shows", leak(shown) is not None, True)
        finally:
            self.forget("random")
            for holder in range(20):
                self.kube.delete(f"{SECRETS}/random-{holder}")

    def check_tutorial(self):
        """docs/tutorial.md, from its files to the deletion: without kind and helm, and with the function that is installed"""
        native, folder = self.names["native"], pathlib.Path(tempfile.mkdtemp(dir=self.state))
        program = os.path.join(self.manifests, PROGRAM)
        printed, ran = "", 0
        try:
            for kind, title, text in guides.BLOCK.findall(guides.IN_CLUSTER.read_text()):
                if kind != "console":
                    _, wrong = guides.play_block(kind, title, text, folder)
                    expect(f"the block {kind} {title}", wrong, [])
                    continue
                if title != "title=cluster":
                    continue
                composition = folder / "composition.yaml"
                composition.write_text(composition.read_text().replace("name: function-loom}", f"name: {native}}}"))
                for session in re.split(r"^\$ ", text, flags=re.M)[1:]:
                    line, _, wanted = session.partition("\n")
                    if line.split()[0] in ("kind", "helm") or "function.yaml" in line:
                        continue
                    line = line.replace("function-loom --for", f"{native} --for")
                    if line.startswith("function-loom "):
                        line = program + line.removeprefix("function-loom")
                    done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True)
                    expect(f"{line}: {done.stderr}", done.returncode, 0)
                    got = done.stdout.replace(f"/{native} ", "/function-loom ")
                    expect(f"{line} prints {wanted!r}, got {got!r}", guides.fits(wanted, got), True)
                    printed += got
                    ran += 1
            address = re.search(r"^http://([0-9.]+)$", printed, re.M)
            expect("the ConfigMap has the address of the status", bool(address) and f"\n{address[1]}\n" in printed, True)
            within(70, "the ConfigMap gone", lambda: not self.kube.items("/api/v1/configmaps?labelSelector=crossplane.io/composite%3Dshop"))
            self.notes.append(f"{ran} lines")
        finally:
            subprocess.run(["kubectl", "delete", "--ignore-not-found", "-f", "app.yaml", "-f", "composition.yaml", "-f", "definition.yaml", "-f", "permissions.yaml"],
                           cwd=folder, capture_output=True)
            shutil.rmtree(folder)

    def check_gather_many(self):
        """A composite with 500 composed resources is gathered with at most 30 runs of kubectl"""
        self.kube.apply(f"{APPS}/crowd", {
            "apiVersion": "demo.e2e.example/v1alpha1", "kind": "App",
            "metadata": {"name": "crowd", "namespace": SPACE, "annotations": {"crossplane.io/paused": "true"}}, "spec": {"region": "eu-west-1"}})
        uid = self.kube.get(f"{APPS}/crowd")["metadata"]["uid"]
        names = [f"crowd-{i}" for i in range(500)]
        try:
            for name in names:
                self.kube.apply(f"{CLOUD}/subnets/{name}", {
                    "apiVersion": "cloud.e2e.example/v1beta1", "kind": "Subnet",
                    "metadata": {"name": name, "namespace": SPACE, "annotations": {"crossplane.io/composition-resource-name": name},
                                 "labels": {"crossplane.io/composite": "crowd"},
                                 "ownerReferences": [{"apiVersion": "demo.e2e.example/v1alpha1", "kind": "App", "name": "crowd", "uid": uid, "controller": True}]},
                    "spec": {"forProvider": {"region": "eu-west-1", "zone": "a", "cidr": "10.0.0.0/24"}}})
            self.kube.merge(f"{APPS}/crowd", {"spec": {"crossplane": {"compositionRef": {"name": "apps"}, "resourceRefs": [
                {"apiVersion": "cloud.e2e.example/v1beta1", "kind": "Subnet", "name": name} for name in names]}}})
            begin = time.monotonic()
            gathered, said = self.loom("gather", "App/crowd", "-n", SPACE, "--debug")
            runs = said.count("kubectl get")
            self.notes.append(f"{runs} runs of kubectl, {time.monotonic() - begin:.1f} s, {len(gathered) // 1024} KiB")
            expect("subnets", len(re.findall(r"^kind: Subnet$", gathered, re.M)), 500)
            expect("at most 30", runs <= 30, True)
            shown, _ = self.loom("explain", "--from", "-", text=gathered)
            expect("paused", "paused by the annotation" in "\n".join(shown.splitlines()[:5]), True)
        finally:
            self.forget("crowd")
