# SPDX-License-Identifier: Apache-2.0
"""Compositions with all that a render of them takes: a composite, its definition, the
kinds of its resources, what is required, and what a cluster has once all is ready.

What an author has not published is made up: a composite from its definition, a
definition and CRDs from what the example renders, and the status of a resource from the
paths that the Composition reads."""
import copy
import dataclasses
import json
import pathlib
import re
import subprocess

import yaml

LOADER = yaml.CSafeLoader
RESOURCE = "crossplane.io/composition-resource-name"
READY = [{"type": "Ready", "status": "True"}, {"type": "Synced", "status": "True"}]
# Of a group, this many kinds that the Composition does not use: the ones beside them.
NEIGHBOURS = 3


@dataclasses.dataclass
class Subject:
  name: str
  folder: pathlib.Path
  text: str
  arguments: list

  def files(self):
    """The files in which mistakes are made, with their texts."""
    names = ["composition.yaml", "xr.yaml", "xrd.yaml"]
    if (self.folder / "required.yaml").exists():
      names.append("required.yaml")
    return {name: (self.folder / name).read_text() for name in names}


def documents(path):
  try:
    found = list(yaml.load_all(path.read_text(), LOADER))
  except (OSError, UnicodeDecodeError, yaml.YAMLError):
    return []
  return [each for each in found if isinstance(each, dict)]


def dig(value, *path):
  for each in path:
    if isinstance(value, dict):
      value = value.get(each)
    elif isinstance(value, list) and isinstance(each, int) and each < len(value):
      value = value[each]
    else:
      return None
  return value


def walk(value, path=()):
  yield path, value
  if isinstance(value, dict):
    for key, each in value.items():
      yield from walk(each, path + (key,))
  elif isinstance(value, list):
    for index, each in enumerate(value):
      yield from walk(each, path + (index,))


def steps_of(path):
  """"spec.zones[0].id" as its steps; None where it has a wildcard."""
  steps = []
  for name, index in re.findall(r"([^.\[\]]+)|\[([^\]]*)\]", path):
    if index == "*":
      return None
    steps.append(int(index) if index.isdigit() else index.strip("'\"") or name)
  return steps


def put(root, steps, value):
  """Sets what a path names, unless there is something."""
  here = root
  for step, following in zip(steps, steps[1:] + [None]):
    last = following is None
    new = value if last else [] if isinstance(following, int) else {}
    if isinstance(here, list):
      if not isinstance(step, int) or step > 4:
        return
      while len(here) <= step:
        here.append(copy.deepcopy(new))
      here = here[step]
    elif isinstance(here, dict):
      if not isinstance(step, str):
        return
      here = here.setdefault(step, new)
    else:
      return


def sample(schema, name="value", depth=0):
  """A value that a schema takes."""
  if "default" in schema:
    return schema["default"]
  if schema.get("enum"):
    return schema["enum"][0]
  kind = schema.get("type")
  if kind == "object" or "properties" in schema:
    if depth > 8:
      return {}
    return {key: sample(each, key, depth + 1)
            for key, each in schema.get("properties", {}).items()}
  if kind == "array":
    return [sample(schema.get("items", {}), name, depth + 1)]
  if kind == "integer":
    return schema.get("minimum", 3)
  if kind == "number":
    return schema.get("minimum", 1.5)
  if kind == "boolean":
    return True
  return schema.get("example", f"{name.lower()}-a")


def schema_of(*values):
  """A closed schema that takes all the values."""
  values = [each for each in values if each is not None]
  if values and all(isinstance(each, dict) for each in values):
    keys = {key for each in values for key in each}
    return {"type": "object", "properties": {
        key: schema_of(*(each.get(key) for each in values)) for key in sorted(keys)}}
  if values and all(isinstance(each, list) for each in values):
    return {"type": "array", "items": schema_of(*(item for each in values for item in each))}
  for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string")):
    if values and all(isinstance(each, kind) for each in values):
      return {"type": name}
  return {"x-kubernetes-preserve-unknown-fields": True}


