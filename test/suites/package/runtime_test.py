#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What stands in examples/runtime/, against the types of Kubernetes, Crossplane
and the Prometheus operator, and against each other. The last line printed is "N
passed, N failed".

LOOM names another binary than that of the release build.
"""
import copy
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(ROOT / "test/suites/crossplane"), str(ROOT / "test/testing")]

# pylint: disable=wrong-import-position
import inputs_test
import pypi
import rendering

FOLDER = ROOT / "examples/runtime"
TOOL = rendering.TOOLS / "manifests"
DEFINITIONS = rendering.TOOLS / "crossplane-core-2.4.2-crds"
FUNCTION = "function-loom"
# Grafana's own types, in Python.
GRAFANA = "grafana-foundation-sdk==1769699998!10.1.0"
# Reads the dashboard by these types and prints what of it they know.
READ_DASHBOARD = """
import json, sys
from grafana_foundation_sdk.cog import encoder, plugins
from grafana_foundation_sdk.models import dashboard
plugins.register_default_plugins()
read = dashboard.Dashboard.from_json(json.load(sys.stdin))
print(encoder.JSONEncoder().encode(read))
"""
# What Crossplane calls the pods of a Function, whatever the revision.
LABEL = {"pkg.crossplane.io/function": FUNCTION}


def documents():
  """Every document of the folder, by file and kind."""
  for path in sorted(FOLDER.glob("*.yaml")):
    for document in yaml.safe_load_all(path.read_text()):
      yield f"{path.name}, {document['kind']}", document


def refusal(document):
  """Why the types do not take a document; empty if they do."""
  done = subprocess.run([TOOL], input=yaml.safe_dump(document), text=True,
                        capture_output=True, check=False)
  return "" if done.returncode == 0 else done.stderr or "no reason"


def schemas():
  """The schema of each kind of Crossplane's own."""
  for path in DEFINITIONS.glob("*.yaml"):
    definition = yaml.load(path.read_text(), yaml.CSafeLoader)
    spec = definition["spec"]
    for version in spec["versions"]:
      yield ((f"{spec['group']}/{version['name']}", spec["names"]["kind"]),
             inputs_test.json_schema(version["schema"]["openAPIV3Schema"]))


def kind_of(document):
  return document["apiVersion"], document["kind"]


def misfits(document, schema):
  """Where a document does not fit; what the API server fills in is let be."""
  schema = copy.deepcopy(schema)
  schema["properties"]["metadata"] = {}
  for error in jsonschema.Draft7Validator(schema).iter_errors(document):
    yield f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def planted(node, path=()):
  """Every object below spec, rules and the like, by the path to it."""
  if isinstance(node, dict):
    yield path
    for name, below in node.items():
      yield from planted(below, (*path, name))
  elif isinstance(node, list):
    for place, below in enumerate(node):
      yield from planted(below, (*path, place))


# Where any name may stand: labels, quantities, and what is only handed on.
FREE = {"labels", "matchLabels", "annotations", "requests", "limits"}


def overlooked(document):
  """Objects in which a member that does not exist is not noticed."""
  for path in planted(document):
    if FREE & set(path):
      continue
    changed = copy.deepcopy(document)
    at = changed
    for step in path:
      at = at[step]
    at["planted"] = "member"
    if not refusal(changed):
      yield f"a member `planted` in {'.'.join(map(str, path)) or 'it'} passes"


def test_types(tally):
  known = dict(schemas())
  of_crossplane = 0
  for name, document in documents():
    tally.add(f"{name}: its type takes it", refusal(document))
    tally.add(f"{name}: no other member is taken",
              "\n".join(overlooked(document)))
    if kind_of(document) in known:
      of_crossplane += 1
      tally.add(f"{name}: fits Crossplane's definition", "\n".join(
          misfits(document, known[kind_of(document)])))
  tally.add("definitions of Crossplane were found",
            "" if of_crossplane == 4 else f"{of_crossplane}, want 4")


