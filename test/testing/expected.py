# SPDX-License-Identifier: Apache-2.0
"""The files that say what a test expects. With LOOM_UPDATE=1 in the environment, a test
writes them, and prints "updated FILE".

  expected.update(path, text)
  compare(path.read_text(), text)
"""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
UPDATING = os.environ.get("LOOM_UPDATE") == "1"


def update(path, text):
  path = path.absolute()
  if not UPDATING or path.is_file() and path.read_text(encoding="utf-8") == text:
    return
  path.parent.mkdir(parents=True, exist_ok=True)
  path.write_text(text, encoding="utf-8")
  print(f"updated {path.relative_to(ROOT)}", flush=True)