def definition_of(api_version, kind, schema, is_composite):
  group, _, version = api_version.rpartition("/")
  plural = kind.lower() + "s"
  for part in ("metadata", "apiVersion", "kind"):
    schema.get("properties", {}).pop(part, None)
  spec = {"group": group, "names": {"kind": kind, "plural": plural}, "versions": [
      {"name": version, "served": True, "schema": {"openAPIV3Schema": schema},
       **({"referenceable": True} if is_composite else {"storage": True})}]}
  if is_composite:
    return {"apiVersion": "apiextensions.crossplane.io/v2",
            "kind": "CompositeResourceDefinition",
            "metadata": {"name": f"{plural}.{group}"}, "spec": {"scope": "Cluster", **spec}}
  return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
          "metadata": {"name": f"{plural}.{group}"}, "spec": {"scope": "Namespaced", **spec}}


def own_kinds(objects):
  """The definitions of Kubernetes' own kinds, as far as the objects show them."""
  of_kinds = {}
  for each in objects:
    group = each["apiVersion"].rpartition("/")[0]
    if "." not in group or group.endswith(".k8s.io"):
      of_kinds.setdefault((each["apiVersion"], each["kind"]), []).append(each)
  return [definition_of(*names, schema_of(*values), False)
          for names, values in sorted(of_kinds.items())]


def schema_in(definition, version):
  for each in dig(definition, "spec", "versions") or []:
    if each.get("name") == version:
      return dig(each, "schema", "openAPIV3Schema") or {}
  return {}


