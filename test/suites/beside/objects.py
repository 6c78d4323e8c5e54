# SPDX-License-Identifier: Apache-2.0
"""Random changes of what a request has beside its input: observed, desired and
required objects, the context, connection details, and which of them there are.

  objects.change(draft, pool)      # one change, of a kind that is drawn from CHANGES
"""
import values

STATUSES = ("True", "False", "Unknown", "", "true", None, True, 1.0)
TYPES = ("Ready", "Synced", "Available", "Healthy", "Complete", "Failed", "Progressing",
         "Established", "LastAsyncOperation", "Stalled")
METADATA = ("name", "namespace", "uid", "generateName", "labels", "annotations",
            "deletionTimestamp", "finalizers", "generation", "ownerReferences",
            "resourceVersion", "managedFields", "creationTimestamp")
ANNOTATIONS = ("crossplane.io/external-name", "crossplane.io/composition-resource-name",
               "crossplane.io/paused", "gotemplating.fn.crossplane.io/ready",
               "example.org/x", "kubectl.kubernetes.io/last-applied-configuration")
DETAILS = (b"", b"secret", b"s3cr\xff", b"10", "é".encode(), b"x" * 300)
ENVIRONMENT = "apiextensions.crossplane.io/environment"


def an_object(draft):
  """An object to be changed; a new one if there is none."""
  path = draft.an_object()
  if path is None:
    draft.state("observed")["composite"] = {
        "resource": {"kind": "XApp"}, "connection_details": {}, "ready": 0}
    path = ("observed", "composite", "resource")
  return path


def replace_value(draft, another):
  """Puts `another` of a random generator and a value in place of the value."""
  place = draft.place(an_object(draft))
  if place:
    node = draft.own(place[0])
    node[place[1]] = another(draft.rng, node[place[1]])


def scalar_to_other_kind(draft, _):
  replace_value(draft, values.other_kind)


def drop_member(draft, _):
  place = draft.place(an_object(draft))
  if place:
    del draft.own(place[0])[place[1]]


def rename_member(draft, _):
  place = draft.place(an_object(draft))
  if place and isinstance(place[1], str):
    node = draft.own(place[0])
    value = node[place[1]]
    if draft.rng.random() < 0.5:
      del node[place[1]]
    node[values.other_name(draft.rng, place[1])] = value


def add_member(draft, _):
  path = an_object(draft)
  place = draft.place(path)
  node = draft.own(place[0] if place else path)
  if isinstance(node, list):
    node.insert(draft.rng.randrange(len(node) + 1), values.anything(draft.rng))
  else:
    node[draft.rng.choice(values.KEYS)] = values.anything(draft.rng)


def add_large_member(draft, _):
  path = an_object(draft)
  part = draft.rng.choice(("spec", "status", "metadata", "data"))
  if isinstance(draft.at(path).get(part), dict):
    path = (*path, part)
  draft.own(path)[draft.rng.choice(values.KEYS)] = values.large(draft.rng)


def deepen(draft, _):
  replace_value(draft, values.deep)


def plant_what_is_read(draft, _):
  """Gives a field that the input names a value, or what is around it another kind."""
  if draft.base.paths:
    steps = draft.rng.choice(draft.base.paths)
    steps = steps[:draft.rng.randrange(1, len(steps) + 1)] or ["spec"]
    value = values.anything(draft.rng)
    if len(steps) > 1 and draft.rng.random() < 0.2:
      steps = steps[:-1] + [values.other_name(draft.rng, str(steps[-1]))]
    draft.plant(an_object(draft), steps, value)


def change_conditions(draft, _):
  rng = draft.rng
  made = [{"type": rng.choice(TYPES), "status": rng.choice(STATUSES),
           "reason": rng.choice(("Available", "Creating", "", "Ok")),
           "message": rng.choice(values.TEXTS),
           "observedGeneration": rng.choice(values.NUMBERS)}
          for _ in range(rng.randrange(4))]
  for one in made:
    if rng.random() < 0.3:
      one.pop(rng.choice(list(one)))
  if rng.random() < 0.1:
    made.append(values.anything(rng))
  draft.plant(an_object(draft), ["status", "conditions"], made)


def change_metadata(draft, _):
  rng = draft.rng
  name = rng.choice(METADATA)
  draft.plant(an_object(draft), ["metadata", name], values.anything(rng))


def change_annotation(draft, _):
  rng = draft.rng
  where = rng.choice(("annotations", "labels"))
  value = (rng.choice(values.TEXTS) if rng.random() < 0.8
           else values.anything(rng))
  draft.plant(an_object(draft), ["metadata", where, rng.choice(ANNOTATIONS)], value)


def add_managed_fields(draft, _):
  fields = {f"f:{key}": {} for key in values.KEYS[:draft.rng.randrange(20)]}
  draft.plant(an_object(draft), ["metadata", "managedFields"], [
      {"manager": "crossplane", "operation": "Apply", "fieldsType": "FieldsV1",
       "fieldsV1": {"f:spec": fields, "f:status": {"f:conditions": fields}}}] *
              draft.rng.randrange(1, 4))


