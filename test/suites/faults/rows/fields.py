# SPDX-License-Identifier: Apache-2.0
"""Rows of field paths, wildcards, readiness checks and connection details."""
from rows.messages import (NATIVE, a_list, deep, encoded, many_times, patch,
                           repeated, request, template, through_set, wide)
from rows.table import KB, MB, row


def through_wildcard(base, source, target, times, **more):
  return request({"value": source}, [template(
      through_set(times), base={"spec": {"at": base}})],
                 [patch("spec.value", target)], **more)


def one_of(count):
  """A list of objects, of which the first one has x.y."""
  return a_list([encoded({"x": {"y": 1}})] + [encoded({})] * (count - 1))


@row("a wildcard over many elements of which one matches", small=(5000, 500),
     large=(190_000, 2000))
def wildcard_one_of_many(count, times):
  return through_wildcard(one_of(count), 2, "spec.at[*].x.y", times)


@row("a wildcard over many members of which one matches", small=(2000, 500),
     large=(150_000, 2000))
def wildcard_one_of_members(count, times):
  return request(
      {"value": 2, "map": wide({}, count)},
      [template(through_set(times, [patch("spec.map", "spec.map"),
                                    patch("spec.value", "spec.map.key-7.x")]))],
      [patch("spec.value", "spec.map[*].x")])


@row("wildcards inside each other", small=(60, 500), large=(400, 2000))
def wildcard_nested(count, times):
  inner = a_list([encoded({"x": 1})] + [encoded({})] * (count - 1))
  return through_wildcard(a_list([inner] * count), 2, "spec.at[*][*].x", times)


@row("five wildcards, of which the last one matches nothing", small=(6, 100),
     large=(10, 1000))
def wildcard_five_levels(count, times):
  inner = encoded({})
  for _ in range(5):
    inner = a_list([inner] * count)
  return through_wildcard(inner, 2, "spec.at" + "[*]" * 5 + ".x.y", times,
                          api=NATIVE)


@row("a wildcard that writes to 10,000 places", small=(1000, 300),
     large=(10_000, 2000))
def wildcard_all(count, times):
  return through_wildcard(wide({"x": 1}, count), 2, "spec.at[*].x", times)


@row("a large value for every place of a wildcard", small=(500, 1000, 100),
     large=(10_000, 10_000, 100))
def wildcard_large_value(count, members, times):
  return through_wildcard(wide({"x": 1}, count), wide("x", members),
                          "spec.at[*].x", times)


@row("a wildcard that makes the last member of many", small=(1000, 300),
     large=(10_000, 2000))
def wildcard_creates(count, times):
  return through_wildcard(wide({}, count), 2, "spec.at[*].x", times,
                          api=NATIVE)


@row("a wildcard over keys that are long", small=(20, 1000, 300),
     large=(1500, 2000, 2000))
def wildcard_long_keys(count, length, times):
  return through_wildcard(wide({"x": 1}, count, "k" * length + "{}"), 2,
                          "spec.at[*].x", times)


@row("a path through an object with many members", small=(1500, 500),
     large=(150_000, 2000))
def path_through_many(count, times):
  return many_times(
      {"map": wide("x", count)},
      [patch(f"spec.map.key-{count - 1}", "spec.out")], times)


@row("paths to many members of one object", small=(600, 300),
     large=(100_000, 10_000))
def paths_to_many(count, patches):
  return request({"map": wide("x", count)}, [template(a_list(
      encoded(patch(f"spec.map.key-{count - 1 - number}", "spec.out"))
      for number in range(patches)))])


@row("a path to many members of a destination", small=(1500, 500),
     large=(150_000, 2000))
def path_into_many(count, times):
  return request({"value": 1}, [template(
      through_set(times), base={"spec": wide("x", count)})],
                 [patch("spec.value", "spec.other"),
                  patch("metadata.name", "spec.other")])


