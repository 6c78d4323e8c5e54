# SPDX-License-Identifier: Apache-2.0
"""Rows of references, typed and external ones, and identities."""
from rows.messages import NATIVE, a_list, encoded, message, repeated, wide
from rows.table import KB, MB, row

GROUP = "net.example.org"
KINDS = [{"group": GROUP, "resource": "things", "kind": "Thing",
          "scope": "Cluster"}]
KEY = "obj:net.example.org/v1/Thing//{}"


def given(**members):
  return {"apiVersion": NATIVE, "kind": "Input", "kinds": KINDS, **members}


def thing(name, **more):
  return {"apiVersion": f"{GROUP}/v1", "kind": "Thing",
          "metadata": {"name": name}, **more}


def desired(count, spec=None):
  return {"resources": {f"r{number}": {"resource": thing(f"r{number}", spec=spec
                                                         or {})}
                        for number in range(count)}}


def from_object(name, path="status.id", **more):
  return {"fromObject": {"apiVersion": f"{GROUP}/v1", "kind": "Thing",
                         "name": name, "fieldPath": path, **more}}


def entry(source, to="spec.x", target="r0", **more):
  return {"target": {"resource": target}, "toFieldPath": to, **source, **more}


@row("1,000 references to one large field", small=(100, 200),
     large=(1000, 100 * KB))
def one_large_field(entries, size):
  return message({}, given(references=a_list(
      encoded(entry(from_object("a"), f"spec.f{number}"))
      for number in range(entries))), desired=desired(1),
      required_resources={KEY.format("a"): [
          thing("a", status={"id": "x" * size})]})


@row("references to a list, at places with wildcards", small=(10, 100),
     large=(500, 2000))
def into_wildcards(entries, elements):
  spec = {"l": repeated({"a": "b"}, elements)}
  return message({"text": "x"}, given(references=a_list(
      encoded(entry({"fromComposite": {"fieldPath": "spec.text"}},
                    f"spec.l[*].f{number}", policy={"resolve": "Always"}))
      for number in range(entries))), desired=desired(1, spec))


@row("observed lists of scalars are kept", small=(100, 200),
     large=(1000, 100_000))
def keeps_lists(entries, elements):
  observed = {"r0": {"resource": thing("r0", spec={
      "l": repeated("x", elements)})}}
  return message({}, given(references=a_list(
      encoded(entry(from_object("a"), "spec.l")) for _ in range(entries))),
      desired=desired(1), observed=observed)


@row("one entry for each of many resources, by a pattern", small=(10, 50),
     large=(1000, 5000))
def to_selected(entries, resources):
  return message({"text": "x"}, given(references=a_list(
      encoded({"target": {"resourceSelector": {"resource": "^r[0-9]*$"}},
               "fromComposite": {"fieldPath": "spec.text"},
               "toFieldPath": f"spec.f{number % 3}"})
      for number in range(entries))), desired=desired(resources))


@row("queries by labels with many candidates", small=(20, 20),
     large=(1000, 20))
def by_labels(entries, objects):
  key = "list:net.example.org/v1/Thing//n={}"
  return message({}, given(references=a_list(
      encoded(entry({"fromObject": {
          "apiVersion": f"{GROUP}/v1", "kind": "Thing",
          "matchLabels": [{"key": "n", "value": str(number)}],
          "selection": {"mode": "Multiple", "sortByFieldPath": "status.id"},
          "fieldPath": "status.id"}}, f"spec.f{number}"))
      for number in range(entries))), desired=desired(1),
      required_resources={key.format(number): [
          thing(f"o{each}", status={"id": each * 7919 % objects})
          for each in range(objects)] for number in range(entries)})


@row("templates and formats of 100 variables", small=(10, 40),
     large=(300, 100))
def many_variables(entries, variables):
  source = {"fromComposite": {"fieldPath": "spec.text"}}
  return message({"text": "x" * 300}, given(references=a_list(
      encoded(entry({
          "variables": [{"name": f"v{number}", **source}
                        for number in range(variables)],
          "template": "".join(f"{{{{ .v{number} }}}}"
                              for number in range(variables))},
          f"spec.f{number}")) for number in range(entries))),
      desired=desired(1))


@row("references that a tenant wrote, all of them wrong", small=(50, 100),
     large=(100, 30 * KB))
def of_a_composite(entries, length):
  wrong = {"target": {"resource": "r0"}, "x" * length: "y"}
  return message({"refs": repeated(wrong, entries)},
                 given(referencesFromComposite={"fieldPath": "spec.refs",
                                                "allowKinds": ["*/*"]}),
                 desired=desired(1))


@row("names of a megabyte", small=(30, 1000), large=(1000, MB))
def long_names(entries, length):
  source = {"fromObject": {"apiVersion": f"{GROUP}/v1", "kind": "Thing",
                           "nameFrom": {"composite": True,
                                        "fieldPath": "spec.text"},
                           "fieldPath": "status.id"}}
  return message({"text": "x" * length}, given(references=a_list(
      encoded(entry(source, f"spec.f{number}")) for number in range(entries))),
      desired=desired(1))


@row("typed references with names of kilobytes", small=(2, 30, 500),
     large=(1000, 500, 5 * KB))