def only(kind, name=None):
  found, = (document for _, document in documents()
            if document["kind"] == kind
            and name in (None, document["metadata"]["name"]))
  return found


def differing(name, actual, wanted):
  if actual != wanted:
    yield f"{name}: it is {actual!r}, want {wanted!r}"


def check_the_function_names_its_configuration():
  name = only("DeploymentRuntimeConfig")["metadata"]["name"]
  yield from differing(
      "runtimeConfigRef", only("Function")["spec"]["runtimeConfigRef"]["name"],
      name)
  yield from differing(
      "ImageConfig", only("ImageConfig", FUNCTION)["spec"]["runtime"]["configRef"]["name"],
      name)
  yield from differing("the Function", only("Function")["metadata"]["name"],
                       FUNCTION)
  for _, document in documents():
    if document["kind"] == "ImageConfig":
      prefix = document["spec"]["matchImages"][0]["prefix"]
      if not only("Function")["spec"]["package"].startswith(prefix + ":"):
        yield f"the package does not begin with {prefix}"


def check_selectors_choose_the_pods_of_every_revision():
  for kind, selector in (
      ("PodDisruptionBudget", "selector"), ("PodMonitor", "selector"),
      ("NetworkPolicy", "podSelector")):
    yield from differing(kind, only(kind)["spec"][selector],
                         {"matchLabels": LABEL})


def check_a_drained_node_leaves_a_pod():
  template = only("DeploymentRuntimeConfig")["spec"]["deploymentTemplate"]
  budget = only("PodDisruptionBudget")["spec"]["minAvailable"]
  if not 0 < budget < template["spec"]["replicas"]:
    yield f"minAvailable is {budget}: it permits no drain, or all of it"


def pods():
  """The specification of the pods of Crossplane's Deployment, and of ours."""
  template = only("DeploymentRuntimeConfig")["spec"]["deploymentTemplate"]
  return (template["spec"]["template"]["spec"],
          only("Deployment")["spec"]["template"]["spec"])


