# SPDX-License-Identifier: Apache-2.0
"""What `run` and `chains` share: programs that serve, and the real CLI."""
import contextlib
import difflib
import os
import pathlib
import re
import subprocess
import sys
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "test/testing"))
TOOLS = ROOT / "build/tools"
LOOM = pathlib.Path(
    os.environ.get("LOOM", ROOT / "build/release/function-loom")).resolve()


def build(*names):
  """The real programs, and function-loom where nobody brought another."""
  subprocess.run([ROOT / "test/suites/crossplane/build", *names], check=True)
  if "LOOM" not in os.environ:
    subprocess.run([ROOT / "test/build", "release", "function-loom"],
                   check=True)


def wait_for(process, log, ready):
  """What `ready()` returns as soon as it is true; ends if it never is."""
  for _ in range(400):
    answer = ready()
    if answer:
      return answer
    if process.poll() is not None:
      break
    time.sleep(0.05)
  sys.exit(f"{process.args[0]} does not serve:\n{log.read_text()}")


@contextlib.contextmanager
def serving(command, log, ready):
  """Runs a server and yields its address, which `ready` finds out."""
  with log.open("w") as output:
    process = subprocess.Popen(command, stdout=output, stderr=output)
  try:
    yield wait_for(process, log, ready)
  finally:
    process.terminate()
    process.wait()


def registry(work):
  """An empty registry of OCI images, by Crane."""
  log = work / "registry.log"

  def ready():
    found = re.search(r"serving on port (\d+)", log.read_text())
    return found and f"127.0.0.1:{found.group(1)}"

  return serving([TOOLS / "crane-0.20.7", "registry", "serve", "--address", "127.0.0.1:0"],
                 log, ready)


def loom(work, *flags, name="function-loom"):
  """A function-loom, in plain text if there are no flags. Its line that says
  "serving" names the port it got."""
  log = work / f"{name}.log"

  def ready():
    found = re.search(r"serving.*?(127\.0\.0\.1:\d+)", log.read_text())
    return found and found.group(1)

  return serving([LOOM, "serve", *(flags or ["--insecure"]),
                  "--address", "127.0.0.1:0",
                  "--metrics-address", "127.0.0.1:0"],
                 log, ready)


def go_function(name, work):
  """A function written with function-sdk-go, at a socket in `work`."""
  path = work / f"{name}.sock"
  return serving(
      [TOOLS / name, "--insecure", "--network", "unix", "--address", path],
      work / f"{name}.log", lambda: path.exists() and f"unix:{path}")


def functions(addresses):
  """A file of Functions that run already, from their names and addresses."""
  return yaml.safe_dump_all([{
      "apiVersion": "pkg.crossplane.io/v1",
      "kind": "Function",
      "metadata": {
          "name": name,
          "annotations": {
              "render.crossplane.io/runtime": "Development",
              "render.crossplane.io/runtime-development-target": address,
          },
      },
      "spec": {"package": f"xpkg.example.org/{name}:v0.1.0"},
  } for name, address in addresses.items()])


# The flag for each file that a folder may have.
FILES = {
    "observed.yaml": "-o",
    "required.yaml": "-e",
    "credentials.yaml": "--function-credentials",
}


def stages(folder):
  """The folders that hold what an example looks like on its way: those below
  it, in the order of their names, and at last the folder itself."""
  return [path.parent for path in sorted(folder.glob("*/expected.yaml"))
          ] + [folder]


def flags(folder, *argument_files, stage=None):
  """Flags for the files of a stage of a folder, and those in the first file
  that is there, separated by blanks. Paths are relative to the folder."""
  stage = stage or folder
  result = []
  for name, flag in FILES.items():
    if (stage / name).is_file():
      result += [flag, str((stage / name).relative_to(folder))]
  for name in argument_files:
    if (folder / name).is_file():
      return result + (folder / name).read_text().split()
  return result


def render(command, folder):
  """What a command prints in a folder, and what it says if it fails."""
  done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                        check=False)
  failed = done.returncode != 0
  return done.stdout, (done.stderr or "it fails") if failed else ""


def lines_of(path):
  """The lines of a file; none if there is no such file."""
  if not path.is_file():
    return []
  return path.read_text().splitlines(keepends=True)


def difference(expected, actual, label):
  """How a text differs from expected lines; empty if it does not."""
  return "".join(difflib.unified_diff(
      expected, actual.splitlines(keepends=True), "expected.yaml", label))


class Tally:
  """Prints a line for each test, and the sum of them."""

  def __init__(self):
    self.count = {"OK": 0, "FAILED": 0}

  def add(self, name, problems):
    """A test is passed if there is no text about what is wrong with it."""
    result = "FAILED" if problems else "OK"
    self.count[result] += 1
    if problems:
      print(problems.rstrip("\n"))
    print(f"{name:<72} {result}", flush=True)

  def finish(self):
    print(f"{self.count['OK']} passed, {self.count['FAILED']} failed")
    return 1 if self.count["FAILED"] else 0
