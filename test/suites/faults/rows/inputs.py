# SPDX-License-Identifier: Apache-2.0
"""Rows of inputs: what reading them costs, and what their plans keep. A list of
requests is one input after the other, none of which was seen before."""
import random

from rows.messages import (NATIVE, SEQUENCER, a_list, deep, encoded, message, patch,
                           repeated, request, same_key, string, template,
                           through_set, wide)
from rows.table import KB, row

CHOICE = random.Random(1).choice
LETTERS = "".join(CHOICE("ab") for _ in range(30 * KB))


def expression(text, number=0):
  return {"type": "match", "match": {"patterns": [
      {"type": "regexp", "regexp": text.format(number), "result": 1}],
                                     "fallbackTo": "Input"}}


def expressions(number, patterns=200, text="(a|b)*a(a|b){{12}}c{}"):
  """An input of its own with so many expressions, and a long text."""
  return request({"text": LETTERS}, [template(a_list(
      encoded(patch("spec.text", "spec.out",
                    expression(text, number * patterns + each)))
      for each in range(patterns)))])


@row("plans keep what 200 expressions have learnt of a text", few=(4,),
     long=(1000,))
def expressions_keep_states(inputs):
  return [expressions(number) for number in range(inputs)]


@row("200 expressions that are large when compiled", small=(1, 100),
     few=(20, 200))
def expressions_large(inputs, patterns):
  return [expressions(number, patterns, "[a-zé]{{500}}c{}")
          for number in range(inputs)]


@row("expressions of large classes of characters", small=(1, 100),
     few=(20, 200))
def expressions_of_classes(inputs, patterns):
  return [expressions(number, patterns, "[\\pL\\d-]{{20}}c{}")
          for number in range(inputs)]


def paths(number, tail, count=1000):
  """An input of its own with so many patches, whose paths end like this."""
  return request({"value": 1}, [template(a_list(
      encoded(patch(f"spec.none.n{number}-{each}{tail}",
                    f"spec.n{number}-{each}{tail}"))
      for each in range(count)))])


@row("the cache counts 400 plans of 1,000 long paths", many=(400,))
def plans_of_paths(inputs):
  return [paths(number, ("." + "k" * 20) * 18) for number in range(inputs)]


@row("plans of paths with 60 names", many=(400,))
def plans_of_segments(inputs):
  return [paths(number, ".k" * 58) for number in range(inputs)]


@row("plans of short paths", many=(200,))
def plans_of_short_paths(inputs):
  return [paths(number, "", 5000) for number in range(inputs)]


@row("plans of many small transforms", many=(200,))
def plans_of_transforms(inputs):
  def make(number):
    return request({"value": 1}, [template(a_list(
        encoded(patch("spec.value", f"spec.n{number}",
                      *[string("TrimPrefix", trim="x")] * 40))
        for each in range(100)))])
  return [make(number) for number in range(inputs)]


@row("plans of large bases", many=(100,))
def plans_of_bases(inputs):
  return [request({}, [template([], base={
      "spec": wide(number, 20_000)})]) for number in range(inputs)]


@row("one input of 20,000 patches", large=(20_000,))
def patches_many(count):
  return request({"value": 1}, [template(a_list(
      encoded(patch("spec.value", f"spec.out{number}"))
      for number in range(count)))])


@row("a set of many patches, used by many templates", small=(100, 190),
     large=(1000, 20), wide=(50, 2000))
def sets_many(patches, templates):
  return request({"value": 1}, a_list(
      encoded(template(through_set(1), name=f"bucket-{number}"))
      for number in range(templates)), a_list(
          encoded(patch("spec.value", f"spec.out{number}"))
          for number in range(patches)))


@row("a large set, named five times by each of many templates", fails=True,
     small=(190, 110), large=(9900, 2000))
def sets_named_often(patches, templates):
  return request({"value": 1}, a_list(
      encoded(template(through_set(5), name=f"bucket-{number}"))
      for number in range(templates)), a_list(
          encoded(patch("spec.value", f"spec.out{number}"))
          for number in range(patches)))


@row("a kind with many formats, which many entries use", fails=True, small=(300, 100),
     large=(8000, 1000))