@row("paths of 60 names", small=(12, 500), large=(60, 20_000))
def path_deep(segments, times):
  path = "spec" + ".k" * segments
  return many_times({"k": deep(segments - 1)}, [patch(path, path)] * 10,
                    times // 10)


@row("paths of 4 KB", small=(2000, 8, 400), large=(4000, 500, 2000))
def path_long(length, count, times):
  return many_times(
      {"value": 1},
      [patch("spec.value", "spec." + f"{number:04}" + "k" * (length - 10))
       for number in range(count)], times // count * 4 or 1)


@row("lists that are filled up to an index", small=500, large=20_000)
def path_index(times):
  return many_times({"value": 1}, [
      patch("spec.value", f"spec.list{number}[1024]") for number in range(20)],
                    times // 20)


@row("indices inside indices", small=500, large=5000)
def path_indices(times):
  return many_times({"value": 1}, [
      patch("spec.value", f"spec.l[{number}]" + "[1024]" * 50)
      for number in range(50)], times // 50)


OBSERVED = {"apiVersion": "example.org/v1", "kind": "Bucket",
            "metadata": {"name": "b"}}


def observed(content, **more):
  return {"bucket": {"resource": {**OBSERVED, **content}, **more}}


@row("readiness checks of long texts", small=(20 * KB, 300),
     large=(2 * MB, 10_000))
def readiness_texts(length, count):
  return request({}, [template([], readinessChecks=repeated(
      {"type": "NonEmpty", "fieldPath": "status.text"}, count - 1))],
                 observed=observed({"status": {"text": "x" * length}}))


@row("readiness checks behind many members, in deep paths", small=(1000, 300),
     large=(150_000, 10_000))
def readiness_deep(members, count):
  return request({}, [template([], readinessChecks=repeated(
      {"type": "NonEmpty", "fieldPath": "status.map.last.a.b.c.d"}, count))],
                 observed=observed({"status": {"map": {
                     "other": wide("x", members),
                     "last": {"a": {"b": {"c": {"d": 1}}}}}}}))


@row("readiness checks of one condition among many", small=(300, 300),
     large=(30_000, 10_000))
def readiness_conditions(conditions, count):
  return request({}, [template([], readinessChecks=repeated(
      {"type": "MatchCondition",
       "matchCondition": {"type": "Last", "status": "True"}}, count))],
                 observed=observed({"status": {"conditions": a_list(
                     [encoded({"type": "Other", "status": "True"})] *
                     conditions +
                     [encoded({"type": "Last", "status": "True"})])}}))


@row("the default readiness check among many conditions", small=(300, 100),
     large=(30_000, 2000))
def readiness_default(conditions, templates):
  status = {"conditions": repeated({"type": "Other", "status": "True"},
                                   conditions // templates)}
  return request({}, a_list(encoded(template([], name=f"bucket-{number}"))
                            for number in range(templates)),
                 observed={f"bucket-{number}": {"resource": {
                     **OBSERVED, "status": status}}
                           for number in range(templates)})


@row("rows of details times observed keys", small=(300, 800),
     medium=(2000, 5000), large=(25_000, 10_000))
def details_keys(rows, keys):
  return request({}, [template([], connectionDetails=a_list(
      encoded({"name": f"detail-{number}", "type": "FromConnectionSecretKey",
               "fromConnectionSecretKey": f"key-{number}"})
      for number in range(rows)))], observed=observed(
          {}, connection_details={f"key-{number}": b"x"
                                  for number in range(keys)}))


@row("templates whose details each look through all keys",
     small=(20, 20, 20), large=(400, 50, 50))
def details_of_templates(templates, rows, keys):
  details = a_list(
      encoded({"name": f"detail-{number}", "type": "FromConnectionSecretKey",
               "fromConnectionSecretKey": f"key-{number}"})
      for number in range(rows))
  keys = {f"key-{number}": b"x" for number in range(keys)}
  return request({}, a_list(
      encoded(template([], name=f"bucket-{number}", connectionDetails=details))
      for number in range(templates)), observed={
          f"bucket-{number}": {"resource": OBSERVED, "connection_details": keys}
          for number in range(templates)})


@row("details with a large object as JSON", small=(800, 300),
     large=(80_000, 2000))
def details_json(members, rows):
  return request({}, [template([], connectionDetails=a_list(
      encoded({"name": "detail", "type": "FromFieldPath",
               "fromFieldPath": "status.map"}) for number in range(rows)))],
                 observed=observed({"status": {"map": wide("x", members)}}))


@row("a detail of 1 MB under one name, over and over", small=(30 * KB, 300),
     large=(2 * MB, 2000))
def details_text(length, rows):
  return request({}, [template([], connectionDetails=repeated(
      {"name": "detail", "type": "FromConnectionSecretKey",
       "fromConnectionSecretKey": "key"}, rows))], observed=observed(
           {}, connection_details={"key": b"x" * length}))
