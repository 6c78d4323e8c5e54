# SPDX-License-Identifier: Apache-2.0
"""Single mistakes in the text of a Composition and of the files beside it, as people make
them: one member, value or quote is different. A Mutant has the whole text of the file, what
sort of mistake it is and where."""
import dataclasses
import re
import string

import yaml

SORTS = ("member renamed", "member moved", "type changed", "name changed", "path changed",
         "key changed", "kind changed", "version changed", "quote dropped")

# Members whose values are field paths.
PATH = re.compile(r"[fF]ieldPath$")
EXPRESSION = {"expression", "condition", "items", "key"}
KEYS = {"fromConnectionSecretKey", "connectionSecretKey", "fromContextFieldPath"}
# Maps whose members are keys that the author has chosen.
KEYED = {"map", "labels", "annotations", "matchLabels"}
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclasses.dataclass(frozen=True)
class Mutant:
  file: str
  sort: str
  path: str
  what: str
  text: str


@dataclasses.dataclass
class Place:
  """A node of the document with what it takes to change it."""
  path: tuple
  key: yaml.Node
  value: yaml.Node
  pair: tuple
  parent: yaml.MappingNode
  above: list


def typo(word, random):
  """Another word that a finger could have typed."""
  letters = [i for i, letter in enumerate(word) if letter.isalnum()]
  if not letters:
    return word + "x"
  for _ in range(20):
    at = random.choice(letters)
    new = random.choice((
        word[:at] + word[at + 1:],
        word[:at] + word[at] + word[at:],
        word[:at] + random.choice(string.ascii_lowercase) + word[at + 1:],
        word[:at] + word[at + 1:at + 2] + word[at] + word[at + 2:],
    ))
    if new not in ("", word):
      return new
  return word + "x"


def places(node, path=(), above=()):
  """The members of all maps below a node, with their paths."""
  if isinstance(node, yaml.MappingNode):
    for pair in node.value:
      key, value = pair
      here = path + (key.value,)
      yield Place(here, key, value, pair, node, list(above))
      yield from places(value, here, (*above, node))
  elif isinstance(node, yaml.SequenceNode):
    for index, value in enumerate(node.value):
      yield from places(value, path + (index,), above)


def scalars(place):
  """The scalars of a member: its value, or what its list has."""
  if isinstance(place.value, yaml.ScalarNode):
    return [place.value]
  if isinstance(place.value, yaml.SequenceNode):
    return [each for each in place.value.value if isinstance(each, yaml.ScalarNode)]
  return []


def is_text(node):
  return isinstance(node, yaml.ScalarNode) and node.tag.endswith(":str")


def member_of(path):
  """The nearest member above a place, without indexes."""
  names = [each for each in path[:-1] if isinstance(each, str)]
  return names[-1] if names else ""


# Below what the mistakes of a file begin: what Kubernetes itself reads is not the subject
# here. Of a composite and an EnvironmentConfig, it is all that their authors write.
BEGINS = {"composition.yaml": ("spec",), "xrd.yaml": ("spec",), "xr.yaml": ("metadata", "spec"),
          "required.yaml": ("data", "metadata")}