def check_both_deployments_run_alike():
  ours = only("Deployment")
  for pod in pods():
    yield from differing("containers", [one["name"] for one in
                                        pod["containers"]], ["package-runtime"])
  first, second = (pod["containers"][0] for pod in pods())
  for member in ("args", "resources", "readinessProbe", "livenessProbe",
                 "securityContext"):
    yield from differing(member, second[member], first[member])
  yield from differing("security", pods()[1]["securityContext"],
                       pods()[0]["securityContext"])
  yield from differing("image", second["image"],
                       only("Function")["spec"]["package"])
  labels = ours["spec"]["template"]["metadata"]["labels"]
  yield from differing("labels", {**labels, **LABEL}, labels)
  yield from differing(
      "the autoscaler's",
      only("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]["name"],
      ours["metadata"]["name"])


def check_a_container_may_do_nothing():
  for pod in pods():
    security = pod["containers"][0]["securityContext"]
    yield from differing("the container's securityContext", security, {
        "allowPrivilegeEscalation": False, "privileged": False,
        "readOnlyRootFilesystem": True, "runAsNonRoot": True,
        "capabilities": {"drop": ["ALL"]}})
    yield from differing("the pod's securityContext", pod["securityContext"], {
        "runAsNonRoot": True, "runAsUser": 2000, "runAsGroup": 2000,
        "seccompProfile": {"type": "RuntimeDefault"}})
    yield from differing("automountServiceAccountToken",
                         pod["automountServiceAccountToken"], False)
  yield from differing("egress", only("NetworkPolicy")["spec"]["egress"], [])


def check_the_program_takes_the_arguments():
  for pod in pods():
    command = [rendering.LOOM, "serve", *pod["containers"][0]["args"], "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
      yield done.stderr


@functools.cache
def metrics():
  """The page of metrics of a running server."""
  with tempfile.TemporaryDirectory() as work:
    with rendering.loom(pathlib.Path(work)):
      log = (pathlib.Path(work) / "function-loom.log").read_text()
      address = re.search(r'"metrics":"([^"]+)"', log).group(1)
      with urllib.request.urlopen(f"http://{address}/metrics") as answer:
        return answer.read().decode()


def unknown_series(expression):
  """The series and labels of an expression that a server does not have."""
  series = re.findall(r"\b(\w+_\w+){", expression)
  if not series and "up{" not in expression:
    yield "no series"
  for name in series:
    if not re.search(rf"^{name}[ {{]", metrics(), re.MULTILINE):
      yield name
  for label, values in re.findall(r'(grpc_code|severity)[!=~]+"(.+?)"', expression):
    for value in values.split("|"):
      if f'{label}="{value}"' not in metrics():
        yield f"{label} {value}"
  for labels in re.findall(r"by \(([\w, ]+)\)", expression):
    for label in labels.split(", "):
      if label != "pod" and f'{label}="' not in metrics():
        yield f"label {label}"


def check_alerts_use_series_of_the_server():
  rules, = only("PrometheusRule")["spec"]["groups"]
  for rule in rules["rules"]:
    for unknown in unknown_series(rule["expr"]):
      yield f"{rule['alert']}: the server does not have {unknown}"


def check_the_dashboard_uses_series_of_the_server():
  panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
  targets = [(panel["title"], target["expr"]) for panel in panels
             for target in panel.get("targets", [])]
  if len(targets) < 15:
    yield f"only {len(targets)} queries were found"
  for title, expression in targets:
    for unknown in unknown_series(expression):
      yield f"{title}: the server does not have {unknown}"
  shown = "".join(expression for _, expression in targets)
  for name in re.findall(r"^# TYPE (loom_\w+)", metrics(), re.MULTILINE):
    if name not in shown:
      yield f"no panel shows {name}"


def lost(before, after, path="dashboard"):
  """Where `after` lacks something that `before` has, or has another value."""
  if isinstance(before, dict) and isinstance(after, dict):
    for key, value in before.items():
      yield from lost(value, after.get(key), f"{path}.{key}")
  elif isinstance(before, list) and isinstance(after, list):
    for i, value in enumerate(before):
      yield from lost(value, after[i] if i < len(after) else None, f"{path}[{i}]")
  elif before != after:
    yield path


def check_the_dashboard_fits_the_types_of_grafana():
  python = pypi.installed("grafana", GRAFANA) / "bin/python"
  text = (FOLDER / "dashboard.json").read_text()
  # A misspelled key is lost when it is read; the first row proves it.
  for change, wanted in ((lambda board: board["panels"][0].update(titel="x"), 1),
                         (lambda board: None, 0)):
    board = json.loads(text)
    change(board)
    read = subprocess.run([python, "-c", READ_DASHBOARD], input=json.dumps(board),
                          capture_output=True, text=True, check=True)
    found = list(lost(board, json.loads(read.stdout)))
    yield from differing("unknown keys", found[wanted:] or len(found), wanted)


def check_crossplane_gets_the_role():
  role = only("ClusterRole")
  yield from differing("labels", role["metadata"]["labels"],
                       {"rbac.crossplane.io/aggregate-to-crossplane": "true"})
  for rule in role["rules"]:
    yield from differing("verbs", rule["verbs"], ["get", "list", "watch"])


def check_the_readme_names_every_file():
  text = (FOLDER / "README.md").read_text()
  for path in sorted({*FOLDER.iterdir()} - {FOLDER / "README.md"}):
    if f"({path.name})" not in text:
      yield f"README.md has no link to {path.name}"


def main():
  subprocess.run([ROOT / "test/suites/crossplane/build", TOOL.name, DEFINITIONS.name],
                 check=True)
  tally = rendering.Tally()
  test_types(tally)
  for name, check in sorted(globals().items()):
    if name.startswith("check_"):
      tally.add(name.removeprefix("check_").replace("_", " "),
                "\n".join(check()))
  return tally.finish()


if __name__ == "__main__":
  sys.exit(main())
