# SPDX-License-Identifier: Apache-2.0
"""The check of signatures: which packages core installs."""
import json
import os
import pathlib
import subprocess
import tempfile

import yaml

from bed import SYSTEM, within
from kube import condition, is_true

EXAMPLE = pathlib.Path(__file__).resolve().parents[4] / "examples/runtime/image-config.yaml"
PACKAGES = "/apis/pkg.crossplane.io"
REGISTRY = "127.0.0.1:5000/e2e"
SIGNED = f"{REGISTRY}/signed"


def run(*command, **options):
    environment = {**os.environ, "COSIGN_PASSWORD": "", "COSIGN_YES": "true"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} {command[1]}: {done.stderr.strip()[-300:]}")
    return done.stdout


class Signing:
    def image_config(self):
        """That of the example, for this package and with a key, as its comment describes."""
        document = next(each for each in yaml.safe_load_all(EXAMPLE.read_text()) if "verification" in each["spec"])
        document["spec"]["matchImages"][0]["prefix"] = SIGNED
        authority = document["spec"]["verification"]["cosign"]["authorities"][0]
        del authority["keyless"]
        authority["key"] = {"hashAlgorithm": "sha256",
                            "secretRef": {"name": "function-loom-cosign", "key": "cosign.pub"}}
        return document

    def verified(self):
        """The condition of the revision of the Function `signed`; None if there is no revision yet."""
        for revision in self.kube.items(f"{PACKAGES}/v1/functionrevisions"):
            if revision["metadata"]["name"].startswith("signed-"):
                return condition(revision, "Verified")
        return None

    def check_signature(self):
        """Core installs a package only after cosign signed it and attested its SBOM, as an ImageConfig demands"""
        config = self.image_config()
        path = f"{PACKAGES}/v1beta1/imageconfigs/{config['metadata']['name']}"
        function = f"{PACKAGES}/v1/functions/signed"
        secret = f"/api/v1/namespaces/{SYSTEM}/secrets/function-loom-cosign"
        installed = self.kube.get(f"{PACKAGES}/v1/functions/{self.names['native']}")["spec"]["package"]
        run("crane", "copy", installed, f"{SIGNED}:v1.0.0")
        digest = run("crane", "digest", f"{SIGNED}:v1.0.0").strip()
        with tempfile.TemporaryDirectory() as work:
            run("cosign", "generate-key-pair", cwd=work)
            key = f"{work}/cosign.key"
            self.kube.apply(secret, {
                "apiVersion": "v1", "kind": "Secret", "metadata": {"name": "function-loom-cosign", "namespace": SYSTEM},
                "stringData": {"cosign.pub": pathlib.Path(work, "cosign.pub").read_text()}})
            self.kube.apply(path, config)
            try:
                self.kube.apply(function, {"apiVersion": "pkg.crossplane.io/v1", "kind": "Function",
                                           "metadata": {"name": "signed"}, "spec": {"package": f"{SIGNED}:v1.0.0"}})
                refused = within(60, "the unsigned package to be refused", lambda: (
                    lambda found: found if found and found["status"] == "False" else None)(self.verified()))
                self.notes.append(f"unsigned: {refused['reason']}: {refused.get('message', '')}"[:200])
                if is_true(self.kube.get(function), "Healthy"):
                    raise RuntimeError("the unsigned package runs")
                sbom = pathlib.Path(work, "sbom.json")
                sbom.write_text(json.dumps({"spdxVersion": "SPDX-2.3"}))
                local = ("--key", key, "--tlog-upload=false")
                run("cosign", "sign", "--recursive", *local, f"{SIGNED}@{digest}")
                run("cosign", "attest", *local, "--type", "spdxjson", "--predicate", str(sbom), f"{SIGNED}@{digest}")
                within(180, "the signed package to be verified",
                       lambda: (self.verified() or {}).get("status") == "True")
                within(60, "the signed package to run", lambda: is_true(self.kube.get(function), "Healthy"))
            finally:
                for each in (function, path, secret):
                    self.kube.delete(each)