class Mutants:
  """The mistakes that can be made in a file."""

  def __init__(self, file, text):
    self.file = file
    self.text = text

  def parse(self):
    self.roots = list(yaml.compose_all(self.text, Loader=yaml.SafeLoader))
    return [place for root in self.roots for place in places(root)
            if place.path[0] in BEGINS[self.file] and len(place.path) > 1]

  def names(self, found):
    """Names that are written for others to refer to, and those of resources."""
    resources, sets = set(), set()
    for place in found:
      if place.path[-1] == "name" and is_text(place.value):
        member = member_of(place.path)
        if member in ("resources", "externalReferences"):
          resources.add(place.value.value)
        elif member == "patchSets":
          sets.add(place.value.value)
    return resources, sets

  def make(self, sort, random):
    """A mistake of a sort at a random place, or None where there is no place for it."""
    found = self.parse()
    candidates = self.candidates(sort, found)
    if not candidates:
      return None
    place, change = random.choice(candidates)
    what = change(random)
    if what is None:
      return None
    text = yaml.serialize_all(self.roots, width=100)
    return Mutant(self.file, sort, path_text(place.path), what, text)

  def candidates(self, sort, found):
    return [(place, change) for place in found
            for change in getattr(self, "for_" + sort.replace(" ", "_"))(place, found)]

  def for_member_renamed(self, place, _):
    if member_of(place.path) in KEYED:
      return []
    return [lambda random: rename(place.key, random)]

  def for_member_moved(self, place, _):
    changes = []
    if place.above and isinstance(place.path[-2], str):
      changes.append(lambda random: move_up(place))
    below = [pair for pair in place.parent.value
             if pair is not place.pair and isinstance(pair[1], yaml.MappingNode)
             and not pair[1].flow_style]
    if below and len(place.parent.value) > 1:
      changes.append(lambda random: move_down(place, random.choice(below)))
    return changes

  def for_type_changed(self, place, _):
    return [lambda random: change_type(place, random)]

  def for_name_changed(self, place, found):
    resources, sets = self.names(found)
    changes = []
    for node in scalars(place):
      if not is_text(node) or PATH.search(str(place.path[-1])) or "base" in place.path:
        continue
      if node.value in resources | sets and place.path[-1] not in ("step", "kind"):
        changes.append(lambda random, node=node: set_value(node, typo(node.value, random)))
      elif place.path[-1] in EXPRESSION or "${" in node.value:
        for name in sorted(resources):
          for match in re.finditer(rf"(?<=resources\.){re.escape(name)}\b"
                                   rf"|(?<=resources\[['\"]){re.escape(name)}\b", node.value):
            changes.append(lambda random, node=node, match=match: splice(node, match, random))
    return changes

  def for_path_changed(self, place, _):
    changes = []
    for node in scalars(place):
      if not is_text(node):
        continue
      if PATH.search(str(place.path[-1])) or place.path[-1] == "fieldPaths":
        words = list(WORD.finditer(node.value))
      elif place.path[-1] in EXPRESSION:
        words = [each for each in WORD.finditer(node.value)
                 if node.value[each.start() - 1:each.start()] == "."]
      else:
        continue
      changes += [lambda random, node=node, word=word: splice(node, word, random)
                  for word in words]
    return changes

  def for_key_changed(self, place, _):
    if place.path[-1] in KEYS and is_text(place.value):
      return [lambda random: set_value(place.value, typo(place.value.value, random))]
    if member_of(place.path) in KEYED and isinstance(place.path[-2], str):
      return [lambda random: rename(place.key, random)]
    return []

  def for_kind_changed(self, place, _):
    if place.path[-1] != "kind" or not is_text(place.value):
      return []
    return [lambda random: set_value(place.value, typo(place.value.value, random))]

  def for_version_changed(self, place, _):
    if place.path[-1] != "apiVersion" or not is_text(place.value):
      return []
    return [lambda random: set_value(place.value, other_version(place.value.value, random))]

  def for_quote_dropped(self, place, _):
    return [lambda random, node=node: drop_quote(node)
            for node in scalars(place) if node.style in ("'", '"')]


def path_text(path):
  text = ""
  for each in path:
    text += f"[{each}]" if isinstance(each, int) else f".{each}" if text else each
  return text


def rename(key, random):
  return set_value(key, typo(key.value, random))


def set_value(node, value):
  what = f"{node.value} -> {value}"
  node.value = value
  return what


def splice(node, match, random):
  new = typo(match.group(), random)
  node.value = node.value[:match.start()] + new + node.value[match.end():]
  return f"{match.group()} -> {new}"


def move_up(place):
  above = place.above[-1]
  if any(key.value == place.key.value for key, _ in above.value):
    return None
  place.parent.value.remove(place.pair)
  at = next(i for i, (_, value) in enumerate(above.value) if has(value, place.parent))
  above.value.insert(at + 1, place.pair)
  return "one level up"


def has(node, wanted):
  if node is wanted:
    return True
  if isinstance(node, yaml.MappingNode):
    return any(has(value, wanted) for _, value in node.value)
  if isinstance(node, yaml.SequenceNode):
    return any(has(value, wanted) for value in node.value)
  return False


def move_down(place, into):
  if any(key.value == place.key.value for key, _ in into[1].value):
    return None
  place.parent.value.remove(place.pair)
  into[1].value.append(place.pair)
  return f"one level down, into {into[0].value}"


def change_type(place, random):
  value = place.value
  if isinstance(value, yaml.ScalarNode):
    if value.tag.endswith(":str"):
      new = random.choice((
          yaml.ScalarNode("tag:yaml.org,2002:int", "7"),
          yaml.ScalarNode("tag:yaml.org,2002:bool", "true"),
          yaml.SequenceNode("tag:yaml.org,2002:seq", [value], flow_style=True)))
    else:
      new = yaml.ScalarNode("tag:yaml.org,2002:str", value.value, style='"')
  elif isinstance(value, yaml.MappingNode):
    new = yaml.SequenceNode("tag:yaml.org,2002:seq", [value], flow_style=False)
  elif value.value:
    new = value.value[0]
  else:
    return None
  swap(place, new)
  return f"{kind_of(value)} -> {kind_of(new)}"


def kind_of(node):
  return node.tag.rsplit(":", 1)[-1]


def swap(place, new):
  at = place.parent.value.index(place.pair)
  place.parent.value[at] = (place.key, new)


def other_version(text, random):
  group, _, version = text.rpartition("/")
  if not group:
    return typo(version, random)
  other = "v1beta2" if version != "v1beta2" else "v1beta1"
  return random.choice((group, f"{group}/{other}", f"{typo(group, random)}/{version}",
                        f"{group}/{typo(version, random)}"))


def drop_quote(node):
  tag = yaml.SafeLoader("").resolve(yaml.ScalarNode, node.value, (True, False))
  node.style, node.tag = None, tag
  return f"{node.value} without its quotes"
