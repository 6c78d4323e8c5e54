# SPDX-License-Identifier: Apache-2.0
"""The payloads that are measured: their names, what a call of each may cost, and
their files, which are made once."""
import gzip
import pathlib
import subprocess
import sys

import conditions
import native
import readiness
import references

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WORK = ROOT / "build" / "benchmark"
DATA = WORK / "data"
K, M = 1_000, 1_000_000

# Instructions per call in user space: what we aim at, and what we promise.
GOALS = {
    "pt-small.first": (280 * K, 450 * K),
    "pt-medium.first": (2.3 * M, 3.7 * M),
    "pt-large.first": (21 * M, 34 * M),
    "pt-small.steady": (270 * K, 510 * K),
    "pt-medium.steady": (2.1 * M, 4.7 * M),
    "pt-medium.managed": (2.14 * M, 4.7 * M),
    "pt-large.steady": (20 * M, 44 * M),
    "sparse-small": (190 * K, 300 * K),
    "sparse-medium": (360 * K, 580 * K),
    "sparse-large": (1.5 * M, 3.1 * M),
    "env-small.ask": (125 * K, 200 * K),
    "env-medium.ask": (240 * K, 390 * K),
    "env-large.ask": (1.3 * M, 2.0 * M),
    "env-small.merge": (170 * K, 270 * K),
    "env-medium.merge": (450 * K, 880 * K),
    "env-large.merge": (2.2 * M, 4.3 * M),
    "pt-n4.steady": (555 * K, 890 * K),
    "pt-p1500.steady": (8.5 * M, 15.8 * M),
    "pt-n400.steady": (20 * M, 43 * M),
}


def run(*command, **options):
  return subprocess.run([str(part) for part in command], check=True, **options)


def chosen(names, among=tuple(GOALS)):
  """The payloads of these names; all, if there are none."""
  found = [name for name in among if not names or any(
      name == p or name.startswith((p + "-", p + ".")) for p in names)]
  if not found:
    sys.exit(f"there is no such payload; there are: {', '.join(among)}")
  return found


def generate():
  """The payloads, and for each a request of its size for the floor."""
  if not (DATA / "floor-sparse-large.0.bin").exists():
    DATA.mkdir(parents=True, exist_ok=True)
    print("making the payloads")
    run(sys.executable, HERE / "bench" / "payloads.py", "gen", DATA,
        stdout=subprocess.DEVNULL)
    sys.path.insert(0, str(HERE / "bench"))
    import payloads
    for name in GOALS:
      recorded = HERE / "bench" / "answers" / f"{name}.bin.gz"
      answer = len(gzip.decompress(recorded.read_bytes()))
      request = (DATA / f"{name}.0.bin").stat().st_size
      (DATA / f"floor-{name}.0.bin").write_bytes(
          payloads.floor_request(request, answer))
  native.generate_merges(DATA)
  references.generate(DATA)
  conditions.generate(DATA)
  readiness.generate(DATA)
