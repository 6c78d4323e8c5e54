#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/suites/package/package_test.py [FOLDER]: builds the packages of both
architectures and looks at them as Crossplane does, pushes them to a registry
with the real `crossplane xpkg push`, and runs what is inside: that of amd64 in
a container with nothing else in it, that of arm64 in an emulator. The last line
is "N passed, N failed".

With FOLDER, what `package/build --output FOLDER` left there, for example by
Docker, instead of a build. Needs root, for the container.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "test/suites/crossplane"))

# pylint: disable=wrong-import-position
import archive
import contents
import rendering
import sandbox

CLI = rendering.TOOLS / "crossplane-2.2.1"
OLDER_CLI = rendering.TOOLS / "crossplane-1.20.0"
CRANE = rendering.TOOLS / "crane-0.20.7"
EMULATOR = "qemu-aarch64-static"
EXAMPLES = sorted(path.parent for path in ROOT.glob("examples/*/xr.yaml"))
# In a container the program has to serve beside whatever serves here.
ARGUMENTS = ("--insecure", "--address", "127.0.0.1:0",
             "--metrics-address", "127.0.0.1:0")


def output(*command, **options):
  """What a command prints, as bytes; what it complains of goes to the log."""
  return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                        **options).stdout


def build(folder, *flags, **options):
  output(ROOT / "package/build", "--image", "script", "--output", folder,
         *flags, **options)


def load(folder, arch):
  stem = folder / f"function-loom-{arch}"
  return contents.Package(arch, archive.Image.load(f"{stem}.image.tar"),
                          archive.Image.load(f"{stem}.xpkg"), "v0.1.0")


def root(package, work):
  """A folder with the files of a package's image."""
  folder = work / f"{package.arch}-root"
  if not folder.exists():
    folder.mkdir()
    sandbox.unpack(package.image, folder)
  return folder


def program(package, work):
  return root(package, work) / "function-loom"


def test_contents(tally, package):
  for name, check in contents.CHECKS:
    tally.add(f"{package.arch}: {name}", "\n".join(check(package)))


def test_same_bytes(tally, package, work):
  """Built twice, the second time on a machine that is set up otherwise."""
  sums = []
  for name, mask, zone in ("one", 0o022, "UTC"), ("two", 0o077, "Asia/Tokyo"):
    folder = work / f"{package.arch}-{name}"
    build(folder, "--arch", package.arch, "--root", root(package, work),
          umask=mask, cwd="/", env={**os.environ, "TZ": zone})
    names = sorted(path.name for path in folder.iterdir())
    sums.append(output("sha256sum", *names, cwd=folder, text=True))
  tally.add(f"{package.arch}: the same bytes when built twice",
            "" if sums[0] == sums[1] else "\n".join(sums))


def test_version(tally, package, work):
  """Another version is another package, of which only a label differs."""
  same = load(work / f"{package.arch}-one", package.arch)
  folder = work / "upgrade"
  build(folder, "--arch", package.arch, "--version", "v7.8.9-rc.1",
        "--root", root(package, work))
  upgrade = load(folder, package.arch)
  problems = list(contents.differing(
      "layers", upgrade.xpkg.digests(), same.xpkg.digests()))
  upgrade.version = "v7.8.9-rc.1"
  problems += contents.check_a_container_is_started_right(upgrade)
  tally.add(f"{package.arch}: a package of another version", "\n".join(problems))


def test_older_cli(tally, folder, work):
  """The command line of 1.20 makes one, too; it drops the capabilities, which
  it does not know, from the stream."""
  other = work / "older.xpkg"
  output(OLDER_CLI, "xpkg", "build", "--package-root", ROOT / "package",
         "--examples-root", ROOT / "package/examples", "--package-file", other,
         "--embed-runtime-image-tarball", folder / "function-loom-amd64.image.tar")
  package = load(folder, "amd64")
  package.xpkg = archive.Image.load(other)
  problems = [problem for name, check in contents.CHECKS
              if name != "the stream is what stands here"
              for problem in check(package)]
  tally.add("xpkg build of 1.20.0 takes it, too", "\n".join(problems))


def crane(*arguments):
  return output(CRANE, *arguments)


def pulled_problems(reference, package):
  """What is wrong with what a registry has, as core reads it: of the manifest
  of its platform the layer that is annotated as base."""
  image, manifest = archive.pulled(crane, reference, f"linux/{package.arch}")
  yield from contents.differing("layers", image.digests(),
                                package.xpkg.digests())
  yield from contents.differing("config", image.document, package.xpkg.document)
  annotated = [layer["digest"] for layer in manifest["layers"]
               if layer.get("annotations") == {contents.ANNOTATION: "base"}]
  labelled = [name.removeprefix(f"{contents.ANNOTATION}:")
              for name in image.config["Labels"]
              if name.startswith(contents.ANNOTATION)]
  yield from contents.differing("annotated layers", annotated, labelled)


