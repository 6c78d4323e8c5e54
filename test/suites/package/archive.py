# SPDX-License-Identifier: Apache-2.0
"""Images as files: what `docker save` and `crossplane xpkg build` write."""
import hashlib
import io
import json
import tarfile


class Image:
  """An image out of such a file, or out of what a registry hands out."""

  def __init__(self, config, layers):
    self.document = config
    self.config = config["config"]
    self.layers = layers  # as they are stored: compressed or not

  @classmethod
  def load(cls, path):
    with tarfile.open(path) as archive:
      def read(name):
        return archive.extractfile(name).read()

      image, = json.loads(read("manifest.json"))
      return cls(json.loads(read(image["Config"])),
                 [read(layer) for layer in image["Layers"]])

  def digests(self):
    return ["sha256:" + hashlib.sha256(layer).hexdigest()
            for layer in self.layers]

  def flattened(self):
    """What a container sees: {path: (entry of tarfile, content)}."""
    files = {}
    for layer in self.layers:
      for entry, content in entries(layer):
        path = "/" + entry.name.removeprefix("./").strip("/")
        if "/.wh." in path:
          raise ValueError(f"{path}: a layer takes away what another brought")
        files[path] = (entry, content)
    files.pop("/", None)
    return files

  def size(self):
    return sum(entry.size for entry, _ in self.flattened().values())


def entries(layer):
  """The entries of a layer, each with its content."""
  with tarfile.open(fileobj=io.BytesIO(layer)) as archive:
    for entry in archive:
      yield entry, archive.extractfile(entry).read() if entry.isfile() else b""


def pulled(crane, reference, platform):
  """An image of a registry, and its manifest, by way of crane."""
  def ask(*arguments):
    return crane(*arguments, "--platform", platform)

  manifest = json.loads(ask("manifest", reference))
  config = json.loads(ask("config", reference))
  repository = reference.rsplit(":", 1)[0]
  layers = [crane("blob", f"{repository}@{layer['digest']}")
            for layer in manifest["layers"]]
  return Image(config, layers), manifest
