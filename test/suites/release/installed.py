# SPDX-License-Identifier: Apache-2.0
"""The artifacts of a release, used as people use them: installed from the .deb on a bare
Debian 12, downloaded by the GitHub Action, run by pre-commit, and as a container.

Each check takes what the release left (run) and yields what is wrong, one line each."""
import contextlib
import functools
import http.server
import importlib.machinery
import os
import pathlib
import re
import shutil
import subprocess
import textwrap
import threading

import yaml

import pypi
from commands import run, wrong

ROOT = pathlib.Path(__file__).resolve().parents[3]
VERSION = re.search(r"^project\(.* VERSION ([\d.]+)",
                    (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)
# A Debian with what people have who look up manuals and complete commands, made once.
BARE = ROOT / "build/tools/debian-12.tar"
EXTRA = "man-db,bash-completion,zsh,fish"
PRE_COMMIT = "pre-commit==4.6.0"
# How the guides are played: blocks, and "[…]" in what they print.
guides = importlib.machinery.SourceFileLoader(
    "guides", str(ROOT / "test/suites/docs/run")).load_module()
# What the package manager and the manual's index keep about every package.
BOOKS = re.compile(r"/var/(lib/dpkg|lib/apt|log|cache)(/|$)|/tmp/")


def bare_debian(folder):
  if not BARE.exists():
    made = BARE.with_suffix(".new")
    run("debootstrap", "--variant=minbase", f"--include={EXTRA}", "bookworm", made)
    run("tar", "-C", made, "-cf", f"{BARE}.new", ".")
    shutil.rmtree(made)
    os.rename(f"{BARE}.new", BARE)
  folder.mkdir()
  run("tar", "-C", folder, "-xf", BARE)
  return folder


def files_of(root):
  """All paths below a root but those of the books of packages."""
  return {path for path in run("find", ".", "-xdev", cwd=root).splitlines()
          if not BOOKS.search(path[1:])}


def readme_inside(root):
  """What is wrong with README.md on this root, where nothing else of the repository is."""

  def shell(command, folder):
    place = "/" + str(pathlib.Path(folder).relative_to(root))
    return guides.printed(subprocess.run(
        ["chroot", root, "env", "-i", "PATH=/usr/bin:/bin", f"HOME={place}", "bash", "-c",
         f"cd {place} && {command}"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=60, check=False))

  for number, problems in enumerate(
      guides.play(ROOT / "README.md", shell, root / "srv"), 1):
    yield from (f"README.md, block {number}: {text}" for text in problems)


def check_apt_installs_it_and_removes_it_whole(here, work, **_):
  root = bare_debian(work / "debian")
  before = files_of(root)
  name = f"function-loom_{VERSION}_amd64.deb"
  shutil.copy(here / name, root / "tmp")

  def inside(*command):
    return run("chroot", root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
               "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "HOME=/root", "PAGER=cat",
               *command)

  # As README.md says it, by root.
  (line,) = (line for line in guides.INSTALLS if line.endswith(f" ./{name}"))
  inside("sh", "-c", f"cd /tmp && {line.removeprefix('sudo ')}")
  yield from wrong("version", inside("function-loom", "version").split()[1], VERSION)
  yield from wrong("needs", inside("dpkg-query", "-W", "-f", "${Depends}",
                                   "function-loom"), "")
  yield from readme_inside(root)
  if "function-loom lint" not in re.sub(".\b", "", inside("man", "function-loom")):
    yield "man function-loom does not show `function-loom lint`"
  for shell, words in (
      ("bash", ". /usr/share/bash-completion/bash_completion; "
               "_completion_loader function-loom; complete -p function-loom"),
      ("zsh", "autoload -U compinit && compinit -u -d /tmp/dump; "
              "echo ${_comps[function-loom]}"),
      ("fish", "complete -C 'function-loom len'; complete -C 'function-loom li'")):
    shown = inside(shell, "-c", words)
    if ("lint" if shell == "fish" else "_function-loom" if shell == "zsh"
        else "function") not in shown:
      yield f"{shell} completes nothing: {shown!r}"
  inside("dpkg", "--verify", "function-loom")
  inside("apt-get", "remove", "-y", "function-loom")
  left = sorted(path for path in files_of(root) - before if "function-loom" in path
                or path.startswith("./usr"))
  yield from wrong("left behind", left, [])


@contextlib.contextmanager
def downloads(folder, work):
  """Serves the release as GitHub does; yields the URL below which its folder is."""
  (work / "downloads").mkdir(exist_ok=True)
  link = work / f"downloads/v{VERSION}"
  if not link.exists():
    link.symlink_to(folder)

  class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
      pass

  server = http.server.ThreadingHTTPServer(
      ("127.0.0.1", 0), functools.partial(Handler, directory=work / "downloads"))
  threading.Thread(target=server.serve_forever, daemon=True).start()
  try:
    yield f"http://127.0.0.1:{server.server_port}"
  finally:
    server.shutdown()


def action(step, folder, **variables):
  """A step of action.yml in a folder: its exit code, and what it prints."""
  done = subprocess.run([ROOT / "package/action", step], cwd=folder, text=True,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                        env={**os.environ, **variables})
  return done.returncode, done.stdout


def check_the_action_installs_lints_and_renders(here, work, **_):
  folder = work / "action"
  shutil.copytree(ROOT / "examples/loop", folder / "examples/loop")
  shutil.copytree(ROOT / "examples/readiness", folder / "examples/readiness")
  with downloads(here, work) as url:
    variables = {"VERSION": VERSION, "RELEASES": url, "RUNNER_TEMP": str(folder),
                 "GITHUB_PATH": str(folder / "path")}
    code, output = action("install", folder, **variables)
    yield from wrong("install", (code, output), (0, ""))
    broken = work / "broken"
    shutil.copytree(here, broken)
    with (broken / f"function-loom_{VERSION}_linux_amd64.tar.gz").open("ab") as file:
      file.write(b"x")
  (work / f"downloads/v{VERSION}").unlink()
  with downloads(broken, work) as url:
    code, output = action("install", folder, **variables | {"RELEASES": url})
    yield from wrong("a tarball with another checksum",
                     (code != 0, "FAILED" in output), (True, True))
  path = f"{(folder / 'path').read_text().splitlines()[0]}:{os.environ['PATH']}"
  code, output = action("lint", folder, LINT="examples", LINT_FLAGS="--quiet", PATH=path)
  yield from wrong("lint", (code, output), (0, ""))
  odd = folder / "odd\n::error::planted"
  shutil.copytree(folder / "examples/readiness", odd)
  (odd / "expected.yaml").unlink()
  code, output = action("render", folder, RENDER="odd*/xr.yaml", PATH=path)
  yield from wrong("a folder whose name looks like a command",
                   (code, "\n::error::planted" in output, "file=odd%0A%3A%3Aerror" in output),
                   (1, False, True))
  shutil.rmtree(odd)
  code, output = action("render", folder, RENDER="examples/*/xr.yaml", PATH=path)
  lines = re.sub(r"loom-\d+", "TOKEN", output).splitlines()
  yield from wrong("render", (code, lines),
                   (0, ["::stop-commands::TOKEN", "::TOKEN::"] * 2))
  composition = folder / "examples/loop/composition.yaml"
  composition.write_text(composition.read_text().replace("toFieldPath", "toFieldPth", 1))
  code, output = action("lint", folder, LINT="examples", LINT_FLAGS="", PATH=path)
  yield from wrong("an error", (code, "::error file=examples/loop" in output), (1, True))
  code, output = action("lint", folder, LINT="examples/readiness\nexamples/loop\n",
                        LINT_FLAGS="", PATH=path)
  yield from wrong("an error in the second line of the input",
                   (code, "::error file=examples/loop" in output), (1, True))
  code, output = action("test", folder, TEST="examples/readiness", TEST_FLAGS="--only .",
                        PATH=path)
  yield from wrong("tests that pass", (code, "::error" in output, "all passed" in output),
                   (0, False, True))
  code, output = action("test", folder, TEST="examples/readiness\nexamples/loop\n",
                        TEST_FLAGS="", PATH=path)
  yield from wrong("a test of a Composition with an error",
                   (code, "::error file=examples/loop" in output), (1, True))
  expected = folder / "examples/readiness/expected.yaml"
  expected.write_text("kind: '::error::planted'\n---\n" + expected.read_text())
  code, output = action("render", folder, RENDER="examples/readiness/xr.yaml", PATH=path)
  planted = re.search(r"::stop-commands::(\S+)\n(?:.*\n)*?.*planted.*\n(?:.*\n)*?::\1::\n"
                      r"::error file=examples/readiness/xr.yaml::", output)
  yield from wrong("a difference, with a line that looks like a command",
                   (code, planted is not None), (1, True))
  code, output = action("render", folder, RENDER="missing/*.yaml", PATH=path)
  yield from wrong("no file", (code, "no file matches" in output), (1, True))
  code, output = action("render", folder, RENDER="examples/*/xr.yaml\nmissing/*.yaml", PATH=path)
  yield from wrong("no file for one of two globs",
                   (code, "no file matches missing/*.yaml" in output), (1, True))


def check_pre_commit_runs_the_hooks(here, work, **_):
  tools = pypi.installed("pre-commit", PRE_COMMIT)
  folder = work / "hooks"
  shutil.copytree(ROOT / "examples/loop", folder)
  run("tar", "-C", work, "-xzf", here / f"function-loom_{VERSION}_linux_amd64.tar.gz")
  environment = {
      **os.environ, "HOME": str(work), "PRE_COMMIT_HOME": str(work / "pre-commit"),
      "PATH": f"{work}/function-loom_{VERSION}_linux_amd64:{os.environ['PATH']}"}
  git = ("git", "-c", "user.name=test", "-c", "user.email=test@example.org")
  run(*git, "init", "-q", cwd=folder)
  (folder / ".pre-commit-config.yaml").write_text(
      f"repos:\n- repo: {here.parent}\n  rev: {run('git', '-C', here, 'rev-parse', 'HEAD')}"
      "  hooks:\n  - id: function-loom-lint\n  - id: function-loom-test\n"
      "  - id: function-loom-render\n")
  run(*git, "add", ".", cwd=folder)

  def hooks():
    done = subprocess.run([tools / "bin/pre-commit", "run", "--all-files"], cwd=folder,
                          env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr

  code, output = hooks()
  yield from wrong("the hooks", (code, output.count("Passed")), (0, 3))
  if code != 0:
    yield output
  composition = folder / "composition.yaml"
  composition.write_text(composition.read_text().replace("toFieldPath", "toFieldPth", 1))
  code, output = hooks()
  yield from wrong("the hooks with an error",
                   (code, output.count("Failed"), "toFieldPth" in output), (1, 3, True))


def check_the_page_uses_what_there_is(**_):
  """The inputs of the Action and the hooks that docs/installing.md shows, and the version
  that both run."""
  action_inputs = yaml.safe_load((ROOT / "action.yml").read_text())["inputs"]
  hooks = {hook["id"] for hook in
           yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
  shown, named = set(), set()
  for _, _, text in guides.BLOCK.findall((ROOT / "docs/installing.md").read_text()):
    block = yaml.safe_load(text)
    for job in block.get("jobs", {}).values():
      shown |= {key for step in job["steps"] for key in step.get("with", ())}
    named |= {hook["id"] for repo in block.get("repos", ()) for hook in repo["hooks"]}
  yield from wrong("unknown inputs", sorted(shown - set(action_inputs)), [])
  yield from wrong("unknown hooks", sorted(named - hooks), [])
  yield from wrong("shown", (bool(shown), bool(named)), (True, True))
  yield from wrong("the version of the Action", action_inputs["version"]["default"], VERSION)
  for file in (".pre-commit-hooks.yaml", "package/function-loom.sh"):
    versions = re.findall(r"/function-loom:v([\w.-]+)", (ROOT / file).read_text())
    yield from wrong(file, sorted(set(versions)), [VERSION])


def check_the_script_refuses_what_reads_a_cluster(**_):
  """The page shows what it prints; no container engine is asked."""
  page = (ROOT / "docs/installing.md").read_text()
  for arguments, refused in (
      (("gather", "app/shop"), "gather"),
      (("explain", "app/shop", "--cluster"), "--cluster"),
      (("render", "app/shop", "--cluster=true", "--diff"), "--cluster=true"),
      (("render", "gather", "--clusters"), None)):
    done = subprocess.run(
        ["sh", ROOT / "package/function-loom.sh", *arguments], text=True, check=False,
        capture_output=True, env={"PATH": os.environ["PATH"], "LOOM_ENGINE": "echo"})
    shown = done.stderr.replace(refused or "gather", "gather")
    yield from wrong(f"{arguments}", (done.returncode, textwrap.indent(shown, "    ") in page),
                     (2 if refused else 0, True))


def check_the_image_is_the_command_line(here, name, work, **_):
  """The script of the release with Podman, which pulls the package from the registry."""
  engine = ["podman", "--root", work / "podman", "--runroot", work / "podman-run",
            "--storage-driver", "vfs", "--cgroup-manager", "cgroupfs",
            "--events-backend", "file", "--runtime", "runc"]
  run(*engine, "pull", "--tls-verify=false", name)
  folder = work / "container"
  shutil.copytree(ROOT / "examples/loop", folder)
  # A container of this machine may not raise its limits.
  shim = work / "bin/engine"
  shim.write_text("#!/bin/bash\nset -e\n[[ $1 == run ]]\nshift\n"
                  f"exec {' '.join(map(str, engine))} run --network none "
                  '--ulimit nofile=1024:1024 --ulimit nproc=1000:1000 "$@"\n')
  shim.chmod(0o755)
  environment = {**os.environ, "LOOM_ENGINE": str(shim)}
  script = here / "function-loom.sh"
  yield from wrong("render",
                   run("sh", script, "render", "xr.yaml", "composition.yaml", "--quiet",
                       cwd=folder, env=environment),
                   run(here.parent / "build/release/function-loom", "render", "xr.yaml",
                       "composition.yaml", "--quiet", cwd=folder))
  run("sh", script, "convert", "composition.yaml", "--in-place", "--quiet", cwd=folder,
      env=environment)
  run(*engine, "rmi", "--all", "--force")


def check_podman_keeps_the_id_of_a_user(here, work, **_):
  shim = work / "bin/userns"
  shim.write_text('#!/bin/sh\necho "${PODMAN_USERNS:-none}"\n')
  shim.chmod(0o755)
  # Podman refuses it for root.
  for user, wanted in (((), "none"), (("setpriv", "--reuid=65534", "--clear-groups"), "keep-id")):
    found = run(*user, "env", "-u", "PODMAN_USERNS", f"LOOM_ENGINE={shim}", "sh",
                here / "function-loom.sh", "version", cwd="/")
    yield from wrong(f"the namespace of {user or 'root'}", found, f"{wanted}\n")


CHECKS = [check for key, check in globals().items() if key.startswith("check_")]
