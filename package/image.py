#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""package/image.py --root FOLDER --output IMAGE.tar [FLAG…]: the image of the
function, made without Docker.

The file is an OCI layout and what `docker save` writes, in one: `docker load`,
`skopeo`, `crane` and `crossplane xpkg build` take it. The image is that of the
Dockerfile: one layer with the files of FOLDER, which package/compile left there.
The same arguments give the same bytes: entries are sorted, belong to 0:0 and have
the time that SOURCE_DATE_EPOCH says (0 without it).
"""
import argparse
import datetime
import hashlib
import io
import json
import os
import pathlib
import tarfile

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
OCI = "application/vnd.oci.image"
PROGRAM = "function-loom"


def tar(files):
  """A tar archive of {name: (mode, content)}, as bytes."""
  buffer = io.BytesIO()
  with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
    for name, (mode, content) in sorted(files.items()):
      entry = tarfile.TarInfo(name)
      entry.mode = mode
      entry.mtime = EPOCH
      entry.size = len(content)
      archive.addfile(entry, io.BytesIO(content))
  return buffer.getvalue()


def encoded(document):
  return json.dumps(document, sort_keys=True, separators=(",", ":")).encode()


def digest(content):
  return hashlib.sha256(content).hexdigest()


def config(given, layer):
  """What a container of the image is started with."""
  created = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc)
  created = created.strftime("%Y-%m-%dT%H:%M:%SZ")
  labels = {
      "org.opencontainers.image.title": "function-loom",
      "org.opencontainers.image.description": "A Crossplane composition function",
      "org.opencontainers.image.source": given.source,
      "org.opencontainers.image.documentation": f"{given.source}/tree/main/docs",
      "org.opencontainers.image.licenses": "Apache-2.0",
      "org.opencontainers.image.version": given.version,
      "org.opencontainers.image.revision": given.revision,
  }
  return {
      "created": created,
      "architecture": given.arch,
      "os": "linux",
      "config": {
          "Entrypoint": [f"/{PROGRAM}"],
          "ExposedPorts": {"8080/tcp": {}, "9443/tcp": {}},
          "Labels": {name: text for name, text in labels.items() if text},
          # A number: nobody can look up a name where there is no /etc/passwd.
          "User": "2000:2000",
          "WorkingDir": "/",
      },
      "history": [{"created": created, "created_by": "package/image.py"}],
      "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(layer)}"]},
  }


def image(given):
  """The files of the image's archive."""
  layer = tar({
      path.name: (0o755 if path.name == PROGRAM else 0o644, path.read_bytes())
      for path in given.root.iterdir()})
  blobs = {}

  def blob(kind, content):
    blobs[f"blobs/sha256/{digest(content)}"] = (0o644, content)
    return {"mediaType": f"{OCI}.{kind}", "size": len(content),
            "digest": f"sha256:{digest(content)}"}

  layers = [blob("layer.v1.tar", layer)]
  about = blob("config.v1+json", encoded(config(given, layer)))
  manifest = blob("manifest.v1+json", encoded({
      "schemaVersion": 2, "mediaType": f"{OCI}.manifest.v1+json",
      "config": about, "layers": layers}))
  manifest["platform"] = {"architecture": given.arch, "os": "linux"}
  tag = given.version or "latest"
  manifest["annotations"] = {
      "org.opencontainers.image.ref.name": f"function-loom:{tag}-{given.arch}"}

  def path(descriptor):
    return "blobs/sha256/" + descriptor["digest"].removeprefix("sha256:")

  documents = {
      "oci-layout": {"imageLayoutVersion": "1.0.0"},
      "index.json": {"schemaVersion": 2, "mediaType": f"{OCI}.index.v1+json",
                     "manifests": [manifest]},
      "manifest.json": [{"Config": path(about),
                         "RepoTags": [f"function-loom:{tag}-{given.arch}"],
                         "Layers": [path(layer) for layer in layers]}],
  }
  return blobs | {name: (0o644, encoded(document))
                  for name, document in documents.items()}


def main():
  options = argparse.ArgumentParser(description=__doc__)
  options.add_argument("--root", type=pathlib.Path, required=True)
  options.add_argument("--output", type=pathlib.Path, required=True)
  options.add_argument("--arch", choices=("amd64", "arm64"), default="amd64")
  options.add_argument("--version", default="", help="for the image's label")
  options.add_argument("--revision", default="", help="for the image's label")
  options.add_argument("--source", default="https://example.org/function-loom",
                       help="URL of the repository, for the image's labels")
  given = options.parse_args()
  given.output.write_bytes(tar(image(given)))


if __name__ == "__main__":
  main()