def typed_long_names(entries, names, length):
  refs = repeated({"from": {"name": "x" * length}}, names)
  return message({"refs": refs}, given(typedReferences=a_list(
      encoded(typed(f"spec.f{number}")) for number in range(entries))),
      desired=desired(1))


@row("values of Secrets are decoded", small=(20, 2 * KB), large=(1000, MB))
def decodes(entries, length):
  return message({"text": "QUJD" * (length // 4)}, given(references=a_list(
      encoded(entry({"fromComposite": {"fieldPath": "spec.text",
                                       "decode": "Base64"}},
                    f"spec.f{number}")) for number in range(entries))),
      desired=desired(1))


def typed(field="spec.ids", path="status.id", **more):
  return {"target": {"resource": "r0"}, "field": field, "refField": "spec.refs",
          "list": True, "references": {"apiVersion": f"{GROUP}/v1",
                                       "resource": "Thing", "path": path},
          "conditions": {"synced": []}, **more}


def wrappers(count):
  return a_list(encoded({"from": {"name": f"n{number}"}})
                for number in range(count))


@row("typed references to 500 objects, a thousand times", small=(3, 100),
     large=(1000, 500))
def typed_lists(entries, names):
  return message({"refs": wrappers(names)}, given(typedReferences=a_list(
      encoded(typed(f"spec.f{number}")) for number in range(entries))),
      desired=desired(1), required_resources={
          KEY.format(f"n{number}"): [thing(f"n{number}", status={"id": "x"})]
          for number in range(names)})


@row("a list of more references than may be asked for", small=(1000,),
     large=(100_000,))
def typed_too_many(names):
  return message({"refs": repeated({"from": {"name": "a"}}, names)},
                 given(typedReferences=[typed()]), desired=desired(1))


@row("names of Go among many members", small=(5, 300), large=(1000, 50_000))
def typed_names(entries, members):
  return message({"refs": [{"from": {"name": "a"}}]},
                 given(typedReferences=a_list(
                     encoded(typed(f"spec.f{number}", path="Status.KEY-0"))
                     for number in range(entries))),
                 desired=desired(1), required_resources={
                     KEY.format("a"): [thing("a", status=wide("x", members))]})


@row("many conditions of an object, and many that it has to have",
     small=(3, 200), large=(100, 10_000))
def typed_conditions(entries, conditions):
  has = a_list(encoded({"type": f"c{number}", "status": "True"})
               for number in range(conditions))
  wants = a_list(encoded(f"c{number}") for number in range(conditions // 10))
  return message({"refs": [{"from": {"name": "a"}}]},
                 given(typedReferences=a_list(
                     encoded(typed(f"spec.f{number}",
                                   conditions={"synced": wants}))
                     for number in range(entries))),
                 desired=desired(1), required_resources={
                     KEY.format("a"): [thing("a", status={
                         "conditions": has, "key-0": "x"})]})


def external(formats=None, **more):
  return {"target": {"resource": "r0", "field": "spec.ref"},
          "kind": {"apiVersion": f"{GROUP}/v1", "kind": "Thing"},
          "formats": formats or [{"template": "a/{b}/c/{d}"}], **more}


@row("a name of a megabyte against many formats and prefixes",
     small=(10, 20, 1000), large=(100, 200, MB))
def external_formats(entries, formats, length):
  templates = a_list(encoded({"host": f"h{number}.example.org",
                              "template": f"a/{{b}}/c{number}/{{d}}"})
                     for number in range(formats))
  prefixes = a_list(encoded(f"p{number}/") for number in range(formats))
  ref = {"external": "a/" * (length // 2)}
  return message({}, given(externalReferences=a_list(
      encoded(external(templates, trimPrefixes=prefixes))
      for _ in range(entries))), desired=desired(1, {"ref": ref}))


@row("lists of names of objects", small=(2, 100), large=(1000, 500))
def external_lists(entries, names):
  refs = a_list(encoded({"name": f"n{number}"}) for number in range(names))
  return message({}, given(externalReferences=a_list(
      encoded(external(writeTo=f"spec.f{number}", uniqueItems=True))
      for number in range(entries))), desired=desired(1, {"ref": refs}),
      required_resources={KEY.format(f"n{number}"): [
          thing(f"n{number}", status={"externalRef": f"a/{number}/c/x"})]
          for number in range(names)})


@row("identities with long names that have changed", small=(20, 1000),
     large=(1000, 100 * KB))
def identities_changed(entries, length):
  identity = "p/" + "x" * length
  return message({}, given(identities=a_list(
      encoded({"resource": "r0", "formats": [{"template": "p/{a}"}],
               "from": {"a": {"fieldPath": "spec.a"}}, "onMismatch": "Warn",
               "publishTo": f"status.s{number}"})
      for number in range(entries))), desired=desired(1, {"a": "other"}),
      observed={"r0": {"resource": thing("r0", spec={"a": "old"}, status={
          "externalRef": identity})}})


@row("templates of many variables", small=(2, 300), large=(10, 3000))
def identities_of_parts(entries, variables):
  template = "/".join(f"{{v{number}}}" for number in range(variables))
  fields = {f"v{number}": {"fieldPath": "spec.a"}
            for number in range(variables)}
  return message({}, given(identities=a_list(
      encoded({"resource": "r0", "formats": [{"template": template}],
               "from": fields, "publishTo": f"status.s{number}"})
      for number in range(entries))), desired=desired(1, {"a": "b"}))
