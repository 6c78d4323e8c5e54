#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/fuzz/seeds.py FOLDER: makes what the fuzzers begin with from the requests
of test/oracle and test/golden: FOLDER/TARGET/ with a file for each seed, in the
form that the comment of the target states. Nothing of it is committed."""
import hashlib
import json
import pathlib
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/oracle"))
import compare  # noqa: E402

LONGEST = 16 << 10


def requests():
  """Every request of the two, in the shape of protojson."""
  for path in sorted((ROOT / "test/golden").rglob("request*.yaml")):
    yield yaml.safe_load(path.read_text(encoding="utf-8"))
  for folder in ("cases", "native"):
    for path in sorted((ROOT / "test/oracle" / folder).rglob("*.yaml")):
      for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
        yield case["request"]


def texts(value, names):
  """Every text in a value whose member has one of the names."""
  if isinstance(value, dict):
    for name, member in value.items():
      if name in names and isinstance(member, str):
        yield member
      yield from texts(member, names)
  elif isinstance(value, list):
    for element in value:
      yield from texts(element, names)


def seeds(contract):
  """Pairs of a target and the bytes of a seed."""
  for shape in requests():
    request = contract.request(shape)
    wire = request.SerializeToString()
    yield "call", wire
    yield "wire", wire
    structs = [request.input, request.context, request.observed.composite.resource]
    structs += [r.resource for r in request.observed.resources.values()]
    for struct in structs:
      yield "struct_codec", struct.SerializeToString()
    yield "input", json.dumps(shape.get("input", {})).encode()
    composite = shape.get("observed", {}).get("composite", {}).get("resource", {})
    for path in texts(shape.get("input"), ("fromFieldPath", "toFieldPath")):
      yield "fieldpath", f"{path}\n{json.dumps(composite)}".encode()
    for pattern in texts(shape.get("input"), ("match", "regexp")):
      for text in (*texts(composite, ("text", "a", "name")), "a-b_1"):
        yield "regexp", f"{pattern}\n{text}".encode()


def main():
  folder = pathlib.Path(sys.argv[1])
  contract = compare.Contract.from_folder(str(ROOT / "proto/apiextensions/fn/proto/v1"))
  for target, seed in seeds(contract):
    if not 0 < len(seed) <= LONGEST:
      continue
    (folder / target).mkdir(parents=True, exist_ok=True)
    (folder / target / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


if __name__ == "__main__":
  main()
