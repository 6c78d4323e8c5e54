# SPDX-License-Identifier: Apache-2.0
"""Rows of patches: how values are merged into what is there, and what a patch
says when it cannot."""
from rows.messages import (NATIVE, a_list, combine, convert, deep, encoded,
                           many_times, patch, repeated, request, same_key,
                           string, template, through_set, wide)
from rows.table import KB, MB, row


def merged(policy, base, value, times, **more):
  """Patches that merge a value into a field of a base."""
  return request(
      {"value": value},
      [template(through_set(times), base={"spec": {"at": base}})],
      [patch("spec.value", "spec.at", policy={"toFieldPath": policy})], **more)


def numbers(count, first=0):
  return a_list(encoded(first + number) for number in range(count))


def append_row(policy):
  row(f"{policy} to a long list", name=f"append_{policy}", small=(1500, 800),
      large=(190_000, 2000))(
          lambda count, times: merged(policy, numbers(count), [0, -1], times))


for each in ("AppendArray", "ForceMergeObjectsAppendArrays",
             "MergeObjectsAppendArrays"):
  append_row(each)


@row("a long list is appended to another one", small=(1500, 200),
     large=(100_000, 50))
def append_long(count, times):
  return merged("AppendArray", numbers(count), numbers(count, count), times)


@row("lists of long texts that differ at their end are compared",
     small=(20, 1000, 500), large=(1500, 1000, 2000))
def append_long_texts(count, length, times):
  texts = [encoded("x" * length + str(number)) for number in range(count)]
  return merged("AppendArray", a_list(texts), a_list(texts[-3:]), times)


@row("objects that are equal but for their last member are compared",
     small=(10, 100, 500), large=(400, 400, 2000))
def append_objects(count, members, times):
  objects = [wide(number, members) for number in range(count)]
  return merged("AppendArray", a_list(objects), a_list(objects[-1:]), times)


def merge_row(policy):
  row(f"{policy} of one member into many", name=f"merge_{policy}",
      small=(1500, 800), large=(150_000, 2000))(
          lambda members, times: merged(policy, wide("x", members),
                                        {"key-7": "y"}, times))


for each in ("MergeObjects", "MergeObjectsAppendArrays", "ForceMergeObjects",
             "ForceMergeObjectsAppendArrays"):
  merge_row(each)


@row("many members are merged into many", small=(700, 800),
     large=(60_000, 2000))
def merge_wide(members, times):
  return merged("ForceMergeObjects", wide("x", members),
                wide("y", members, "other-{}"), times)


@row("deep objects are merged", small=(450, 800), large=(450, 2000))
def merge_deep(levels, times):
  return merged("MergeObjects", deep(levels), deep(levels, "y"), times)


@row("a list of 100,000 is copied 2,000 times", small=(5000, 500),
     large=(190_000, 2000))
def copy_list(count, times):
  return many_times({"value": repeated("x", count)},
                    [patch("spec.value", "spec.out")], times)


@row("a long text is copied to one field", small=(30 * KB, 500),
     large=(3 * MB, 2000))
def copy_text(length, times):
  return many_times({"text": "x" * length}, [patch("spec.text", "spec.out")],
                    times)


@row("a value that a patch to the composite copies", small=(5000, 500),
     large=(190_000, 2000))
def copy_to_composite(count, times):
  return request(
      {"value": repeated("x", count)},
      [template(through_set(times))],
      [patch("spec.value", "spec.out"),
       patch("spec.out", "status.out", type="ToCompositeFieldPath")],
      observed={"bucket": {"resource": {
          "apiVersion": "example.org/v1", "kind": "Bucket",
          "metadata": {"name": "b"}, "spec": {"out": repeated("x", 10)}}}})


@row("Required patches that warn, and quote a key of 1 MB",
     small=(20 * KB, 500), large=(1 * MB, 5000))
def warnings_quote(length, times):
  return request(
      {"map": {"k" * length: None}},
      [template(through_set(times, [patch("spec.map", "spec.map")]))],
      [patch("spec.map", "spec.map[*][*]",
             policy={"fromFieldPath": "Required"})],
      observed={"bucket": {"resource": {
          "apiVersion": "example.org/v1", "kind": "Bucket",
          "metadata": {"name": "b"}}}})


@row("Required patches whose source is missing in a long path",
     small=(1000, 500), large=(4000, 20_000))