def test_registry(tally, folder, work, both):
  files = ",".join(str(folder / f"function-loom-{package.arch}.xpkg")
                   for package in both)
  with rendering.registry(work) as address:
    reference = f"{address}/function-loom:v0.1.0"
    output(CLI, "xpkg", "push", "-f", files, reference)
    index = json.loads(crane("manifest", reference))
    platforms = sorted(entry["platform"]["architecture"]
                       for entry in index["manifests"])
    tally.add("xpkg push makes an index of both", "\n".join(
        contents.differing("platforms", platforms, ["amd64", "arm64"])))
    for package in both:
      tally.add(f"{package.arch}: what comes back from the registry",
                "\n".join(pulled_problems(reference, package)))


def wrong_answers(address, work):
  """Examples that a server, asked by the real command line, answers wrong."""
  for folder in EXAMPLES:
    named = yaml.safe_load_all((folder / "functions.yaml").read_text())
    file = work / "functions.yaml"
    file.write_text(rendering.functions(
        {function["metadata"]["name"]: address for function in named}))
    text, error = rendering.render(
        [CLI, "render", "xr.yaml", "composition.yaml", file,
         *rendering.flags(folder, "render.args")], folder)
    yield error or rendering.difference(
        rendering.lines_of(folder / "expected.yaml"), text, folder.name)


def rights_problems(container):
  """How a container differs from one that may do nothing."""
  status = container.status()
  for name, wanted in (
      ("Uid", "\t".join(["2000"] * 4)), ("Gid", "\t".join(["2000"] * 4)),
      ("Groups", ""), ("CapEff", "0" * 16), ("CapPrm", "0" * 16),
      ("NoNewPrivs", "1")):
    yield from contents.differing(name, status[name].strip(), wanted)
  yield from contents.differing("its own PID", status["NSpid"].split()[-1], "1")
  mounts = container.mounts()
  yield from contents.differing("mounts", list(mounts), ["/"])
  if "ro" not in mounts.get("/", ()):
    yield "root can be written to"


def wrong_probes(address):
  """What a kubelet and a Prometheus would not like at port 8080."""
  for path, wanted in (("livez", b"ok"), ("readyz", b"ok"),
                       ("metrics", b"grpc_server_handled_total{")):
    with urllib.request.urlopen(f"http://{address}/{path}", timeout=5) as page:
      if page.status != 200 or wanted not in page.read():
        yield f"/{path} answers {page.status} without {wanted!r}"


def test_container(tally, package, work):
  with sandbox.running(package.xpkg, work, *ARGUMENTS) as container:
    address = container.address("address")
    tally.add("a container of it, with further arguments, may do nothing",
              "\n".join(rights_problems(container)))
    tally.add("and answers probes", "\n".join(
        wrong_probes(container.address("metrics"))))
    tally.add("and answers the real crossplane render",
              "".join(wrong_answers(address, work)))
    status = container.stop()
    tally.add("and ends at SIGTERM, as PID 1", "" if status == 0 else
              f"exit status {status}:\n{container.log.read_text()}")


def test_emulated(tally, both, work):
  """The program of arm64, in an emulator."""
  here, there = (program(package, work) for package in both)
  emulated = [EMULATOR, there]
  versions = [output(*command, "--version") for command in ([here], emulated)]
  tally.add("arm64: --version", "\n".join(contents.differing(
      "it", versions[1], versions[0])))
  problems = ""
  for folder in EXAMPLES:
    text, error = rendering.render(
        [*emulated, "render", "xr.yaml", "composition.yaml",
         *rendering.flags(folder, "render.args")], folder)
    problems += error or rendering.difference(
        rendering.lines_of(folder / "expected.yaml"), text, folder.name)
  tally.add("arm64: renders every example", problems)
  log = work / "emulated.log"

  def ready():
    found = re.search(r"serving.*?(127\.0\.0\.1:\d+)", log.read_text())
    return found and found.group(1)

  with rendering.serving([*emulated, "serve", *ARGUMENTS], log, ready) as address:
    tally.add("arm64: answers the real crossplane render",
              "".join(wrong_answers(address, work)))


def main():
  subprocess.run([ROOT / "test/install-packages", "--arm64"], check=True)
  subprocess.run([ROOT / "test/suites/crossplane/build", CLI.name, OLDER_CLI.name,
                  CRANE.name], check=True)
  tally = rendering.Tally()
  with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                          else ROOT / "build/package").resolve()
    if len(sys.argv) == 1:
      build(folder)
    both = [load(folder, arch) for arch in ("amd64", "arm64")]
    for package in both:
      test_contents(tally, package)
      test_same_bytes(tally, package, work)
    test_version(tally, both[0], work)
    test_older_cli(tally, folder, work)
    test_registry(tally, folder, work, both)
    test_container(tally, both[0], work)
    test_emulated(tally, both, work)
  return tally.finish()


if __name__ == "__main__":
  sys.exit(main())