def formats_of_a_kind(formats, entries):
  kind = {"apiVersion": "net.example.org/v1", "kind": "Net"}
  return request({"value": 1}, [template([])], api=NATIVE, given={
      "kinds": [{"group": "net.example.org", "resource": "nets", "kind": "Net",
                 "scope": "Namespaced", "formats": a_list(
                     encoded({"template": f"f{number}/{{name}}"})
                     for number in range(formats))}],
      "externalReferences": a_list(
          encoded({"target": {"resource": "bucket", "field": f"spec.ref{number}"},
                   "kind": kind}) for number in range(entries))})


@row("an identity with many formats, for each item of a loop", fails=None,
     small=(200, 2000), large=(3000, 20_000))
def formats_of_an_identity(formats, items):
  loop = template([], name="r", forEach={"items": "composite.status.names",
                                         "key": "item"})
  return request({}, [loop], api=NATIVE, status={
      "names": a_list(encoded(f"n{number}") for number in range(items))}, given={
          "identities": [{"resource": "r", "publishTo": "status.id",
                          "from": {"name": {"fieldPath": "metadata.name"}},
                          "formats": a_list(
                              encoded({"template": f"f{number}/{{name}}"})
                              for number in range(formats))}]})


@row("as many templates as there may be", small=(350,), large=(2000,))
def templates_many(count):
  return request({"value": 1}, a_list(
      encoded(template([patch("spec.value", "spec.out")],
                       name=f"bucket-{number}")) for number in range(count)))


@row("templates without base that patch large resources", small=(10, 150),
     large=(400, 400))
def templates_without_base(count, members):
  resource = {"apiVersion": "example.org/v1", "kind": "Bucket",
              "spec": wide("x", members)}
  return request(
      {"value": 1}, a_list(encoded({
          "name": f"bucket-{number}",
          "patches": [patch("spec.value", "spec.out")]})
                           for number in range(count)),
      desired={"resources": {f"bucket-{number}": {"resource": resource}
                             for number in range(count)}})


@row("resources of earlier steps that nobody touches", small=(300, 1),
     large=(9000, 10))
def resources_untouched(count, members):
  resource = {"apiVersion": "example.org/v1", "kind": "Bucket",
              "spec": wide("x", members)}
  return request({"value": 1}, [template([patch("spec.value", "spec.out")])],
                 desired={"resources": {f"r{number}": {"resource": resource}
                                        for number in range(count)}})


@row("a sequence of many patterns of resources", fails=None, small=(1500,),
     large=(28_000,))
def patterns_of_sequences(count):
  return message({}, {"apiVersion": SEQUENCER, "kind": "Input", "rules": [{
      "sequence": a_list(encoded(f"[a-z]+-{number}-.*")
                         for number in range(count))}]},
                 desired={"resources": {"bucket": {"resource": {
                     "apiVersion": "example.org/v1", "kind": "Bucket"}}}})


def provider_config(section, names, group="s3.example.org", given=None):
  """Injects into desired resources with these names."""
  resource = {"apiVersion": f"{group}/v1", "kind": "Bucket",
              "spec": {"forProvider": {}}}
  return message({"cluster": "edge-3"}, {
      "apiVersion": NATIVE, "kind": "Input", "providerConfig": {
          "from": [{"composite": {"fieldPath": "spec.cluster"}}], **section}},
                 desired={"resources": {name: {"resource": resource}
                                        for name in names}})


@row("targets times resources", small=(400, 250), large=(5000, 8000))
def targets_globs(targets, resources):
  return provider_config({"targets": {"exclude": a_list(
      encoded({"group": f"*.example{number}.org"})
      for number in range(targets))}},
                         [f"resource-{number}" for number in range(resources)])


@row("expressions of targets times long names", small=(100, 20, 200),
     large=(1000, 1500, 1000))
def targets_expressions(targets, resources, length):
  return provider_config({"targets": {"exclude": a_list(
      encoded({"resource": f"(a|b)*a(a|b){{10}}c{number}$"})
      for number in range(targets))}},
                         [LETTERS[number:number + length] + str(number)
                          for number in range(resources)])


@row("globs with many asterisks", small=(20, 10), large=(300, 300))
def targets_asterisks(targets, resources):
  return provider_config({"targets": {"exclude": a_list(
      encoded({"group": "*a" * 100 + f"*{number}b"})
      for number in range(targets))}},
                         [f"resource-{number}" for number in range(resources)],
                         group="a" * 2000)


