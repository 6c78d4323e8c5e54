#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""package/notice.py BUILD: what the static program in a build folder consists of,
as BUILD/NOTICE (the licenses of others) and BUILD/sbom.spdx.json (SPDX 2.3).

A scanner of images finds no package in a static program. So the linker's map is
asked which archives gave it an object, Ninja which headers it was compiled with,
and dpkg which package each of them is from; for another architecture, the list
that package/sysroot left.
"""
import collections
import dataclasses
import datetime
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
LICENSES = "usr/share/doc/{}/copyright"
# The license of each source package of Debian that the program is linked from, as an
# expression of SPDX, for the files that are compiled in.
SPDX = {
    "abseil": "Apache-2.0",
    "c-ares": "MIT",
    "cli11": "BSD-3-Clause",
    "fmtlib": "MIT",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "grpc": "Apache-2.0 AND BSD-3-Clause AND MIT",
    "jemalloc": "BSD-2-Clause",
    "libyaml": "MIT",
    "linux": "GPL-2.0-only WITH Linux-syscall-note",
    "openssl": "Apache-2.0",
    "protobuf": "BSD-3-Clause",
    "rapidjson": "MIT AND BSD-3-Clause",
    "re2": "BSD-3-Clause",
    "spdlog": "MIT",
    "zlib": "Zlib",
}
HEAD = """function-loom
Licensed under the Apache License, Version 2.0.

The program contains the software of others that is listed below, linked
statically, each under the license that stands there.

Of these the GNU C Library is under the GNU Lesser General Public License 2.1. To
link function-loom to a changed one, install that in place of Debian's and build
function-loom from its source, which is public with all that its build takes
(package/compile).
"""


@dataclasses.dataclass(frozen=True, order=True)
class Package:
  name: str
  version: str
  source: str
  source_version: str
  root: pathlib.Path  # where its files are: / or a sysroot

  def license(self):
    return (self.root / LICENSES.format(self.name)).read_text(errors="replace")


def output(*command):
  return subprocess.run(command, check=True, capture_output=True,
                        text=True).stdout


def archives(build):
  """Archives of which the linker took an object."""
  text = (build / "function-loom.map").read_text()
  return set(re.findall(r"^(\S+\.a)\(", text, re.MULTILINE))


def headers(build):
  """Headers that went into an object of the program."""
  ours = False
  for line in output("ninja", "-C", str(build), "-t", "deps").splitlines():
    if line and line[0] != " ":
      ours = line.startswith(("src/", "proto/"))
    elif ours and line.endswith((".h", ".hpp", ".inc", ".ipp")):
      yield line.strip()


def foreign(path):
  """Whether a file is not of this repository, or of a sysroot in it."""
  if not path.is_relative_to(ROOT):
    return True
  return path.relative_to(ROOT).as_posix().startswith("build/sysroot-")


def files(build):
  """What the program has of others, by absolute path."""
  named = sorted(archives(build) | set(headers(build)))
  return filter(foreign, (pathlib.Path(os.path.realpath(build / name))
                          for name in named))


@functools.cache
def installed():
  """dpkg's packages, by name."""
  listed = output("dpkg-query", "-W", "-f", "${Package}\\t${Version}\\t"
                  "${source:Package}\\t${source:Version}\\n")
  return {line.split("\t")[0]: Package(*line.split("\t"), pathlib.Path("/"))
          for line in listed.splitlines()}


def of_dpkg(paths):
  """{path: package} of what is installed."""
  found = {}
  for line in output("dpkg", "-S", *map(str, paths)).splitlines():
    names, path = line.rsplit(": ", 1)
    found[pathlib.Path(path)] = installed()[names.split(",")[0].split(":")[0]]
  return found


def of_sysroot(root, paths):
  """{path: package} of what package/sysroot unpacked."""
  known = {}
  for line in (root / "packages").read_text().splitlines():
    path, *package = line.split("\t")
    known[root / path.lstrip("./")] = Package(*package, root)
  return {path: known[path] for path in paths}


def packages(build):
  """The packages that files of the program are from: {package: [archive]}."""
  sysroots = collections.defaultdict(list)
  for path in files(build):
    sysroots[next((parent for parent in path.parents
                   if parent.parent == ROOT / "build"), None)].append(path)
  found = {}
  for root, paths in sysroots.items():
    found |= of_sysroot(root, paths) if root else of_dpkg(paths)
  result = collections.defaultdict(list)
  for path, package in sorted(found.items()):
    result[package] += [path] if path.suffix == ".a" else []
  return dict(sorted(result.items()))


def notice(found):
  """The licenses, each text once, with the packages that it is of."""
  texts = collections.defaultdict(list)
  for package in found:
    texts[package.license()].append(f"{package.name} {package.version}")
  for text, names in texts.items():
    yield f"\n{'=' * 72}\n{', '.join(names)}\n{'=' * 72}\n\n{text}"


def spdx_license(package):
  source = package.source.removesuffix("-cross")
  if source == "cross-toolchain-base":  # the C library and Linux for a cross compiler
    source = "linux" if package.name.startswith("linux-") else "glibc"
  if source not in SPDX:
    sys.exit(f"package/notice.py: add the license of {package.source} to SPDX")
  return SPDX[source]


def entry(package, paths):
  """A package as SPDX describes it."""
  return {
      "SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', package.name)}",
      "name": package.name,
      "versionInfo": package.version,
      "supplier": "Organization: Debian",
      "downloadLocation": "NOASSERTION",
      "filesAnalyzed": False,
      "licenseConcluded": spdx_license(package),
      "licenseDeclared": spdx_license(package),
      "copyrightText": "NOASSERTION",
      "sourceInfo": "built from " + package.source + " "
                    + package.source_version + "".join(
          f"; {path.name} sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
          for path in paths),
      "externalRefs": [{
          "referenceCategory": "PACKAGE-MANAGER",
          "referenceType": "purl",
          # The source package, because that is what advisories are about.
          "referenceLocator": "pkg:deb/debian/"
              f"{package.source}@{urllib.parse.quote(package.source_version, safe='')}"
              "?arch=source&distro=bookworm",
      }],
  }


def sbom(build, found):
  """All of it, as a document of SPDX."""
  digest = hashlib.sha256((build / "function-loom").read_bytes()).hexdigest()
  created = datetime.datetime.fromtimestamp(
      int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
  ours = {
      "SPDXID": "SPDXRef-function-loom",
      "name": "function-loom",
      "downloadLocation": "NOASSERTION",
      "filesAnalyzed": False,
      "licenseConcluded": "Apache-2.0",
      "licenseDeclared": "Apache-2.0",
      "copyrightText": "NOASSERTION",
      "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
  }
  others = [entry(package, paths) for package, paths in found.items()]
  return {
      "spdxVersion": "SPDX-2.3",
      "dataLicense": "CC0-1.0",
      "SPDXID": "SPDXRef-DOCUMENT",
      "name": "function-loom",
      "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
      "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                       "creators": ["Tool: package/notice.py"]},
      "packages": [ours, *others],
      "relationships": [
          {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
           "relatedSpdxElement": ours["SPDXID"]},
          *({"spdxElementId": ours["SPDXID"], "relationshipType": "STATIC_LINK",
             "relatedSpdxElement": other["SPDXID"]} for other in others)],
  }


def main():
  build = pathlib.Path(sys.argv[1]).resolve()
  found = packages(build)
  (build / "NOTICE").write_text(HEAD + "".join(notice(found)))
  (build / "sbom.spdx.json").write_text(
      json.dumps(sbom(build, found), indent=1) + "\n")


if __name__ == "__main__":
  main()