def warnings_of_paths(length, times):
  return request(
      {"x": {}}, [template(through_set(times // 20))],
      [patch("spec.x." + "y" * length, "spec.out",
             policy={"fromFieldPath": "Required"})] * 20,
      observed={"bucket": {"resource": {
          "apiVersion": "example.org/v1", "kind": "Bucket",
          "metadata": {"name": "b"}}}})


@row("warnings about a resource whose name is long", small=(20 * KB, 500),
     large=(1 * MB, 5000))
def warnings_of_name(length, times):
  name = "n" * length
  return request(
      {"x": {}}, [template(through_set(times), name=name)],
      [patch("spec.x.y", "spec.out", policy={"fromFieldPath": "Required"})],
      observed={name: {"resource": {
          "apiVersion": "example.org/v1", "kind": "Bucket",
          "metadata": {"name": "b"}}}})


@row("a warning for each template", small=(200, 50), large=(2000, 1500))
def warnings_of_templates(count, length):
  return request({"x": {}}, a_list(
      encoded(template([patch("spec." + "y" * length, "spec.out",
                              policy={"fromFieldPath": "Required"})] if
                       number else [], name=f"bucket-{number}"))
      for number in range(count)))


@row("patches of the environment that grow it", small=(1500, 200),
     large=(100_000, 1000))
def environment_patches(members, times):
  each = {"type": "FromCompositeFieldPath", "fromFieldPath": "spec.value"}
  return request({"value": wide("x", members)}, [], given={"environment": {
      "patches": a_list(encoded({**each, "toFieldPath": f"at.out{number}"})
                        for number in range(times))}})


@row("a Combine of 4 MB that is written to no place", small=300, large=2000)
def combine_to_nowhere(times):
  return many_times(
      {"text": "x" * 4000},
      [combine(["spec.text"], "%[1]s" * 1000, "spec.none[*].x")], times,
      given={}, api=NATIVE)


@row("a long list that is copied and written to no place", small=(5000, 500),
     large=(190_000, 2000))
def copy_to_nowhere(count, times):
  return many_times({"value": repeated("x", count)},
                    [patch("spec.value", "spec.none[*].x")], times, api=NATIVE)


@row("patches of the environment make 4 MB, of which a checksum is kept",
     small=(30 * KB, 100), large=(400 * KB, 2000))
def environment_combines(length, times):
  return request({"text": "x" * length}, [], given={"environment": {
      "patches": repeated(combine(
          ["spec.text"], "%[1]s" * 10, "at.out",
          transforms=[convert("ToAdler32")]), times)}})


@row("a patch of the connection secret's name", small=(30 * KB, 100),
     large=(400 * KB, 2000))
def secret_location(length, times):
  return request({"text": "x" * length, "crossplane": {}},
                 [template([], connectionDetails=[
                     {"name": "a", "type": "FromValue", "value": "b"}])],
                 observed={"bucket": {"resource": {
                     "apiVersion": "example.org/v1", "kind": "Bucket",
                     "metadata": {"name": "b"}}}},
                 given={"writeConnectionSecretToRef": {"patches": repeated(
                     combine(["spec.text"], "%[1]s" * 10, "name",
                             transforms=[convert("ToAdler32")]), times)}})


@row("a Combine with many variables", small=(100, 50), large=(1000, 200))
def combine_variables(variables, times):
  return many_times(
      {"text": "x" * 4000},
      [combine(["spec.text"] * variables, "%s" * variables, "spec.out",
               transforms=[convert("ToAdler32")])], times)


@row("a Combine that prints objects", small=(1000, 400), large=(30_000, 2000))
def combine_objects(members, times):
  return many_times(
      {"value": wide("x", members)},
      [combine(["spec.value"], "%[1]v" * 10, "spec.out",
               transforms=[convert("ToSha1")])], times)


@row("a member that repeats in the wire of the source", fails=True,
     small=(3000, 500), large=(190_000, 2000))
def repeated_member(count, times):
  return many_times({"value": same_key("k", "x", count)},
                    [patch("spec.value", "spec.out")], times)


@row("a name for a text that a later patch replaces", small=(30 * KB, 500),
     large=(3 * MB, 2000))
def replaced_soon(length, times):
  return many_times(
      {"text": "x" * length},
      [patch("spec.text", "spec.out", string("Format", fmt="a%s")),
       patch("metadata.name", "spec.out")], times)
