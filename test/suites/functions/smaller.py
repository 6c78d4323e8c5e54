# SPDX-License-Identifier: Apache-2.0
"""Makes a case that differs smaller.

  smaller.case(case, differs)     # the smallest one found for which differs(case)

Each member and element is left out, from the outside in, if the rest still differs.
"""
import dataclasses

MOST = 150  # tries
# What a request always has.
KEPT = {"tag", "capabilities", "extra_resources", "credentials", "required_resources",
        "required_schemas", "connection_details", "ready", "composite", "resources",
        "resource", "observed", "desired", "input", "context"}
OPTIONAL = {"context", "desired", "composite"}
# What says which function an input belongs to.
IDENTITY = {("input", "apiVersion"), ("input", "kind")}


def places(node, path=()):
  """The paths of all members and elements, the outer ones first."""
  found = []
  members = node.items() if isinstance(node, dict) else enumerate(node)
  for key, value in members:
    found.append((*path, key))
    if isinstance(value, (dict, list)):
      found += places(value, (*path, key))
  return sorted(found, key=len)


def without(node, path):
  """A copy without what is at the path; None if it has to stay."""
  key, *rest = path
  copy = node.copy()
  if rest:
    inner = without(node[key], rest)
    if inner is None:
      return None
    copy[key] = inner
  elif isinstance(key, str) and key in KEPT:
    if key not in OPTIONAL or copy[key] is None:
      return None
    copy[key] = None
  else:
    del copy[key]
  return copy


def case(first, differs):
  best, tries, progress = first, 0, True
  while progress:
    progress = False
    for path in places(best.tree):
      try:
        tree = without(best.tree, path)
      except (KeyError, IndexError, TypeError, AttributeError):
        continue  # an earlier step has taken it away
      if tree is None or tries == MOST or path in IDENTITY:
        continue
      tries += 1
      candidate = dataclasses.replace(best, tree=tree, answers=dict(best.answers))
      if differs(candidate):
        best, progress = candidate, True
  return best