class Maker:
  """Makes subjects in a folder; each render tells whether one is whole."""

  def __init__(self, program, into, crds):
    self.program = program
    self.into = into
    self.crds = self.index(crds) if crds else {}

  def index(self, folders):
    """The files of CRDs by group and kind."""
    found = {}
    group = re.compile(r"^  group: (\S+)$", re.M)
    kind = re.compile(r"^    kind: (\S+)$", re.M)
    for folder in folders:
      for path in sorted(folder.rglob("*.yaml")):
        text = path.read_text()
        if group.search(text) and kind.search(text):
          found.setdefault(group.search(text)[1], {})[kind.search(text)[1]] = path
    return found

  def render(self, folder, *arguments):
    return subprocess.run([self.program, "render", *arguments], cwd=folder, text=True,
                          capture_output=True, check=False)

  def examples(self, root):
    for composition in sorted(root.glob("*/composition.yaml")):
      if (composition.parent / "xr.yaml").exists():
        yield from self.example(composition.parent)

  def example(self, source):
    folder = self.into / source.name
    folder.mkdir()
    given = {}
    for path in source.glob("*.yaml"):
      given[path.name] = documents(path)
    text = canonical((source / "composition.yaml").read_text())
    xr = given["xr.yaml"][0]
    of_xr = [xr]
    of_kinds = {}
    for path in source.rglob("*.yaml"):
      if path.name not in ("expected.yaml", "observed.yaml"):
        continue
      for each in documents(path):
        if each.get("kind") == xr["kind"]:
          of_xr.append(each)
        elif dig(each, "metadata", "annotations", RESOURCE):
          of_kinds.setdefault((each["apiVersion"], each["kind"]), []).append(each)
    xrd = given.get("xrd.yaml") or [
        definition_of(xr["apiVersion"], xr["kind"], schema_of(*of_xr), True)]
    crds = [definition_of(*names, schema_of(*values), False)
            for names, values in sorted(of_kinds.items()) if "." in names[0]]
    yield from self.finish(folder, source.name, text, xr, xrd[0], crds,
                           given.get("required.yaml", given.get("environment.yaml", [])),
                           given.get("observed.yaml"),
                           self.flags_of(source))

  def flags_of(self, source):
    """Those of the example, without the one that takes the results out of the notes."""
    path = source / "render.args"
    flags = path.read_text().split() if path.exists() else []
    return [each for each in flags if each not in ("-r", "--include-function-results")]

  def published(self, root):
    """The Compositions below a folder whose definition is there as well."""
    by_kind = {}
    compositions = []
    for path in sorted({*root.rglob("*.yaml"), *root.rglob("*.yml")}):
      for each in documents(path):
        by_kind.setdefault(each.get("kind"), []).append((path, each))
        if each.get("kind") == "Composition":
          compositions.append((path, each))
    environments = [each for _, each in by_kind.get("EnvironmentConfig", [])]
    definitions = {dig(each, "spec", "names", "kind"): each
                   for _, each in by_kind.get("CompositeResourceDefinition", [])}
    for number, (path, composition) in enumerate(compositions):
      of_type = dig(composition, "spec", "compositeTypeRef") or {}
      xrd = definitions.get(of_type.get("kind"))
      if xrd is None:
        continue
      name = f"{root.name}-{number}-{path.stem}"
      folder = self.into / name
      folder.mkdir()
      text = self.converted(folder, composition)
      if text is None:
        continue
      claim = dig(xrd, "spec", "claimNames", "kind")
      xrs = [each for kind in (of_type.get("kind"), claim) if kind
             for _, each in by_kind.get(kind, [])]
      composites = [self.composite(each, of_type) for each in xrs[:4]]
      composites.append(self.sampled(xrd, of_type, text))
      for xr in composites:
        found = list(self.finish(folder, name, text, xr, xrd, self.crds_for(text),
                                 environments, None, self.skips(text)))
        if found:
          yield from found
          break

  def converted(self, folder, composition):
    text = yaml.safe_dump(composition, sort_keys=False, width=100)
    (folder / "before.yaml").write_text(text)
    if dig(composition, "spec", "mode") != "Pipeline":
      done = subprocess.run([self.program, "convert", "before.yaml"], cwd=folder, text=True,
                            capture_output=True, check=False)
      text = done.stdout if done.returncode == 0 else None
    return text and canonical(text)

  def composite(self, given, of_type):
    xr = copy.deepcopy(given)
    xr.update(of_type)
    xr["metadata"] = {**xr.get("metadata", {}), "name": "sample"}
    xr["metadata"].pop("namespace", None)
    for member in ("compositionRef", "compositionSelector", "compositionRevisionRef",
                   "crossplane", "writeConnectionSecretToRef"):
      (xr.get("spec") or {}).pop(member, None)
    return xr

  def sampled(self, xrd, of_type, text):
    schema = schema_in(xrd, of_type.get("apiVersion", "").rpartition("/")[2])
    xr = {**of_type, "metadata": {"name": "sample", "labels": {}},
          "spec": sample(dig(schema, "properties", "spec") or {})}
    if not isinstance(xr["spec"], dict):
      xr["spec"] = {}
    for _, value in walk(yaml.load(text, LOADER)):
      if not isinstance(value, dict):
        continue
      path = value.get("fromFieldPath")
      steps = steps_of(path) if isinstance(path, str) else None
      if not steps or steps[0] not in ("spec", "metadata"):
        continue
      known = next((next(iter(each["map"])) for each in value.get("transforms") or []
                    if isinstance(each, dict) and isinstance(each.get("map"), dict)
                    and each["map"]), None)
      if steps[0] == "metadata":
        put(xr, steps, known or "sample")
      elif known and value.get("type", "FromCompositeFieldPath") == "FromCompositeFieldPath":
        parent = dig(xr, *steps[:-1])
        if isinstance(parent, dict):
          parent[steps[-1]] = known
    return xr

  def crds_for(self, text):
    wanted = {}
    for _, value in walk(yaml.load(text, LOADER)):
      if isinstance(value, dict) and isinstance(value.get("apiVersion"), str):
        group = value["apiVersion"].rpartition("/")[0]
        if group in self.crds:
          wanted.setdefault(group, set()).add(value.get("kind"))
    paths = []
    for group, kinds in sorted(wanted.items()):
      have = self.crds[group]
      beside = [kind for kind in have if kind not in kinds][:NEIGHBOURS]
      paths += [have[kind] for kind in [*sorted(k for k in kinds if k in have), *beside]]
    return [each for path in paths for each in documents(path)]

  def skips(self, text):
    """Steps of functions that are not built in are left out, as --skip does."""
    flags = []
    for step in dig(yaml.load(text, LOADER), "spec", "pipeline") or []:
      reference = dig(step, "functionRef", "name") or ""
      if not re.search("patch-and-transform|environment-configs|extra-resources|auto-ready"
                       "|sequencer|loom", reference):
        flags += ["--skip", step["step"]]
    return flags

  # pylint: disable-next=too-many-arguments
  def finish(self, folder, name, text, xr, xrd, crds, required, observed, flags):
    (folder / "composition.yaml").write_text(text)
    (folder / "xr.yaml").write_text(canonical(yaml.safe_dump(xr)))
    (folder / "xrd.yaml").write_text(canonical(yaml.safe_dump(xrd)))
    (folder / "crds.yaml").write_text(yaml.safe_dump_all(crds))
    arguments = ["xr.yaml", "composition.yaml", *flags]
    if required:
      (folder / "required.yaml").write_text(canonical(yaml.safe_dump_all(required)))
      arguments += ["-e", "required.yaml"]
    with_observed = [*arguments, "-o", "observed.yaml"]
    if observed:
      (folder / "observed.yaml").write_text(yaml.safe_dump_all(observed))
    else:
      observed = self.observed(folder, arguments, text, xr, crds)
      crds = crds + own_kinds(observed)
      (folder / "crds.yaml").write_text(yaml.safe_dump_all(crds))
    if observed and self.render(folder, *with_observed).returncode == 0:
      yield Subject(name, folder, text, with_observed)

  def observed(self, folder, arguments, text, xr, crds):
    """What a cluster has once everything that is rendered is ready: some resources are
    made only when others are."""
    schemas = {(dig(each, "spec", "group"), dig(each, "spec", "names", "kind")): each
               for each in crds}
    reads = [value for _, value in walk(yaml.load(text, LOADER)) if isinstance(value, dict)]
    observed = []
    for _ in range(4):
      done = self.render(folder, *arguments, *(["-o", "observed.yaml"] if observed else []))
      if done.returncode != 0:
        return []
      rendered = [each for each in yaml.load_all(done.stdout, LOADER)
                  if dig(each, "metadata", "annotations", RESOURCE)]
      if len(rendered) <= len(observed):
        break
      observed = [self.ready(each, reads, schemas, xr) for each in rendered]
      (folder / "observed.yaml").write_text(yaml.safe_dump_all(observed))
    return observed

  def ready(self, resource, reads, schemas, xr):
    made = copy.deepcopy(resource)
    metadata = made["metadata"]
    prefix = metadata.pop("generateName", xr["metadata"]["name"] + "-")
    metadata.setdefault("name", prefix + metadata["annotations"][RESOURCE].lower())
    metadata.setdefault("annotations", {}).setdefault(
        "crossplane.io/external-name", metadata["name"])
    metadata["uid"] = "0d4e5f60-0000-4000-8000-000000000001"
    made.setdefault("status", {})["conditions"] = copy.deepcopy(READY)
    group, _, version = made.get("apiVersion", "").rpartition("/")
    schema = schema_in(schemas.get((group, made.get("kind")), {}), version)
    for read in reads:
      paths = [read.get("fromFieldPath"), read.get("fieldPath")]
      paths += [each.get("fromFieldPath") for each in
                dig(read, "combine", "variables") or [] if isinstance(each, dict)]
      for path in paths:
        steps = steps_of(path) if isinstance(path, str) else None
        if not steps or steps[0] != "status" or steps[1:2] == ["conditions"]:
          continue
        of_path = schema
        for step in steps:
          of_path = (of_path.get("items") if isinstance(step, int)
                     else dig(of_path, "properties", step)) or {}
        if schema and not of_path:
          continue
        put(made, steps, sample(of_path, str(steps[-1]))
            if of_path else read.get("matchString", "sample"))
    return made


def canonical(text):
  """A text as the mutants are written, so that only the mistake differs."""
  return yaml.serialize_all(yaml.compose_all(text, Loader=yaml.SafeLoader), width=100)


def findings(program, folder, arguments):
  """The findings of lint as a list of texts without their places."""
  done = subprocess.run([program, "lint", "--output", "json", *arguments], cwd=folder,
                        text=True, capture_output=True, check=False)
  if done.returncode not in (0, 1):
    return [f"exit {done.returncode}: {done.stderr}"]
  return [f"{each['rule']}: {each['message']}" for each in json.loads(done.stdout)["findings"]]
