# SPDX-License-Identifier: Apache-2.0
"""Rows of the message itself: what an odd request costs before its input is
looked at, and names that are texts of megabytes."""
from rows.messages import (NATIVE, a_list, encoded, message, patch,
                           payloads, repeated, request, template, through_set,
                           wide)
from rows.table import KB, row

field = payloads.field
COPY = [template([patch("spec.value", "spec.out")])]


@row("a message that is given twice, with empty lists", fails=True,
     small=(10, 1000), large=(20, 50_000))
def message_twice(lists, count):
  made = request({f"k{number}": repeated([], count)
                  for number in range(lists)}, COPY)
  return made + request({"value": 1}, COPY)


@row("a message that is given twice, with members of one name", fails=True,
     small=(5000,), large=(300_000,))
def message_twice_members(count):
  one = request({"value": 1}, COPY)
  # field 2 of the request is the observed state, field 1 of it the composite.
  return one + field(2, field(1, field(1, field(1, field(1, b"k") + field(
      2, encoded("x"))) * count)))


@row("an observed resource many times", fails=True, small=(2000,),
     large=(150_000,))
def resource_many_times(count):
  entry = field(2, field(1, b"name") + field(2, field(1, b"")))
  return request({"value": 1}, COPY) + field(2, entry * count)


@row("a context key many times", fails=None, small=(4000,), large=(300_000,))
def context_many_times(count):
  entry = field(1, field(1, b"key") + field(2, encoded("x")))
  return request({"value": 1}, COPY) + field(5, entry * count)


@row("many keys of the context", small=(3000,), large=(150_000,))
def context_wide(count):
  return request({"value": 1}, COPY,
                 context={f"key-{number}": "x" for number in range(count)})


@row("a list of capabilities as long as the message", fails=None, small=(60 * KB,),
     large=(4_000_000,))
def capabilities_many(count):
  return request({"value": 1}, COPY) + field(1, field(3, b"\x01" * count))


@row("a tag of megabytes", fails=None, small=(60 * KB,), large=(4_000_000,))
def tag_long(length):
  return request({"value": 1}, COPY) + field(1, field(1, b"x" * length))


@row("fields that nobody knows", small=(8000,), large=(500_000,))
def unknown_fields(count):
  return request({"value": 1}, COPY) + field(99, b"xxxx") * count


@row("required resources that nobody asked for", small=(2000,),
     large=(100_000,))
def required_unasked(count):
  entries = b"".join(field(8, field(1, b"key-%d" % number) + field(2, field(
      1, field(1, b"")))) for number in range(count))
  return request({"value": 1}, COPY) + entries


@row("desired resources with names of megabytes", small=(3, 15 * KB),
     large=(4, 900 * KB))
def names_long(count, length):
  return request({"value": 1}, COPY, desired={"resources": {
      f"{number}" + "n" * length: {"resource": {"kind": "A"}}
      for number in range(count)}})


@row("an answer that is too large to be sent", small=(100, 350),
     large=(700 * KB, 8))
def answer_too_large(length, templates):
  return request({"value": "x" * length}, a_list(
      encoded(template([patch("spec.value", "spec.out")],
                       name=f"bucket-{number}"))
      for number in range(templates)))


@row("an answer with 1,000 copies of a large base", small=(40 * KB, 1000),
     large=(3000 * KB, 1000))
def answer_of_copies(length, items):
  loop = {"name": "loop", "forEach": {"items": "composite.spec.zones"},
          "base": {"apiVersion": "v1", "kind": "ConfigMap",
                   "data": {"script": "x" * length}}}
  return request({"zones": [f"z{number}" for number in range(items)]}, [loop],
                 api=NATIVE)


@row("manifests of Secrets in a list", small=(800, 300), large=(60_000, 2000))
def secrets_many(count, times):
  secret = {"apiVersion": "v1", "kind": "Secret", "data": {}}
  return request({"list": repeated(secret, count), "value": 1},
                 [template(through_set(times, [
                     patch("spec.list", "spec.list")]))],
                 [patch("spec.list[0].kind", "spec.out"),
                  patch("spec.value", "spec.out2")], api=NATIVE)


@row("conditions of the composite", small=(800,), large=(60_000,))
def conditions_many(count):
  return message(
      {"value": 1}, {"apiVersion": NATIVE, "kind": "Input", "resources": COPY,
                     "providerConfig": {"required": True}},
      status={"conditions": repeated(
          {"type": "ProviderConfigApplie", "status": "True"}, count)})


@row("labels of the composite, and a long one that is copied", small=(500,),
     large=(50_000,))
def labels_many(count):
  return message(
      {"value": 1}, {"apiVersion": NATIVE, "kind": "Input", "resources": [
          template([patch("metadata.labels", "metadata.labels")],
                   name=f"bucket-{number}") for number in range(20)]},
      metadata={"name": "app", "labels": wide("x", count)})