def change_kind(draft, pool):
  version, kind = draft.rng.choice(pool.kinds)
  node = draft.own(an_object(draft))
  if draft.rng.random() < 0.8:
    node["apiVersion"] = version
  if draft.rng.random() < 0.8:
    node["kind"] = kind


def graft_object(draft, pool):
  """Another object in place of one, or members of it."""
  path, other = an_object(draft), draft.rng.choice(pool.objects)
  if draft.rng.random() < 0.3:
    draft.set(path, other)
    return
  node = draft.own(path)
  for key in draft.rng.sample(list(other), draft.rng.randrange(len(other) + 1)):
    node[key] = other[key]


def another_name(draft, area):
  """A name of a resource: of another part, of the input, or of nobody."""
  names = [path[-1] for name in ("observed", "desired")
           for path in draft.resources(name)]
  templates = (draft.tree["input"] or {}).get("resources")
  if isinstance(templates, list):
    names += [one.get("name") for one in templates if isinstance(one, dict)]
  if area.endswith("resources"):
    names += draft.tree[area]
  names = [name for name in names if isinstance(name, str)]
  return draft.rng.choice([*names, "bucket", "db-0", "other"])


def new_resource(draft, pool):
  return {"resource": draft.rng.choice(pool.objects), "connection_details": {},
          "ready": 0}


def add_resource(draft, pool):
  """One more Resource: a copy of one, or another one."""
  rng = draft.rng
  area = rng.choice(("observed", "observed", "desired", "required_resources",
                     "extra_resources"))
  there = draft.resources(area) or draft.resources("observed")
  one = (draft.at(rng.choice(there)) if there and rng.random() < 0.6
         else new_resource(draft, pool))
  name = another_name(draft, area)
  if area in ("observed", "desired"):
    draft.state(area)
    draft.own((area, "resources"))[name] = one
    return
  part = draft.own((area,))
  part[name] = [*part.get(name, []), one] if rng.random() < 0.6 else [one]


def drop_resource(draft, _):
  rng = draft.rng
  area = rng.choice(("observed", "observed", "desired", "required_resources",
                     "extra_resources", "composite"))
  there = draft.resources(area)
  if there:
    *where, key = rng.choice(there)
    node = draft.own(tuple(where))
    if area == "composite":
      node[key] = None
    elif rng.random() < 0.2 and isinstance(node, list):
      node.clear()
    else:
      del node[key]


def swap_resources(draft, _):
  there = draft.resources("observed") + draft.resources("required_resources")
  if len(there) > 1:
    first, second = draft.rng.sample(there, 2)
    one, other = draft.at(first), draft.at(second)
    draft.set(first, other)
    draft.set(second, one)


def change_details(draft, _):
  rng = draft.rng
  there = draft.resources("observed") + draft.resources("composite")
  there += draft.resources("desired")
  if not there:
    return
  details = draft.own((*rng.choice(there), "connection_details"))
  if details and rng.random() < 0.4:
    del details[rng.choice(list(details))]
  else:
    name = rng.choice(("username", "password", "endpoint", "port", "", "é"))
    details[name] = rng.choice(DETAILS)


def change_ready(draft, _):
  there = draft.resources("desired") + draft.resources("observed")
  if there:
    draft.own(draft.rng.choice(there))["ready"] = draft.rng.choice((0, 1, 1, 2, 7))


def change_context(draft, pool):
  rng = draft.rng
  draft.tree["context"] = context = dict(draft.tree["context"] or {})
  name = rng.choice([ENVIRONMENT, ENVIRONMENT, *values.KEYS[:8], *context])
  value = rng.choice(pool.objects) if rng.random() < 0.6 else values.anything(rng)
  context[name] = value


def change_call(draft, _):
  """What is neither an object nor an input."""
  rng = draft.rng
  choice = rng.randrange(5)
  if choice < 2:
    draft.tree["capabilities"] = [n for n in range(1, 6) if rng.random() < 0.7]
  elif choice == 2:
    draft.tree[rng.choice(("required_resources", "extra_resources"))] = {}
  elif choice == 3:
    draft.tree[rng.choice(("desired", "context", "observed"))] = None
  else:
    draft.tree["credentials"] = {
        rng.choice(("creds", "a", "aws")): {"key": rng.choice(DETAILS)}}


CHANGES = {
    scalar_to_other_kind: 14, drop_member: 10, rename_member: 8, add_member: 6,
    add_large_member: 4, deepen: 4, plant_what_is_read: 18, change_conditions: 9,
    change_metadata: 5, change_annotation: 4, add_managed_fields: 3, change_kind: 3,
    graft_object: 6, add_resource: 8, drop_resource: 4, swap_resources: 3,
    change_details: 3, change_ready: 2, change_context: 4, change_call: 2,
}


def change(draft, pool):
  chosen = draft.rng.choices(list(CHANGES), CHANGES.values())[0]
  chosen(draft, pool)
