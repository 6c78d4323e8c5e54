# SPDX-License-Identifier: Apache-2.0
"""Programs and modules from PyPI, each set in a virtual environment of its own.

  pypi.installed("site", "mkdocs==1.6.1", "mkdocs-material==9.5.39")
    # build/tools/site, whose bin/ has mkdocs; installed once
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def installed(name, *packages):
  folder = ROOT / "build/tools" / name
  done = folder / " ".join(packages)
  if not done.exists():
    for command in (["/usr/bin/python3", "-m", "venv", "--clear", folder],
                    [folder / "bin/pip", "-q", "install", *packages]):
      subprocess.run(command, check=True, stdout=sys.stderr)
    done.touch()
  return folder
