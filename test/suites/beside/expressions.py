# SPDX-License-Identifier: Apache-2.0
"""Random expressions over the objects of a request, most of which compile where they
are to stand.

  expressions.made(draft, ("input", "resources", 0), "condition")
      has(observed.resources['db'].resource.status.id)
"""
import values

# Members whose value is a bool, and those that do not know what is required.
BOOLS = ("condition", "when", "readyWhen")
EARLY = ("condition", "namespaceFromExpression")
# Objects in any expression; {name} is a resource.
ROOTS = ("composite", "composite", "composite", "observed.composite.resource",
         "observed.resources['{name}'].resource", "observed.resources.{name}.resource",
         "observed.resources['{name}'].resource", "environment", "environment",
         "desired.composite.resource", "desired.resources['{name}'].resource",
         "context['apiextensions.crossplane.io/environment']", "context")
# What is asked of the object r and of a path in it: p is .a.b, q is a.?b, i is
# ['a']['b'], h is .a, and t is .b.
ASKED = (
    "{r}{p}", "{r}{p}", "{r}{p}", "{r}{i}", "has({r}{p})", "has({r}{p})",
    "{r}.?{q}.orValue('none')", "{r}.?{q}.hasValue()", "size({r}{p})", "string({r}{p})",
    "int({r}{p}) + 1", "{r}{p} == {r}{h}", "{r}{p} == 'True'", "{r}{p} > 3",
    "dyn({r}){p}", "[{r}][0]{p}", "{{'a': {r}}}.a{p}", "cel.bind(x, {r}, x{p})",
    "cel.bind(x, {r}{h}, x{t})", "(has({r}{h}) ? {r} : composite){p}",
    "'a' in {r}{h}", "{r}{h}.exists(k, k == 'name')", "{r}{h}.map(k, k)",
    "{r}{h}.all(k, k != 'x')", "{r}.map(k, {r}[k]).size()", "{r} == composite",
    "type({r}{p}) == string", "size({r})", "{r}", "{r}{h}", "{r}{p}.split('-')[0]",
    "{r}.status.conditions.filter(c, c.type == 'Ready')[0].status",
    "{r}.status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
    "[composite, {r}].map(o, o{p})[1]", "[composite, {r}].all(o, has(o{p}))",
    "{r}{h}.transformList(k, v, k)", "{r}.metadata.?labels.orValue({{}}).size()",
    "observed.resources.exists(n, has(observed.resources[n].resource{p}))",
    "observed.resources.map(n, observed.resources[n].resource.kind)",
    "observed.resources[{r}{p}].resource{h}", "composite[{r}{p}]", "observed",
    "string(observed.resources['{name}'].connectionDetails['password'])",
    "observed.resources['{name}'].connectionDetails.size()", "size(observed.resources)",
    "desired.composite == observed.composite", "required.size()", "'{name}' in required",
    "optional.of({r}).?{q}.hasValue()", "true || {r}{p}", "false ? {r}{p} : {r}{h}",
    "{r}{p} + {r}{p}", "[{r}{p}, {r}{h}].size()", "{r}{p}[0]", "{r}{p}[?0].orValue('')",
    "'{name}' in observed.resources", "has(observed.resources.{name})",
    "has(observed.resources.{name}.resource{p})", "observed.resources.{name}",
    "{{'k': {r}{p}}}", "{r}{h}.filter(k, has({r}{p}))", "type({r})", "'text'", "true")


def an_object_path(draft):
  """The steps of a field that some object has, or nearly so."""
  rng = draft.rng
  if draft.base.paths and rng.random() < 0.3:
    steps = rng.choice(draft.base.paths)
  else:
    path = draft.an_object()
    place = draft.place(path) if path else None
    steps = [*place[0][len(path):], place[1]] if place else ["spec"]
  if rng.random() < 0.15:
    steps = steps[:-1] + [values.other_name(rng, str(steps[-1]))]
  if rng.random() < 0.1:
    steps = steps[:-1] or ["spec"]
  if rng.random() < 0.1:
    steps = [*steps, rng.choice(("x", 0, "name"))]
  return steps


def required(draft):
  """What expressions may call objects that entries of the input require."""
  mine, found = draft.tree["input"], []
  for name, key, root in (("extraResources", "into", "required['{}'][0]"),
                          ("references", "name", "required['{}']")):
    entries = mine.get(name)
    if isinstance(entries, list):
      found += [root.format(entry[key]) for entry in entries
                if isinstance(entry, dict) and isinstance(entry.get(key), str)]
  return found


def roots(draft, path, key):
  found = list(ROOTS)
  is_template = "resources" in path or key == "readyWhen"
  if is_template:
    found += ["object"] * 5
  if key not in EARLY or is_template:
    found += required(draft) * 3
  if "transforms" in path:
    found += ["value"] * 4
  inside = draft.at(path[:3]) if len(path) > 2 and path[1] == "resources" else None
  if isinstance(inside, dict) and "forEach" in inside:
    found += ["item"] * 4
  return found


def identifier(text):
  return text if text.isidentifier() else "db"


def made(draft, path, key):
  """An expression for the member `key` of the object at the path."""
  rng = draft.rng
  names = [found[-1] for found in draft.resources("observed")] or ["db"]
  steps = [str(step) for step in an_object_path(draft)]
  dotted = [step if step.isidentifier() else "x" for step in steps]
  name, root = rng.choice(names), rng.choice(roots(draft, path, key))
  if "'{name}'" not in root:
    name = identifier(name)
  text = rng.choice(ASKED).format(
      r=root.format(name=name), p="".join(f".{step}" for step in dotted),
      q=".?".join(dotted), i="".join(f"['{step}']" for step in steps),
      h=f".{dotted[0]}", t="".join(f".{step}" for step in dotted[1:]), name=name)
  if key in BOOLS and rng.random() < 0.8:
    return rng.choice(("dyn({}) != 'x'", "[{}].size() == 1",
                       "type({}) == string || true", "dyn({}) == true")).format(text)
  if key == "items" and rng.random() < 0.7:
    return f"[dyn({text})]" if rng.random() < 0.5 else f"{{'k': {text}}}"
  if key in ("namespaceFromExpression", "key") and rng.random() < 0.7:
    return f"string({text})"
  return text
