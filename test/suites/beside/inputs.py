# SPDX-License-Identifier: Apache-2.0
"""Random changes of an input, most of which leave it without a mistake: other paths,
policies, expressions and members, all of which some recorded input has.

  inputs.change(draft, pool)       # one change, of a kind that is drawn from CHANGES
"""
import expressions
import values
from draft import path_text, steps_of
from expressions import an_object_path
from pool import EXPRESSIONS, FREE, PATH

NATIVE = "loom.fn.crossplane.io/v1beta1"
def a_path(draft):
  """A field path; now and then with a wildcard, an index or an odd spelling."""
  steps = list(an_object_path(draft))
  text = path_text(steps)
  choice = draft.rng.random()
  if choice < 0.08:
    return path_text(["*" if isinstance(step, int) else step for step in steps])
  if choice < 0.12:
    return f"{text}[*]"
  if choice < 0.16:
    return "".join(f"[{step}]" for step in steps)
  return text


def places(node, wanted, path=("input",)):
  """The places (path, key) of the members that are wanted(key, value)."""
  if type(node) is dict:
    for key, value in node.items():
      if wanted(key, value):
        yield path, key
      if key not in FREE:
        yield from places(value, wanted, (*path, key))
  elif type(node) is list:
    for i, element in enumerate(node):
      yield from places(element, wanted, (*path, i))


def one_of(draft, wanted):
  found = list(places(draft.tree["input"], wanted))
  return draft.rng.choice(found) if found else (None, None)


def is_path(key, value):
  return key.lower().endswith("path") and type(value) is str and PATH.match(value)


def change_path(draft, _):
  path, key = one_of(draft, is_path)
  if path:
    draft.own(path)[key] = a_path(draft)


def nudge_path(draft, _):
  """The path itself, but with one step more, less or another."""
  path, key = one_of(draft, is_path)
  if path:
    node = draft.own(path)
    steps = steps_of(node[key])
    at = draft.rng.randrange(len(steps) or 1)
    steps[at:at + 1] = draft.rng.choice((
        [], [*steps[at:at + 1], "x"], [0], ["*"],
        [values.other_name(draft.rng, str(step)) for step in steps[at:at + 1]]))
    node[key] = path_text(steps)


def change_expression(draft, _):
  path, key = one_of(
      draft, lambda key, value: key in EXPRESSIONS and type(value) is str)
  if path:
    draft.own(path)[key] = expressions.made(draft, path, key)


def is_native(draft):
  return draft.tree["input"].get("apiVersion") == NATIVE


def add_expression(draft, _):
  """An expression where one may stand, in a native input."""
  rng = draft.rng
  if not is_native(draft):
    return
  templates = draft.tree["input"].get("resources")
  if not isinstance(templates, list) or not templates or rng.random() < 0.1:
    draft.own(("input",))["condition"] = expressions.made(
        draft, ("input",), "condition")
    return
  at = ("input", "resources", rng.randrange(len(templates)))
  if not isinstance(draft.at(at), dict):
    return
  template = draft.own(at)
  key = rng.choice(("condition", "items", "readyWhen", *["expression"] * 4))
  text = expressions.made(draft, at, key)
  if key == "condition":
    template[key] = text
  elif key == "items":
    template["forEach"] = {key: text, "key": rng.choice(("item", "string(index)"))}
  elif key == "readyWhen":
    draft.plant(("input",), ["readiness", "rules"], [
        {"resource": str(template.get("name")), key: text}])
  else:
    kind = rng.choice(("FromExpression", "FromExpression", "ToEnvironmentFromExpression",
                       "ToCompositeFromExpression"))
    patches = template.get("patches")
    template["patches"] = [*(patches if isinstance(patches, list) else []), {
        "type": kind, key: text,
        "toFieldPath": rng.choice(("spec.computed", "status.computed", "metadata.x"))}]


def change_value(draft, pool):
  """A value that a member of this name has had elsewhere."""
  path, key = one_of(draft, lambda key, value: len(pool.values[key]) > 1)
  if path:
    draft.own(path)[key] = draft.rng.choice(pool.values[key])


