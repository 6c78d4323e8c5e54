# SPDX-License-Identifier: Apache-2.0
"""What core trusts instead of the public Sigstore: a TUF repository of the bed's own.

Core verifies signatures with the certificate of Fulcio and the keys of the CT log and of Rekor. When it starts, it reads
them from the cache of its TUF client, which is a folder of its package cache, and goes to the internet only if this cache
is empty or has expired. `cosign initialize` fills it from a repository, here a folder. The key of Rekor is that of
test/testing/rekor.py.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "testing"))
import rekor            # noqa: E402

EXPIRES = "2100-01-01T00:00:00Z"


def canonical(value):
    """The canonical JSON of TUF: as that of rekor.py, but line breaks in strings are not escaped."""
    return rekor.canonical(value).replace(b"\\n", b"\n")


class Repository:
    """A TUF repository in which one key signs everything."""

    def __init__(self, folder):
        self.folder, self.key = folder, rekor.new_key(folder, "tuf")
        self.public = {"keytype": "ecdsa", "scheme": "ecdsa-sha2-nistp256",
                       "keyval": {"public": (folder / "tuf.pub").read_text()}}
        self.name = hashlib.sha256(canonical(self.public)).hexdigest()

    def write(self, kind, **content):
        signed = {"_type": kind, "spec_version": "1.0", "version": 1, "expires": EXPIRES, **content}
        signature = {"keyid": self.name, "sig": rekor.sign(self.key, canonical(signed)).hex()}
        (self.folder / f"{kind}.json").write_text(json.dumps({"signed": signed, "signatures": [signature]}))

    def target(self, usage, name):
        """Adds a file of the folder. Sigstore's client finds it by its usage. Returns what targets.json says of it."""
        content = (self.folder / name).read_bytes()
        (self.folder / "targets" / name).write_bytes(content)
        return {"length": len(content), "custom": {"sigstore": {"usage": usage, "status": "Active", "uri": ""}},
                "hashes": {kind: hashlib.new(kind, content).hexdigest() for kind in ("sha256", "sha512")}}

    def make(self, targets):
        (self.folder / "targets").mkdir()
        role = {"keyids": [self.name], "threshold": 1}
        self.write("root", consistent_snapshot=False, keys={self.name: self.public},
                   roles={kind: role for kind in ("root", "targets", "snapshot", "timestamp")})
        self.write("targets", targets={name: self.target(usage, name) for usage, name in targets.items()})
        self.write("snapshot", meta={"targets.json": {"version": 1}})
        self.write("timestamp", meta={"snapshot.json": {"version": 1}})


def make(folder, package_cache, cosign):
    """Makes the keys and the repository in a new folder, and lets core trust them: core then accepts the entries of
    `rekor.serving(folder)`."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir()
    rekor.new_key(folder, "rekor")
    rekor.new_key(folder, "ctfe")
    rekor.openssl("req", "-x509", "-new", "-key", rekor.new_key(folder, "fulcio"), "-days", "3650",
                  "-subj", "/O=end-to-end/CN=fulcio", "-out", folder / "fulcio.crt.pem")
    Repository(folder).make({"Fulcio": "fulcio.crt.pem", "CTFE": "ctfe.pub", "Rekor": "rekor.pub"})
    done = subprocess.run([cosign, "initialize", "--mirror", folder.as_uri(), "--root", folder / "root.json"],
                          env={**os.environ, "TUF_ROOT": os.path.join(package_cache, ".sigstore", "root")},
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"cosign initialize: {done.stderr.strip()}")