@row("labels that are copied to many resources", small=(200, 100),
     large=(2000, 3000))
def labels_copied(labels, resources):
  return provider_config({"nestedComposites": {
      "copyLabels": a_list(encoded(f"label-{number}")
                           for number in range(labels)),
      "kinds": [{"group": "s3.example.org", "kind": "Bucket"}]}},
                         [f"resource-{number}" for number in range(resources)])


@row("every patch has a mistake", fails=True, small=(500,), large=(20_000,))
def mistakes_many(count):
  return request({"value": 1}, [template(repeated(
      {"fromFieldPath": "spec.", "toFieldPath": "a[", "policy": {"a": 1},
       "transforms": [{"type": "x"}]}, count))], api=NATIVE)


@row("unknown members with long names that are nearly known", fails=True,
     small=(10, 4000), large=(1000, 4000))
def mistakes_long_names(count, length):
  return request({"value": 1}, [template(a_list(
      encoded({"fromFieldPath": "spec.value", "fromFieldPat" + "h" * length: 1})
      for _ in range(count)))], api=NATIVE)


@row("many unknown members of one object", fails=True, small=(2000,),
     large=(145_000,))
def mistakes_wide(count):
  return request({"value": 1}, [template([])], api=NATIVE,
                 given={"resourcez": 1, "patchSetz": wide(1, 10)} | {
                     f"resource{number}": 1 for number in range(count)})


@row("references to sets that there are not", fails=True, small=(1000,),
     large=(20_000,))
def mistakes_sets(count):
  return request({"value": 1}, [template(a_list(
      encoded({"type": "PatchSet", "patchSetName": f"s{number}"})
      for number in range(count)))])


@row("members of the input that repeat", fails=True, small=(3000,), large=(190_000,))
def repeated_members(count):
  base = {"spec": same_key("k", 1, count)}
  return request({"value": 1},
                 [template([patch("spec.value", "spec.out")], base=base)])


@row("an object that is as deep as it may be, many times", small=(4, 450),
     large=(300, 450))
def deep_many(count, levels):
  return request({"value": repeated(deep(levels), count)},
                 [template([patch("spec.value", "spec.out")],
                           base={"spec": {"b": repeated(deep(levels), 5)}})])


@row("an object that is deeper than it may be", fails=True, small=(4000,),
     large=(10_000,))
def deeper_than_allowed(levels):
  return request({"value": deep(levels)},
                 [template([patch("spec.value", "spec.out")])])


@row("an input that is deeper than it may be", fails=True, small=(4000,),
     large=(10_000,))
def deep_input(levels):
  return request({"value": 1}, [template([], base={"spec": deep(levels)})])


@row("an input that no plan is cached of", small=(3500,), large=(150_000,))
def large_base(members):
  return request({"value": 1},
                 [template([], base={"spec": wide("x", members)})])


@row("empty lists, which take much more memory than bytes", small=(3500,),
     large=(190_000,))
def empty_lists(count):
  many = repeated([], count)
  return request({"a": many, "b": many, "c": many, "d": many}, [template([
      patch("spec", "spec.out")])])


@row("many names, and many fields that are read of each resource",
     small=(100, 100), large=(1999, 3000))
def fields_of_each(names, fields):
  loop = {"name": "loop", "forEach": {"items": "[]"},
          "base": {"apiVersion": "v1", "kind": "K"}, "patches": [
              patch(f"spec.a{number % 60}.b{number // 60}", "status.x",
                    type="ToCompositeFieldPath") for number in range(fields)]}
  return request({}, [*(template([], f"r{number}") for number in range(names)),
                      loop], api=NATIVE)


@row("a set of long expressions that each template has", small=(40, 100),
     large=(170, 2000))
def fields_of_sets(terms, templates):
  text = " + ".join(f"composite.spec.a{number}" for number in range(terms))
  return request({}, [template([{"type": "PatchSet", "patchSetName": "s"}],
                               f"r{number}") for number in range(templates)],
                 patches=[{"type": "FromExpression", "expression": text,
                           "toFieldPath": f"spec.x{number}"}
                          for number in range(9)], api=NATIVE)
