# SPDX-License-Identifier: Apache-2.0
"""Heavy requests are written by hand, since protobuf's Python needs seconds for
lists of 100,000 elements, and cannot write members that repeat.

  spec = {"list": repeated("x", 100_000), "text": "x" * MB}
  request(spec, [template([patch("spec.text", "spec.text")])])
"""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] /
                    "benchmark/bench"))
import payloads
from payloads import field

PT = "pt.fn.crossplane.io/v1beta1"
ENVIRONMENT = "environmentconfigs.fn.crossplane.io/v1beta1"
EXTRA = "extra-resources.fn.crossplane.io/v1beta1"
SEQUENCER = "sequencer.fn.crossplane.io/v1beta1"
NATIVE = "loom.fn.crossplane.io/v1beta1"


class Raw(bytes):
  """A value that is encoded already."""


class Encoder(payloads.Encoder):
  def value(self, v):
    return v if isinstance(v, Raw) else super().value(v)


ENCODER = Encoder()


def encoded(value):
  return Raw(ENCODER.value(value))


def a_list(values):
  return Raw(field(6, b"".join(field(1, value) for value in values)))


def repeated(value, count):
  """A list of so many of the value."""
  return Raw(field(6, field(1, encoded(value)) * count))


def member(key, value):
  return field(1, field(1, key.encode()) + field(2, encoded(value)))


def wide(value, count, key="key-{}"):
  """An object with so many members."""
  value = field(2, encoded(value))
  return Raw(field(5, b"".join(
      field(1, field(1, key.format(number).encode()) + value)
      for number in range(count))))


def same_key(key, value, count):
  """An object that has a member several times."""
  return Raw(field(5, member(key, value) * count))


def deep(levels, bottom="x", key="k"):
  """Objects inside each other."""
  value = encoded(bottom)
  for _ in range(levels):
    value = Raw(field(5, member(key, value)))
  return value


def patch(source, target, *transforms, **more):
  made = {"fromFieldPath": source, "toFieldPath": target, **more}
  if transforms:
    made["transforms"] = list(transforms)
  return made


def combine(variables, fmt, target, **more):
  return {"type": "CombineFromComposite", "toFieldPath": target, "combine": {
      "strategy": "string", "string": {"fmt": fmt},
      "variables": [{"fromFieldPath": path} for path in variables]}, **more}


def string(kind, **more):
  return {"type": "string", "string": {"type": kind, **more}}


def convert(to):
  """A conversion of the string transform, such as ToSha1."""
  return string("Convert", convert=to)


def template(patches, name="bucket", base=None, **more):
  return {"name": name, "patches": patches, "base": {
      "apiVersion": "example.org/v1", "kind": "Bucket", **(base or {})}, **more}


def through_set(times, first=()):
  """A list of patches that refers to the set `s` so many times, behind others
  that are applied once."""
  reference = encoded({"type": "PatchSet", "patchSetName": "s"})
  return a_list([encoded(patch) for patch in first] + [reference] * times)


def composite(spec, **more):
  return {"apiVersion": "example.org/v1", "kind": "XApp",
          "metadata": {"name": "app"}, "spec": spec, **more}


def message(spec, given, status=None, metadata=None, **more):
  """The bytes of a request with this input; `more` are other members."""
  more = {**more}
  resources = more.pop("observed", {})
  more_of_composite = {"status": status} if status is not None else {}
  if metadata is not None:
    more_of_composite["metadata"] = metadata
  return ENCODER.request({
      "tag": "heavy", "input": given,
      "observed": {"composite": {"resource": composite(
          spec, **more_of_composite)}, "resources": resources}, **more})


def request(spec, templates, patches=None, api=PT, given=None, **more):
  """The same with the input of P&T, or the native one. `patches` are those of
  the set `s`."""
  made = {"apiVersion": api, "kind": "Input" if api == NATIVE else "Resources",
          "resources": templates, **(given or {})}
  if patches is not None:
    made["patchSets"] = [{"name": "s", "patches": patches}]
  return message(spec, made, **more)


def many_times(spec, patches, times, **more):
  """A request whose patches are applied so many times, by references to a set
  in one template."""
  return request(spec, [template(through_set(times))], patches, **more)
