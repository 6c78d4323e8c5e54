# SPDX-License-Identifier: Apache-2.0
"""What has to be in a package and its image, checked as Crossplane opens it.

Each function named check_… takes a Package and yields what is wrong, a line
each.
"""
import dataclasses
import hashlib
import json
import re

import yaml

import archive
import rendering

# Bytes, unpacked. The package is the image and one layer with package.yaml, which the
# real command line writes from the definition of the input; it has 0.9 MB, most of it
# indentation, and is pulled as 95 KB.
LARGEST_IMAGE = 24_000_000
LARGEST_STREAM = 1_000_000
PACKAGE = rendering.ROOT / "package"
ANNOTATION = "io.crossplane.xpkg"
# Packages and archives that the program is linked from, whatever else there is.
PARTS = ("libgrpc-dev", "libgrpc++-dev", "libprotobuf-dev", "libabsl-dev",
         "libssl-dev", "libre2-dev", "libc-ares-dev", "zlib1g-dev",
         "libjemalloc-dev", "libyaml-dev", "libc6-dev", "rapidjson-dev",
         "libspdlog-dev", "libfmt-dev", "libcli11-dev")
ARCHIVES = ("libgrpc.a", "libcrypto.a", "libc.a", "libstdc++.a", "libjemalloc.a")
# e_machine of the ELF header.
MACHINES = {"amd64": 62, "arm64": 183}


@dataclasses.dataclass
class Package:
  arch: str
  image: archive.Image  # the runtime alone
  xpkg: archive.Image
  version: str

  def base_layers(self):
    """The layers that are labelled as those of the package."""
    labels = self.xpkg.config["Labels"]
    marked = {name.removeprefix(f"{ANNOTATION}:"): kind
              for name, kind in labels.items() if name.startswith(ANNOTATION)}
    return [(layer, marked[digest]) for digest, layer in
            zip(self.xpkg.digests(), self.xpkg.layers) if digest in marked]


def differing(name, actual, wanted):
  if actual != wanted:
    yield f"{name}: it is {actual!r}, want {wanted!r}"


def permissions(entry):
  """Setuid and its like among them; some builders add the kind of file."""
  return oct(entry.mode & 0o7777)


def sources():
  """The documents that the package is made of."""
  for path in [PACKAGE / "crossplane.yaml", *sorted(PACKAGE.glob("input/*"))]:
    yield from documents_of(path.read_text())


def documents_of(stream):
  """Its documents; an empty one behind the last --- is none."""
  return [document for document in yaml.safe_load_all(stream) if document]


def check_one_layer_is_the_package(package):
  kinds = [kind for _, kind in package.base_layers()]
  yield from differing("labelled layers", kinds, ["base"])


def check_that_layer_is_one_file(package):
  for layer, _ in package.base_layers():
    files = [(entry.name.strip("/"), permissions(entry), entry.isfile())
             for entry, _ in archive.entries(layer)]
    yield from differing("its files", files, [("package.yaml", "0o644", True)])


def check_the_stream_is_what_stands_here(package):
  (layer, _), = package.base_layers()
  (_, content), = archive.entries(layer)
  documents = documents_of(content)
  yield from differing("documents", without_nulls(documents),
                       without_nulls(list(sources())))
  meta, *definitions = documents
  yield from differing("the first", (meta["apiVersion"], meta["kind"]),
                       ("meta.pkg.crossplane.io/v1", "Function"))
  yield from differing("its capabilities", meta["spec"]["capabilities"],
                       ["composition", "operation"])
  if not meta["metadata"]["name"].startswith("function-"):
    yield f"{meta['metadata']['name']} is no name of a function"
  if not definitions:
    yield "no definition of an input"
  for definition in definitions:
    yield from differing("another", definition["kind"],
                         "CustomResourceDefinition")


def without_nulls(node):
  """Go writes null for what is not set, as the time of creation."""
  if isinstance(node, dict):
    return {name: without_nulls(below) for name, below in node.items()
            if below not in (None, {}) and name != "status"}
  if isinstance(node, list):
    return [without_nulls(below) for below in node]
  return node


def check_the_files_are_these(package):
  """No shell, no library, no passwd, nothing setuid: all that there is."""
  files = {path: (permissions(entry), entry.isfile(), entry.uid, entry.gid)
           for path, (entry, _) in package.xpkg.flattened().items()}
  yield from differing("files", files, {
      "/NOTICE": ("0o644", True, 0, 0),
      "/function-loom": ("0o755", True, 0, 0),
      "/package.yaml": ("0o644", True, 0, 0),
      "/sbom.spdx.json": ("0o644", True, 0, 0)})


def check_a_container_is_started_right(package):
  config = package.xpkg.config
  labels = {name.removeprefix("org.opencontainers.image."): text
            for name, text in config["Labels"].items()
            if not name.startswith(ANNOTATION)}
  source = "https://example.org/function-loom"
  wanted = {"title": "function-loom", "licenses": "Apache-2.0",
            "description": "A Crossplane composition function", "source": source,
            "documentation": f"{source}/tree/main/docs",
            "version": package.version, "revision": labels.get("revision")}
  yield from differing("labels", labels, wanted)
  yield from differing("entry point", config["Entrypoint"], ["/function-loom"])
  yield from differing("arguments", config.get("Cmd"), None)
  yield from differing("user", config["User"], "2000:2000")
  yield from differing("ports", sorted(config["ExposedPorts"]),
                       ["8080/tcp", "9443/tcp"])


def check_the_program_is_of_the_architecture(package):
  document = package.xpkg.document
  yield from differing("platform", (document["os"], document["architecture"]),
                       ("linux", package.arch))
  _, program = package.xpkg.flattened()["/function-loom"]
  yield from differing("magic", program[:4], b"\x7fELF")
  yield from differing("machine", int.from_bytes(program[18:20], "little"),
                       MACHINES[package.arch])


def check_it_says_what_is_linked(package):
  """The parts that no static build of it can do without, each with a license
  and the name of its source; and the digest of this very program."""
  files = {path: content
           for path, (_, content) in package.image.flattened().items()}
  bill = json.loads(files["/sbom.spdx.json"])
  known = {part["name"]: part for part in bill["packages"]}
  for name in PARTS:
    if name not in known:
      yield f"the bill of materials knows no {name}: {sorted(known)}"
    elif f"{name} {known[name]['versionInfo']}".encode() not in files["/NOTICE"]:
      yield f"no license of {name} {known[name]['versionInfo']} in NOTICE"
  archives = re.findall(r"(\S+\.a) sha256:[0-9a-f]{64}", str(bill))
  for name in ARCHIVES:
    yield from differing(f"times that {name} stands there",
                         archives.count(name), 1)
  yield from differing(
      "digest", known["function-loom"]["checksums"][0]["checksumValue"],
      hashlib.sha256(files["/function-loom"]).hexdigest())


def check_it_is_small(package):
  image = package.image.size()
  stream = package.xpkg.size() - image
  print(f"    {package.arch}: an image of {image} bytes, {stream} more as package")
  if image > LARGEST_IMAGE:
    yield f"the image has {image} bytes, want at most {LARGEST_IMAGE}"
  if stream > LARGEST_STREAM:
    yield f"package.yaml has {stream} bytes, want at most {LARGEST_STREAM}"


CHECKS = [(name.removeprefix("check_").replace("_", " "), check)
          for name, check in sorted(globals().items())
          if name.startswith("check_")]
