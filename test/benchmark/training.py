#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/benchmark/training.py FOLDER: leaves requests in a folder, which loom_training
answers (training.cc). They are those that are measured, as far as they differ in what a
call has to do, and not in size alone."""
import pathlib
import random
import sys

sys.dont_write_bytecode = True
import conditions
import native
import readiness
import references

import payloads

DROP_IN = ["pt-small.first", "pt-small.steady", "pt-medium.first",
           "pt-medium.steady", "pt-medium.managed", "sparse-medium",
           "env-medium.ask", "env-medium.merge"]


def main():
  folder = pathlib.Path(sys.argv[1])
  folder.mkdir(parents=True, exist_ok=True)
  made = payloads.payloads()
  for name in DROP_IN:
    request = payloads.vary(made[name][0](), 0)
    shuffled = payloads.Encoder(random.Random(name))
    (folder / f"{name}.0.bin").write_bytes(shuffled.request(request))
  native.generate(folder, ("small", "medium"))
  for others in (conditions, readiness, references):
    others.generate(folder)


if __name__ == "__main__":
  main()
