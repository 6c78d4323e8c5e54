# SPDX-License-Identifier: Apache-2.0
"""The two calls of a reconcile with the native input, `one-SIZE.ask` and
`one-SIZE.weave`: the environment and the resources in one step. They are those of
bench/payloads.py, in which the inputs of two functions stand side by side, with these
as sections of ours and with the requirements that such an input has. And the second
call of function-environment-configs' input, `env-SIZE.merge`, with the names under
which we require its configs."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "bench"))
import payloads  # noqa: E402

SIZES = ("small", "medium", "large")
WORDINGS = 4  # of each call, with maps in another order
KIND = "apiextensions.crossplane.io/v1beta1/EnvironmentConfig"
ASKED = "loom.fn.crossplane.io/asked"


def input_of(size):
  patches = payloads.pt_input(payloads.templates(payloads.SIZES[size]))
  configs = payloads.env_plan(payloads.CONFIGS[size])[0]["spec"]
  return {
      "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
      "environment": {"defaultData": configs["defaultData"],
                      "configs": configs["environmentConfigs"],
                      "patches": patches["environment"]["patches"]},
      "patchSets": patches["patchSets"], "resources": patches["resources"]}


def key_of(config, objects):
  """The key under which the objects of a config are required."""
  if config["type"] == "Reference":
    return f"obj:{KIND}//{config['ref']['name']}"
  labels = objects[0]["metadata"]["labels"]
  wanted = sorted(label["key"] for label in config["selector"]["matchLabels"])
  return f"list:{KIND}//" + ",".join(f"{key}={labels[key]}" for key in wanted)


def answered(size):
  """The input of function-environment-configs, and the answers to what it requires."""
  plan, answers = payloads.env_plan(payloads.CONFIGS[size])
  configs = plan["spec"]["environmentConfigs"]
  return plan, {key_of(config, objects): objects
                for config, objects in zip(configs, answers.values())}


def merge_of(size):
  plan, required = answered(size)
  return payloads.request(size)[0] | {"input": plan,
                                      "required_resources": required}


def requests_of(size):
  """The name of each call, and what is sent."""
  state, _ = payloads.request(size)
  _, required = answered(size)
  ask = state | {"input": input_of(size)}
  # Crossplane hands on the context of the first answer.
  context = {ASKED: {"keys": sorted(required)}}
  return {f"one-{size}.ask": ask,
          f"one-{size}.weave": ask | {"required_resources": required,
                                      "context": context}}


def write(folder, requests):
  folder.mkdir(parents=True, exist_ok=True)
  for name, request in requests.items():
    for k in range(WORDINGS):
      encoder = payloads.Encoder(random.Random(f"{name}/{k}"))
      (folder / f"{name}.{k}.bin").write_bytes(
          encoder.request(payloads.vary(request, k)))


def generate(folder, sizes=SIZES):
  for size in sizes:
    write(folder, requests_of(size))


def generate_merges(folder):
  write(folder, {f"env-{size}.merge": merge_of(size) for size in SIZES})
