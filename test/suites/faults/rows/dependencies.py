# SPDX-License-Identifier: Apache-2.0
"""Rows of dependencies, connection details, and those of Objects."""
from rows.messages import a_list, encoded, message, repeated, wide
from rows.references import GROUP, given, thing
from rows.table import KB, MB, row

OBJECT = "kubernetes.crossplane.io/v1alpha2"
READY = {"status": {"conditions": [{"type": "Ready", "status": "True"}]}}


def things(name, count, **more):
  """Resources of that name and a number."""
  return {f"{name}{number}": {"resource": thing(f"{name}{number}", **more)}
          for number in range(count)}


def objects(name, count, **spec):
  return {f"{name}{number}": {"resource": {
      "apiVersion": OBJECT, "kind": "Object",
      "metadata": {"name": f"{name}{number}"},
      "spec": {"forProvider": {"manifest": {}}, **spec}}}
          for number in range(count)}


def depends(resource, *on, **more):
  return encoded({"resource": resource, "dependsOn": list(on), **more})


def on(resource, **more):
  return encoded({"resource": resource, **more})


def dependencies(entries, observed=None, **more):
  """A request with those entries."""
  return message({}, given(dependencies=a_list(entries)),
                 observed=observed or {}, **more)


@row("many dependents, each of which waits for many others", small=(10, 20, 200),
     large=(500, 4, 10_000))
