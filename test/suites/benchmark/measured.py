# SPDX-License-Identifier: Apache-2.0
"""The programs that are measured, and what is done with them."""
import json
import subprocess
import sys

from data import DATA, HERE, WORK, run

FLOOR = ("{floor} --port={{port}} --api=cqraw --threads=2 --shared=1 "
         "--deadlock=0 --readchunk=65536 --minreadchunk=65536")
ECHO = "{floor} --port={{port}} --api=callback --arena=2 --xfer=swap"


class Measured:
  """The three programs, and what is done with them."""

  def __init__(self, build):
    self.binary = build / "function-loom"
    self.load = build / "test" / "suites" / "benchmark" / "loom_load"
    self.floor = build / "test" / "suites" / "benchmark" / "loom_floor"
    self.command = (f"{self.binary} --insecure --address=127.0.0.1:{{port}} "
                    "--metrics-address=127.0.0.1:0")

  def bench(self, phases, payloads, *more, **options):
    """bench.py over the payloads; what it found."""
    out = WORK / "bench.json"
    run(sys.executable, HERE / "bench" / "bench.py", "run",
        "--load", self.load, "--data", DATA, "--out", out,
        "--candidate", f"loom={self.command}", "--phases", phases,
        "--only", ",".join(payloads), *more, **options)
    return json.loads(out.read_text())

  def answers(self, payloads):
    """How many answers differ from those of the functions in Go."""
    found = self.bench("load", payloads, "--rounds", 0,
                       stdout=subprocess.DEVNULL)["check"]
    wrong = {name: why for name, why in found.items() if why != "same"}
    print(f"\nanswers: {len(found) - len(wrong)} as in Go, {len(wrong)} differ")
    for name, why in wrong.items():
      print(f"  {name.removesuffix('/loom')}: {'; '.join(why[:3])[:300]}")
    return len(wrong)

  def instructions(self, payload, command=None):
    calls, repeats = ((200, 3) if "small" in payload else
                      (8, 1) if "large" in payload or "n400" in payload else
                      (8, 3) if "400" in payload else (40, 2))
    line = run(HERE / "bench" / "instructions.sh", "-l", self.load,
               "-r", repeats, DATA / payload, calls, "--",
               *(command or self.command).split(), stdout=subprocess.PIPE,
               text=True).stdout
    return int(line.split()[1])

  def readiness(self):
    """What it takes to set the readiness of 400 resources, as a part of what it takes
    the floor to set it on the same bytes."""
    floor = FLOOR.format(floor=self.floor) + " --work=ready"
    return (self.instructions("auto-ready-400")
            / self.instructions("auto-ready-400", floor))

  def process(self):
    found = self.bench("size,startup,memory", ["pt-small"],
                       stdout=subprocess.DEVNULL)
    starts = [s["first_p50_ms"] for s in found["startup"]["loom"]]
    memory, size = found["memory"]["loom"], found["size"]["loom"]
    return (min(starts), memory["idle"], memory["medium_peak"],
            memory["large_peak"], memory["medium_5s"], memory["large_5s"],
            size["file"], size["file_gzip"])
