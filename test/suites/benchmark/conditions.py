# SPDX-License-Identifier: Apache-2.0
"""Payloads of 400 templates without and with a condition each, and of as many patches
without and with a computed value: what an expression adds to a call is the difference
(test/suites/benchmark/calls). `template-400` has ten values in each object, and
`template-0` the same ten as patches: a template costs at most 1.5 times the patches."""
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
# The first costs at most so many times what the second does.
RATIOS = {"template-400": ("template-0", 1.5)}
NAMES = (*(name for pair in PAIRS.items() for name in pair), "template-400", "template-0")

COPY = {"fromFieldPath": "spec.replicas", "toFieldPath": "spec.forProvider.nodes"}
COMPUTE = {"type": "FromExpression", "expression": "composite.spec.replicas",
           "toFieldPath": "spec.forProvider.nodes"}


def wide(name, i):
  """An object of twenty members, ten of which are computed."""
  constant = {f"c{n}": n for n in range(10)}
  computed = {f"v{n}": f"composite.spec.replicas + {n}" for n in range(10)}
  base = {"apiVersion": "app.aws.example.org/v1", "kind": "Gateway"}
  if name == "template-400":
    values = {key: "${%s}" % text for key, text in computed.items()}
    return {"name": f"r{i}", "template": base | {"spec": {"forProvider": constant | values}}}
  return {"name": f"r{i}", "base": base | {"spec": {"forProvider": constant}},
          "patches": [{"type": "FromExpression", "expression": text,
                       "toFieldPath": f"spec.forProvider.{key}"}
                      for key, text in computed.items()]}


def template(name, i):
  if name.startswith("template"):
    return wide(name, i)
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
