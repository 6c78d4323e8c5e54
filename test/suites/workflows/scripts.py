#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/suites/workflows/scripts.py: a dry run of the scripts in the workflows and in
action.yml.

Each `run` has to be a script that bash can parse. Each file of the repository that it runs
has to exist and be executable, and each flag that it passes to such a file has to be
described in it. One script is one test; the last line is "N passed, N failed".
"""
import pathlib
import re
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMAND = re.compile(r"(?:^|&& |\n)\"?(?:\$GITHUB_ACTION_PATH/|\./)?((?:package|test|examples|\.ci)/"
                     r"[\w/.-]+)\"?((?: [^&|;\n]*)?)")


def scripts():
  for path in (*sorted((ROOT / ".github/workflows").glob("*.yaml")), ROOT / "action.yml"):
    document = yaml.safe_load(path.read_text())
    jobs = document["jobs"] if "jobs" in document else {"runs": document["runs"]}
    for name, job in jobs.items():
      for number, step in enumerate(job["steps"]):
        if "run" in step:
          yield f"{path.name}: {name}: step {number}", step["run"]


def problems(script):
  parsed = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True,
                          check=False)
  if parsed.returncode != 0:
    yield parsed.stderr
  # An expression of GitHub in a script is text that others may have written.
  if "${{" in script:
    yield "an expression in the script: pass it in env"
  for name, arguments in COMMAND.findall(script):
    file = ROOT / name
    if not file.is_file() or not file.stat().st_mode & 0o100:
      yield f"{name} is not a program of the repository"
      continue
    for flag in re.findall(r"(?<!\S)--[\w-]+", arguments):
      if flag not in file.read_text():
        yield f"{name} has no flag {flag}"


def main():
  failed = passed = 0
  for name, script in scripts():
    found = list(problems(script))
    passed += not found
    failed += bool(found)
    for problem in found:
      print(f"FAILED {name}: {problem}")
  # A check that cannot fail proves nothing.
  for script in ("package/nothing", "package/release --wrong", "if", "echo ${{ github.ref }}"):
    found = list(problems(script))
    passed += bool(found)
    failed += not found
    if not found:
      print(f"FAILED nothing is wrong with {script!r}")
  print(f"{passed} passed, {failed} failed")
  return 1 if failed else 0


if __name__ == "__main__":
  sys.exit(main())
