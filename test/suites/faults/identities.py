# SPDX-License-Identifier: Apache-2.0
"""Certificates for a server and its client, in folders like mounted Secrets."""
import pathlib
import shutil
import subprocess

import grpc

import calls


def openssl(*words, folder, text=None):
  subprocess.run(["openssl", *words], cwd=folder, check=True, text=True,
                 input=text, stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL)


def authority(folder):
  openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "90",
          "-subj", "/CN=an authority", "-addext",
          "basicConstraints=critical,CA:TRUE", "-addext",
          "keyUsage=critical,keyCertSign", "-keyout", "ca.key", "-out",
          "ca.crt", folder=folder)


def leaf(folder, name, usage):
  """A key and certificate in a folder of their own, beside ca.crt."""
  openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}",
          "-keyout", f"{name}.key", "-out", f"{name}.csr", folder=folder)
  extensions = (f"basicConstraints=critical,CA:FALSE\nkeyUsage=critical,"
                f"digitalSignature,keyEncipherment\nextendedKeyUsage={usage}\n"
                f"subjectAltName=DNS:{name}\n")
  (folder / "extensions").write_text(extensions)
  openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey",
          "ca.key", "-CAcreateserial", "-days", "90", "-extfile", "extensions",
          "-out", f"{name}.crt", folder=folder)
  target = folder / name
  target.mkdir(exist_ok=True)
  shutil.copy(folder / f"{name}.crt", target / "tls.crt")
  shutil.copy(folder / f"{name}.key", target / "tls.key")
  shutil.copy(folder / "ca.crt", target / "ca.crt")
  for file in target.iterdir():
    file.chmod(0o644)


class Identities:
  """Folders `server` and `client`, and calls of that client."""

  def __init__(self, folder):
    self.folder = pathlib.Path(folder)

  def credentials(self):
    client = self.folder / "client"
    return grpc.ssl_channel_credentials(
        *((client / name).read_bytes()
          for name in ("ca.crt", "tls.key", "tls.crt")))

  def client(self, address):
    return calls.Client(address, credentials=self.credentials(), options=(
        ("grpc.ssl_target_name_override", "server"),))

  def right_answer(self, loom):
    with self.client(loom.address) as client:
      client.right()


def make(folder):
  authority(folder)
  leaf(folder, "server", "serverAuth")
  leaf(folder, "client", "clientAuth")
  return Identities(folder)
