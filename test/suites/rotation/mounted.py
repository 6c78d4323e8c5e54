# SPDX-License-Identifier: Apache-2.0
"""Certificates of the shape that Crossplane's core makes, in a folder that
changes as kubelet changes a mounted Secret."""
import os
import pathlib
import shutil
import socket
import ssl
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
LEAF = ROOT / "build/tools/leaf"
SERVER = ["function-loom", "function-loom.crossplane-system",
          "function-loom.crossplane-system.svc"]
CLIENT = ["crossplane.crossplane-system"]


class Authority:
  """A CA. All of them have the same name, as all of core's have."""

  def __init__(self, folder, name):
    self.path = folder / name
    subprocess.run([LEAF, "ca", self.path], check=True)
    self.certificate = self.path.with_suffix(".crt").read_bytes()
    self.count = 0

  def leaf(self, use):
    """The bytes of a new certificate and its key."""
    self.count += 1
    out = self.path.with_name(f"{self.path.name}-{use}-{self.count}")
    subprocess.run([LEAF, "sign", self.path, out, "2020-01-01", "2090-01-01",
                    use, *(SERVER if use == "server" else CLIENT)], check=True)
    return tuple(out.with_suffix(end).read_bytes() for end in (".crt", ".key"))


class Mount:
  """A folder of files that are links through ..data, which is swapped."""

  def __init__(self, folder, files):
    self.folder = folder
    self.count = 0
    folder.mkdir()
    self.swap(files)

  def swap(self, files):
    """All files at once become these; one that is None goes away."""
    data = self.folder / "..data"
    old = data.is_symlink() and os.readlink(data)
    self.count += 1
    fresh = self.folder / f"..{self.count:04}"
    fresh.mkdir()
    for name, content in files.items():
      if content is not None:
        (fresh / name).write_bytes(content)
      link = self.folder / name
      if not link.is_symlink():
        link.symlink_to(f"..data/{name}")
    new = self.folder / "..data_tmp"
    new.symlink_to(fresh.name)
    new.rename(data)
    if old:
      shutil.rmtree(self.folder / old)


def served(address, client):
  """The certificate that a server shows to a client (folder), as DER."""
  context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
  # OpenSSL takes leaves of this shape for self-signed; Go's client verifies.
  context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
  context.set_alpn_protocols(["h2"])
  context.load_cert_chain(client / "tls.crt", client / "tls.key")
  host, port = address.split(":")
  with socket.create_connection((host, int(port)), timeout=5) as plain:
    with context.wrap_socket(plain) as secured:
      return secured.getpeercert(binary_form=True)


def der(certificate):
  return ssl.PEM_cert_to_DER_cert(certificate.decode())
