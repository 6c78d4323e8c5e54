# SPDX-License-Identifier: Apache-2.0
"""Payloads with 500 references, or 400 typed references, to as many objects of 2 KB
each: ten fields of each of 50 or 40 composed resources. In `first` nothing is observed
yet; in `steady` everything is, and each value is resolved again. test/suites/benchmark/calls
compares them with what decoding those objects takes."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "bench"))
import payloads  # noqa: E402

NAMES = ("references-500.first", "references-500.steady",
         "typed-400.first", "typed-400.steady")
# A call takes at most this many times the instructions of decoding the objects.
MOST = 3
FIELDS = 10
VERSION, KIND, NAMESPACE = "ec2.aws.example.org/v1beta1", "Subnet", "shop"


def entry(i, steady):
  return {
      "target": {"resource": f"r{i // FIELDS}"},
      "fromObject": {"apiVersion": VERSION, "kind": KIND, "name": f"subnet-{i}",
                     "fieldPath": "status.atProvider.id"},
      "toFieldPath": f"spec.forProvider.field{i % FIELDS}",
      "policy": {"resolve": "Always" if steady else "IfNotPresent"}}


def typed_entry(i, _):
  group, version = VERSION.split("/")
  return {
      "target": {"resource": f"r{i // FIELDS}"},
      "field": f"spec.forProvider.field{i % FIELDS}",
      "refField": f"spec.refs.field{i}",
      "references": {"group": group, "version": version, "resource": KIND,
                     "path": "Status.AtProvider.ID"}}


def source(i):
  found = payloads.observed(payloads.subnet(i) | {"name": "subnet"}, i)["resource"]
  found["metadata"]["name"] = f"subnet-{i}"
  return found


def composed(i, filled):
  values = {f"field{k}": f"subnet-0a1b2c3d{i * FIELDS + k:04}" for k in range(FIELDS)}
  return {"resource": payloads.base("app.aws", "Gateway", i, values if filled else {})}


def request(member, entry_of, total, steady):
  count = range(total // FIELDS)
  observed = {f"r{i}": composed(i, True) for i in count} if steady else {}
  composite = payloads.composite([], False)
  # What typed references refer to stands in the composite.
  if member == "typedReferences":
    composite["spec"]["refs"] = {f"field{i}": {"from": {"name": f"subnet-{i}"}}
                                 for i in range(total)}
  return {
      "observed": {"composite": {"resource": composite}, "resources": observed},
      "desired": {"resources": {f"r{i}": composed(i, False) for i in count}},
      "context": {},
      "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
                "kinds": [{"group": VERSION.split("/")[0], "resource": "subnets",
                           "kind": KIND, "scope": "Namespaced"}],
                member: [entry_of(i, steady) for i in range(total)]},
      "required_resources": {f"obj:{VERSION}/{KIND}/{NAMESPACE}/subnet-{i}":
                             [source(i)] for i in range(total)}}


def request_of(name):
  steady = name.endswith("steady")
  if name.startswith("typed"):
    return request("typedReferences", typed_entry, 400, steady)
  return request("references", entry, 500, steady)


def generate(folder):
  for name in NAMES:
    path = folder / f"{name}.0.bin"
    if not path.exists():
      shuffled = payloads.Encoder(random.Random(name))
      call = payloads.vary(request_of(name), 0)
      path.write_bytes(shuffled.request(call))