def add_member(draft, pool):
  """A member that has stood elsewhere in an object of this kind."""
  rng = draft.rng
  found = [(("input",), "")]
  for path, key in places(draft.tree["input"],
                          lambda _, value: type(value) in (dict, list)):
    value = draft.at((*path, key))
    if type(value) is dict:
      found.append(((*path, key), key))
    else:
      found += [((*path, key, i), key) for i, one in enumerate(value)
                if type(one) is dict]
  path, name = rng.choice(found)
  if pool.inside[name]:
    key, value = rng.choice(pool.inside[name])
    draft.own(path)[key] = value


def change_list(draft, pool):
  """One element more, less, twice, or elsewhere."""
  rng = draft.rng
  path, key = one_of(draft, lambda _, value: type(value) is list and value)
  if not path:
    return
  node = draft.own((*path, key))
  at, choice = rng.randrange(len(node)), rng.random()
  lists = [one for one in pool.values[key] if type(one) is list and one]
  if choice < 0.5 and lists:
    node.insert(at, rng.choice(rng.choice(lists)))
  elif choice < 0.65:
    node.append(node[at])
  elif choice < 0.8:
    node.insert(rng.randrange(len(node)), node.pop(at))
  else:
    del node[at]


def join_inputs(draft, pool):
  """The sections of another input as well, and now and then its objects."""
  other = pool.base(draft.rng).tree
  if not other["input"]:
    return
  mine = draft.own(("input",))
  for key, value in other["input"].items():
    both = type(value) is list and type(mine.get(key)) is list
    if both and draft.rng.random() < 0.6:
      mine[key] = [*mine[key], *value]
    elif key not in mine or draft.rng.random() < 0.2:
      mine[key] = value
  if draft.rng.random() < 0.7:
    for name in ("required_resources", "extra_resources"):
      draft.tree[name] = other[name] | draft.tree[name]
    if other["observed"]:
      observed = draft.state("observed")
      observed["resources"] = (other["observed"]["resources"]
                               | observed["resources"])


def read_many_fields(draft, _):
  """More fields of one object than a list of them is made for."""
  templates = draft.tree["input"].get("resources")
  if not isinstance(templates, list) or not templates:
    return
  at = ("input", "resources", draft.rng.randrange(len(templates)))
  if not isinstance(draft.at(at), dict):
    return
  template = draft.own(at)
  if isinstance(template.get("patches", []), list):
    names = [f"f{i}" for i in range(draft.rng.randrange(60, 72))]
    template["patches"] = template.get("patches", []) + [
        {"fromFieldPath": f"spec.{name}", "toFieldPath": f"spec.out.{name}"}
        for name in names]
    state = draft.state("observed")
    if state["composite"] and state["composite"]["resource"] is not None:
      for name in draft.rng.sample(names, 5):
        draft.plant(("observed", "composite", "resource"), ["spec", name],
                    values.anything(draft.rng))


def make_native(draft, _):
  """The same as a native input, which may have expressions beside it."""
  mine = draft.own(("input",))
  mine["apiVersion"], mine["kind"] = NATIVE, "Input"
  add_expression(draft, None)


def any_change(draft, _):
  """One that is a mistake, as a rule."""
  rng = draft.rng
  place = draft.place(("input",))
  if place:
    node = draft.own(place[0])
    choice = rng.random()
    if choice < 0.5:
      node[place[1]] = values.other_kind(rng, node[place[1]])
    elif choice < 0.75 or isinstance(node, list):
      del node[place[1]]
    else:
      node[values.other_name(rng, place[1])] = node.pop(place[1])


CHANGES = {
    change_path: 22, nudge_path: 10, change_expression: 16, add_expression: 18,
    change_value: 14, add_member: 8, change_list: 8, join_inputs: 8, make_native: 5,
    any_change: 5, read_many_fields: 1,
}


def change(draft, pool):
  if draft.tree["input"] is None:
    if draft.rng.random() < 0.7:
      return
    draft.tree["input"] = {"apiVersion": NATIVE, "kind": "Input"}
  chosen = draft.rng.choices(list(CHANGES), CHANGES.values())[0]
  chosen(draft, pool)
