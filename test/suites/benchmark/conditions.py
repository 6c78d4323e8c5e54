# SPDX-License-Identifier: Apache-2.0
"""Payloads of 400 templates without and with a condition each, and of as many patches
without and with a computed value: what an expression adds to a call is the difference
(test/suites/benchmark/calls)."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "bench"))
import payloads  # noqa: E402

COUNT = 400
# An expression adds at most as much as a patch with one transform costs.
MOST = 4_500
# What has the expressions, and the same without them.
PAIRS = {"conditions-400": "conditions-0", "computed-400": "computed-0"}
NAMES = tuple(name for pair in PAIRS.items() for name in pair)

COPY = {"fromFieldPath": "spec.replicas", "toFieldPath": "spec.forProvider.nodes"}
COMPUTE = {"type": "FromExpression", "expression": "composite.spec.replicas",
           "toFieldPath": "spec.forProvider.nodes"}


def template(name, i):
  made = {"name": f"r{i}",
          "base": payloads.base("app.aws", "Gateway", i, {})}
  if name == "conditions-400":
    made["condition"] = "composite.spec.replicas > 0"
  if name.startswith("computed"):
    made["patches"] = [COMPUTE if name == "computed-400" else COPY]
  return made


def request_of(name):
  composite = payloads.composite([], False)
  composite["spec"]["replicas"] = 3
  return {
      "observed": {"composite": {"resource": composite}, "resources": {}},
      "desired": {"resources": {}}, "context": {},
      "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
                "resources": [template(name, i) for i in range(COUNT)]}}


def generate(folder):
  for name in NAMES:
    path = folder / f"{name}.0.bin"
    if not path.exists():
      shuffled = payloads.Encoder(random.Random(name))
      call = payloads.vary(request_of(name), 0)
      path.write_bytes(shuffled.request(call))
