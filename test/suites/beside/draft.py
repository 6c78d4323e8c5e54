# SPDX-License-Identifier: Apache-2.0
"""A Draft is a request that is being changed. It shares with its base what is not
changed, so a change costs what it copies: the parts that lead to it.

  draft = Draft(base, random.Random(7))
  path = draft.an_object()                  # ("observed", "resources", "db", "resource")
  where, key = draft.place(path)            # any member or element in it
  draft.own(where)[key] = "changed"
"""
import re

# How often an object of each is taken, if there is one.
AREAS = {"observed": 55, "composite": 20, "required_resources": 25,
         "extra_resources": 8, "context": 12, "desired": 8, "required_schemas": 1}
SEGMENT = re.compile(r"""\[(["']?)([^\]"']*)\1\]|([^.\[\]]+)""")


class Draft:

  def __init__(self, base, rng):
    self.base = base
    self.rng = rng
    self.tree = dict(base.tree)
    self.parts = {}  # what belongs to the draft, by id, so that none is freed

  def owned(self, node):
    """The node itself, or a copy if others have it, too."""
    if id(node) in self.parts:
      return node
    node = node.copy()
    self.parts[id(node)] = node
    return node

  def own(self, path):
    """The dict or list at a path, to be changed."""
    node = self.tree
    for step in path:
      child = self.owned(node[step])
      node[step] = child
      node = child
    return node

  def at(self, path):
    node = self.tree
    for step in path:
      node = node[step]
    return node

  def state(self, name):
    """A State, to be changed; it is there afterwards."""
    if self.tree[name] is None:
      self.tree[name] = {"composite": None, "resources": {}}
    return self.own((name,))

  def resources(self, name):
    """The paths of the Resources of a part of the request."""
    part = self.tree["observed" if name == "composite" else name]
    if not part:
      return []
    if name == "composite":
      return [("observed", "composite")] if part["composite"] else []
    if name in ("observed", "desired"):
      return [(name, "resources", key) for key in part["resources"]]
    return [(name, key, i) for key, some in part.items()
            for i in range(len(some))]

  def objects(self, name):
    """The paths of the objects of a part of the request."""
    if name == "context":
      context = self.tree[name] or {}
      inner = [(name, key) for key, value in context.items()
               if value and type(value) is dict]
      return [(name,), *inner] if context else []
    if name == "required_schemas":
      return [(name, key) for key, schema in self.tree[name].items() if schema]
    return [(*path, "resource") for path in self.resources(name)
            if self.at(path)["resource"]]

  def an_area(self):
    return self.rng.choices(list(AREAS), AREAS.values())[0]

  def an_object(self):
    """The path of an object that is not the input; None if there is none."""
    found = self.objects(self.an_area())
    if not found:
      found = [path for area in AREAS for path in self.objects(area)]
    return self.rng.choice(found) if found else None

  def place(self, path):
    """A member or an element at any depth below a path, as the path of what it is
    in and its key; None if there is none."""
    node = self.at(path)
    if not node:
      return None
    while True:
      if type(node) is dict:
        key = self.rng.choice(list(node))
      else:
        key = self.rng.randrange(len(node))
      child = node[key]
      if type(child) not in (dict, list) or not child or self.rng.random() < 0.2:
        return path, key
      path, node = (*path, key), child

  def set(self, path, value):
    """Sets what is at a path below the request, where there is something."""
    self.own(path[:-1])[path[-1]] = value

  def plant(self, path, steps, value):
    """Sets a field below an object, and makes what has to be around it."""
    node = self.own(path)
    for step, following in zip(steps, [*steps[1:], None]):
      if type(node) is list:
        step = min(step, len(node)) if type(step) is int else 0
        if step == len(node):
          node.append(None)
      elif type(step) is int:
        step = str(step)
      if following is None:
        node[step] = value
        return
      child = node[step] if type(node) is list else node.get(step)
      if type(child) not in (dict, list):
        child = [] if type(following) is int else {}
      node[step] = node = self.owned(child)


def steps_of(text):
  """The steps of a field path or of a path in an expression, roughly."""
  steps = []
  for _, inner, name in SEGMENT.findall(text):
    step = name.lstrip("?") or inner
    steps.append(int(step) if step.isdigit() and len(step) < 3 else
                 0 if step == "*" else step)
  return steps


def path_text(steps):
  """A field path of such steps."""
  text = ""
  for step in steps:
    if isinstance(step, int) or "." in step or not step:
      text += f"[{step}]"
    else:
      text += f".{step}" if text else step
  return text
