# SPDX-License-Identifier: Apache-2.0
"""Payloads with 400 desired resources of earlier steps, all of them observed, of which
nobody has said yet whether they are ready. `auto-ready-400` has no input, as steps of
function-auto-ready have none, `readiness-400` has the section of the native input, and
`pass-400` an input without sections: what a call costs that only hands on what it got.
`overlays-400` has an overlay that selects none of them."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "bench"))
import payloads  # noqa: E402

RESOURCES = 400
NATIVE = {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input"}
INPUTS = {"auto-ready-400": None, "readiness-400": NATIVE | {"readiness": {}},
          "pass-400": NATIVE,
          "overlays-400": NATIVE | {"overlays": [{
              "match": [{"kind": "NoSuchKind"}],
              "merge": {"metadata": {"labels": {"a": "${composite.metadata.name}"}}}}]}}
NAMES = tuple(INPUTS)


def request_of(name):
  call, templates = payloads.request("large", n=RESOURCES)
  call = {key: value for key, value in call.items() if key != "input"}
  call["desired"] = {"resources": {
      template["name"]: {"resource": template["base"]} for template in templates}}
  if INPUTS[name] is not None:
    call["input"] = INPUTS[name]
  return call


def generate(folder):
  for name in NAMES:
    path = folder / f"{name}.0.bin"
    if not path.exists():
      # The same order of all maps, so that only the input differs.
      shuffled = payloads.Encoder(random.Random("readiness"))
      path.write_bytes(shuffled.request(payloads.vary(request_of(name), 0)))
