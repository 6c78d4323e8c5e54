# SPDX-License-Identifier: Apache-2.0
"""The check of signatures: which packages core installs."""
import copy
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

import yaml

from bed import FUNCTIONS, SYSTEM, expect, within
from kube import condition, is_true
from trust import rekor

EXAMPLE = pathlib.Path(__file__).resolve().parents[4] / "examples/runtime/image-config.yaml"
CONFIGS = "/apis/pkg.crossplane.io/v1beta1/imageconfigs"
SECRET = f"/api/v1/namespaces/{SYSTEM}/secrets/function-loom-cosign"
NAME = "signature"         # of the Functions, before what was done to their packages

# What core says of a package that it refuses.
NO_ATTESTATION = "signature verification failed with no matching attestations:"
NO_SIGNATURE = "signature verification failed with no signatures found"
OTHER_KEY = "error verifying bundle: comparing public key PEMs"
NO_ENTRY = "rekor client not provided for online verification"


def run(*command, **options):
    environment = {**os.environ, "COSIGN_PASSWORD": "", "COSIGN_YES": "true"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:2])}: {done.stderr.strip()[-300:]}")
    return done.stdout


class Signer:
    """A key of cosign, and the log of its signatures. It signs as package/release does."""

    def __init__(self, folder, log):
        self.folder, self.flags = pathlib.Path(folder), ("--key", "cosign.key", "--rekor-url", log)
        self.folder.mkdir()
        run("cosign", "generate-key-pair", cwd=folder)
        (self.folder / "sbom.json").write_text('{"spdxVersion": "SPDX-2.3"}')

    def sign(self, image, *flags):
        run("cosign", "sign", "--recursive", *self.flags, *flags, image, cwd=self.folder)

    def attest(self, *images):
        for image in images:
            run("cosign", "attest", *self.flags, "--type", "spdxjson", "--predicate", "sbom.json", image, cwd=self.folder)


class Signing:
    @staticmethod
    def image_configs(repository):
        """That of the example, for REPOSITORY/attested and with the key in its comment; and the same without attestations,
        for REPOSITORY/signed."""
        text = EXAMPLE.read_text()
        attested = next(each for each in yaml.safe_load_all(text) if "verification" in each["spec"])
        attested["spec"]["matchImages"][0]["prefix"] = f"{repository}/attested"
        authority = attested["spec"]["verification"]["cosign"]["authorities"][0]
        del authority["keyless"]
        authority.update(yaml.safe_load(re.search(r"^# +(key: .*)$", text, re.MULTILINE).group(1)))
        signed = copy.deepcopy(attested)
        signed["metadata"]["name"] += "-only"
        signed["spec"]["matchImages"][0]["prefix"] = f"{repository}/signed"
        del signed["spec"]["verification"]["cosign"]["authorities"][0]["attestations"]
        return [attested, signed]

    def copied(self, image):
        """Copies the package that is checked; returns the index and the images of its platforms, by digest."""
        run("crane", "copy", self.kube.get(f"{FUNCTIONS}/functions/{self.names['native']}")["spec"]["package"], image)
        repository = image.rsplit(":", 1)[0]
        index = f"{repository}@{run('crane', 'digest', image).strip()}"
        platforms = json.loads(run("crane", "manifest", index)).get("manifests", ())    # none in an image of one platform
        return index, [f"{repository}@{each['digest']}" for each in platforms]

    def is_refused(self, name, message):
        function = self.kube.get(f"{FUNCTIONS}/functions/{NAME}-{name}")
        installed, healthy = condition(function, "Installed"), condition(function, "Healthy")
        if (installed.get("reason"), healthy.get("status")) != ("UnpackingPackage", "False") or message not in installed["message"]:
            self.fail(f"{name}: {installed}")
        return True

    def runs(self, *names):
        for name in names:
            within(60, f"{name} to run", lambda: is_true(self.kube.get(f"{FUNCTIONS}/functions/{NAME}-{name}"), "Healthy"))

    def running(self):
        """The Functions of this check that have a revision, and those that have a pod."""
        revisions = [each["metadata"]["labels"]["pkg.crossplane.io/package"]
                     for each in self.kube.items(f"{FUNCTIONS}/functionrevisions")]
        pods = [each["name"].rsplit("-", 3)[0] for each in self.pods(NAME)]
        return [sorted(name.removeprefix(f"{NAME}-") for name in found if name.startswith(NAME)) for found in (revisions, pods)]

    def check_signature(self):
        """Core installs a package only if it is signed as an ImageConfig demands, and as soon as it is"""
        # Core verifies a package when it pulls it, and not if its cache has it. It knows a package in the cache by the first 50
        # characters of the repository and a few of the digest, so each package needs a repository of its own, in each run.
        repository = f"127.0.0.1:5000/e2e/{int(time.time()):x}"
        paths = [SECRET]
        with tempfile.TemporaryDirectory() as work, rekor.serving(f"{self.state}/trust") as log:
            key, other = Signer(f"{work}/key", log), Signer(f"{work}/other", log)
            images = {}

            def package(name):
                images[name] = f"{repository}/{name.replace('-', '/')}:v1.0.0"
                return self.copied(images[name])
            later, _ = package("attested-later")
            other.attest(package("attested-other")[0])
            key.attest(*package("attested-platforms")[1])
            images["attested-right"] = package("attested-right")[0]      # this one is installed by its digest
            key.attest(images["attested-right"])
            package("signed-not")
            other.sign(package("signed-other")[0])
            key.sign(package("signed-unlogged")[0], "--tlog-upload=false")
            key.sign(package("signed-right")[0])
            refused = {"attested-later": NO_ATTESTATION, "attested-other": OTHER_KEY, "attested-platforms": NO_ATTESTATION,
                       "signed-not": NO_SIGNATURE, "signed-other": OTHER_KEY, "signed-unlogged": NO_ENTRY}
            try:
                self.kube.apply(SECRET, {
                    "apiVersion": "v1", "kind": "Secret", "metadata": {"name": "function-loom-cosign", "namespace": SYSTEM},
                    "stringData": {"cosign.pub": (key.folder / "cosign.pub").read_text()}})
                for config in self.image_configs(repository):
                    paths.insert(0, f"{CONFIGS}/{config['metadata']['name']}")
                    self.kube.apply(paths[0], config)
                for name, image in images.items():
                    paths.insert(0, f"{FUNCTIONS}/functions/{NAME}-{name}")
                    self.kube.apply(paths[0], {"apiVersion": "pkg.crossplane.io/v1", "kind": "Function",
                                               "metadata": {"name": f"{NAME}-{name}"}, "spec": {"package": image}})
                for name, message in refused.items():
                    within(30, f"{name} to be refused", lambda: self.is_refused(name, message))
                self.runs("attested-right", "signed-right")
                expect("what runs", self.running(), [["attested-right", "signed-right"]] * 2)
                key.attest(later)
                self.runs("attested-later")
                expect("what runs", self.running(), [["attested-later", "attested-right", "signed-right"]] * 2)
            finally:
                for each in paths:
                    self.kube.delete(each)
        within(60, "the Functions of this check to be gone", lambda: self.running() == [[], []])