def dependencies_many(entries, each, resources):
  return dependencies(
      (depends("d.*", *(on("p.*") for _ in range(each)))
       for _ in range(entries)),
      desired={"resources": things("d", resources // 2)},
      observed=things("p", resources // 2))


@row("one dependent that waits for thousands of names", small=(300,),
     large=(2000,))
def dependencies_names(count):
  return dependencies([depends("d0", *(on(f"p{number}")
                                       for number in range(count)))],
                      desired={"resources": things("d", 1)},
                      observed=things("p", count, **READY))


@row("patterns of kilobytes against long names", small=(10, 200, 200, 50),
     large=(500, 500, 1000, 1000))
def dependencies_long_patterns(entries, length, name, resources):
  # No two are equal, so that none is compiled once for all.
  names = {f"{'x' * name}{number}": {"resource": thing("x")}
           for number in range(resources)}
  return dependencies(
      (depends("(x|xx)*" + "x?" * (length // 2) + f"d{number}", on("p"))
       for number in range(entries)), desired={"resources": names})


@row("patterns that repeat as often as they may", small=(20, 100),
     large=(500, 5000), fails=None)
def dependencies_repeating_patterns(entries, length):
  names = {"x" * length: {"resource": thing("x")}}
  return dependencies(
      (depends(f"(x{{1,100}}|y){{1,9}}z{number}", on("p"))
       for number in range(entries)), desired={"resources": names})


@row("each of many waits for each of many, and has a Usage", small=(10, 10),
     large=(1000, 1000))
def dependencies_usages(dependents, prerequisites):
  return dependencies([depends("d.*", on("p.*"), deletion="Usage")],
                      observed={**things("d", dependents),
                                **things("p", prerequisites)},
                      desired={"resources": things("d", dependents)})


@row("Usages of names of kilobytes", small=(3, 1000), large=(40, 5 * KB))
def dependencies_usage_names(count, length):
  def named(letter):
    return {f"{letter}{number}": {"resource": thing(
        f"{letter}{'x' * length}{number}")} for number in range(count)}

  return dependencies([depends("d.*", on("p.*"), deletion="Usage")],
                      observed={**named("d"), **named("p")},
                      desired={"resources": named("d")})


@row("entries whose conditions go through all resources", small=(10, 20),
     large=(500, 1000))
def dependencies_when(entries, resources):
  when = ("observed.resources.all(n, observed.resources[n].resource.kind"
          ".matches('(x|T)*hing'))")
  return dependencies((depends(f"d{number}", on("p0"), when=when)
                       for number in range(entries)),
                      desired={"resources": things("d", entries)},
                      observed=things("p", resources))


@row("conditions by the ten thousand, the one that counts last",
     small=(10, 500), large=(500, 60_000))
def dependencies_conditions(entries, conditions):
  status = {"conditions": a_list(
      [*[encoded({"type": "x", "status": "False"})] * conditions,
       encoded({"type": "Ready", "status": "True"})])}
  return dependencies((depends(f"d{number}", on("p0"), on("p0", condition={
      "type": "y"})) for number in range(entries)),
      desired={"resources": things("d", entries)},
      observed=things("p", 1, status=status))


@row("a Job with conditions by the ten thousand", small=(10, 500),
     large=(500, 60_000))
def dependencies_built_in(entries, conditions):
  job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "p"},
         "status": {"conditions": repeated(
             {"type": "x", "status": "True"}, conditions)}}
  return dependencies((depends(f"d{number}", on("p"))
                       for number in range(entries)),
                      desired={"resources": things("d", entries)},
                      observed={"p": {"resource": job}})


@row("a field of a megabyte is compared", small=(10, 2 * KB),
     large=(500, MB // 2))
def dependencies_fields(entries, length):
  value = {"a": "x" * length}
  condition = {"fieldPath": "status.value", "equals": {"a": "x" * length}}
  return dependencies((depends(f"d{number}", on("p0", condition={
      "fieldPath": "status.value", "nonEmpty": True}), on(
          "p0", condition=condition if number == 0 else {
              "fieldPath": "status.value", "equals": "y"}))
                       for number in range(entries)),
                      desired={"resources": things("d", entries)},
                      observed=things("p", 1, status={"value": value}))


@row("many keys of connection details", small=(10, 100), large=(10, 1000))
def dependencies_keys(entries, keys):
  wanted = a_list(encoded(f"key-{number}") for number in range(keys))
  [p] = things("p", 1, **READY).values()
  return dependencies((depends("d0", on("p0", connectionDetails=wanted))
                       for _ in range(entries)),
                      desired={"resources": things("d", 1)},
                      observed={"p0": {**p, "connection_details": {
                          f"key-{number}": b"x" for number in range(keys)}}})


@row("a chain of all entries", small=(300,), large=(500,))
def dependencies_chain(entries):
  return dependencies((depends(f"d{number}", on(f"d{number + 1}"))
                       for number in reversed(range(entries))),
                      desired={"resources": things("d", entries + 1)})


@row("a cycle through all entries", small=(300,), large=(500,), fails=True)
def dependencies_cycle(entries):
  return dependencies((depends(f"d{number}", on(f"d{(number + 1) % entries}"))
                       for number in range(entries)),
                      desired={"resources": things("d", entries)})


@row("a cycle of names of kilobytes", small=(20, 1000), large=(300, 5 * KB),
     fails=True)
def dependencies_cycle_of_long_names(entries, length):
  def name(number):
    return f"{'x' * length}{number % entries}"

  return dependencies((depends(name(number), on(name(number + 1)))
                       for number in range(entries)))


@row("a cycle of patterns, which only resources show", small=(20, 200),
     large=(500, 10_000), fails=True)
def dependencies_cycle_of_patterns(entries, resources):
  return dependencies((depends(f"d{number}-.*", on(f"d{(number + 1) % entries}-.*"))
                       for number in range(entries)),
                      desired={"resources": {
                          f"d{number % entries}-{number}": {
                              "resource": thing("d")}
                          for number in range(resources)}})


@row("no cycle among names that all depend on each other as far as they may",
     small=(40,), large=(60,))
def dependencies_dense(count):
  return dependencies((depends(f"d{number}", *(
      on(f"d{other}") for other in range(number)))
      for number in range(1, count)),
      desired={"resources": things("d", count)})


@row("Objects that refer to thousands of names", small=(5, 100),
     large=(200, 2000))
def dependencies_references(count, names):
  return dependencies([depends("o.*", *(on(f"p{number}")
                                        for number in range(names)),
                               mode="Reference")],
                      desired={"resources": objects("o", count)},
                      observed=things("p", names))


@row("Objects with thousands of references already", small=(2, 100, 100),
     large=(2, 10_000, 2000))
def dependencies_merged(count, present, names):
  there = a_list(encoded({"dependsOn": {
      "apiVersion": "v1", "kind": "Secret", "name": f"n{number}"}})
      for number in range(present))
  return dependencies([depends("o.*", *(on(f"p{number}")
                                        for number in range(names)),
                               mode="Both")],
                      desired={"resources": objects("o", count,
                                                    references=there)},
                      observed={**things("p", names, **READY),
                                **objects("o", count, references=there)})


@row("objects outside of the composite, each with many conditions",
     small=(20, 20), large=(500, 100))
def dependencies_outside(count, conditions):
  status = {"conditions": repeated({"type": "x", "status": "False"}, conditions)}
  return dependencies((depends("d0", encoded({
      "apiVersion": f"{GROUP}/v1", "kind": "Thing", "name": f"n{number}"}))
      for number in range(count)), desired={"resources": things("d", 1)},
      required_resources={
          f"obj:{GROUP}/v1/Thing//n{number}": [thing(f"n{number}", status=status)]
          for number in range(count)})


def details(entries, **more):
  """A request with those connection details."""
  output = more.pop("output", {"mode": "Composite"})
  spec = more.pop("spec", {})
  return message(spec, given(connectionDetails=a_list(entries), output=output),
                 **more)


def keys(name, count, length):
  """A resource with so many connection details of that length."""
  return {name: {"resource": thing(name), "connection_details": {
      f"key-{number}": b"x" * length for number in range(count)}}}


def key(number, resource="p"):
  return {"fromConnectionSecretKey": {"resource": resource,
                                      "key": f"key-{number}"}}


@row("thousands of details of one resource", small=(300, 30), large=(10_000, 60))
def gathered_many(entries, length):
  return details((encoded({"name": f"d{number}", **key(number)})
                  for number in range(entries)),
                 observed=keys("p", entries, length))


@row("thousands of details that are missing", small=(500,), large=(10_000,))
def gathered_missing(entries):
  return details((encoded({"name": f"d{number}", **key(number)})
                  for number in range(entries)), observed=keys("p", 1, 1))


@row("all details of resources that have thousands", small=(20, 500, 20),
     large=(1000, 10_000, 120))
def gathered_all_from(entries, count, length):
  return details((encoded({"allFrom": {"resource": "p"}})
                  for _ in range(entries)), observed=keys("p", count, length))


@row("the same long value in each detail", small=(50, 10 * KB),
     large=(1000, MB))
def gathered_long_values(entries, length):
  return details((encoded({"name": f"d{number}", **key(0)})
                  for number in range(entries)), observed=keys("p", 1, length))


@row("formats of a hundred variables", small=(5, 50, 100),
     large=(100, 100, 20 * KB))
def gathered_formats(entries, variables, length):
  return details((encoded({"name": f"d{number}", "combine": {
      "fmt": "%s" * variables, "variables": [key(0)] * variables}})
      for number in range(entries)), observed=keys("p", 1, length))


@row("a format of a megabyte", small=(20, 1000), large=(100, 30 * KB))
def gathered_long_formats(entries, length):
  return details((encoded({"name": f"d{number}", "combine": {
      "fmt": "%1000s" + "x" * length, "variables": [key(0)]}})
      for number in range(entries)), observed=keys("p", 1, 1))


@row("values that become longer by transforms", small=(10, 6),
     large=(1000, 10))
def gathered_transforms(entries, times):
  double = {"type": "string", "string": {"type": "Format", "fmt": "%[1]s%[1]s"}}
  return details((encoded({"name": f"d{number}", **key(0),
                           "transforms": [double] * times})
                  for number in range(entries)), observed=keys("p", 1, 2 * KB))


@row("large objects as JSON", small=(20, 500), large=(1000, 100_000))
def gathered_json(entries, members):
  return details((encoded({"name": f"d{number}", "fromFieldPath": {
      "resource": "p", "fieldPath": "status"}}) for number in range(entries)),
      observed={"p": {"resource": thing("p", status=wide("x", members))}})


@row("a Secret keeps thousands of keys that have no source", small=(10, 500),
     large=(10_000, 60_000))
def gathered_kept(entries, count):
  secret = {"apiVersion": "v1", "kind": "Secret",
            "metadata": {"name": "s", "namespace": "ops"},
            "type": "connection.crossplane.io/v1alpha1",
            "data": wide("eA==", count)}
  return details((encoded({"name": f"d{number}", **key(number)})
                  for number in range(entries)),
                 spec={"crossplane": {}}, output={
                     "mode": "Secret",
                     "secret": {"name": "s", "namespace": "ops"}},
                 observed={"app-connection-secret": {"resource": secret}})


@row("many Objects with many details", small=(5, 40), large=(60, 150))
def object_details(entries, count):
  each = a_list(encoded({"apiVersion": "v1", "kind": "Secret", "name": "s",
                         "namespace": "inst", "fieldPath": "data.a",
                         "toConnectionSecretKey": f"K{number}"})
                for number in range(count))
  return message({}, given(objectConnectionDetails=a_list(
      encoded({"resource": f"o{number}", "details": each,
               "writeConnectionSecretToRef": {"name": f"c{number}",
                                              "namespace": "ops"}})
      for number in range(entries))),
      desired={"resources": objects("o", entries)})


@row("an Object with thousands of details, some of which are new",
     small=(100, 100), large=(10_000, 10_000))
def object_details_merged(count, present):
  def detail(number):
    return encoded({"apiVersion": "v1", "kind": "Secret", "name": "s",
                    "namespace": "inst", "fieldPath": "data.a",
                    "toConnectionSecretKey": f"K{number}"})

  return message({}, given(objectConnectionDetails=[{
      "resource": "o0",
      "details": a_list(detail(number) for number in range(count)),
      "writeConnectionSecretToRef": {"name": "c", "namespace": "ops"}}]),
      desired={"resources": objects("o", 1, connectionDetails=a_list(
          detail(number + count // 2) for number in range(present)))})
