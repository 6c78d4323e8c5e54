# SPDX-License-Identifier: Apache-2.0
"""Random requests to function-sequencer: a few resources, of which some are observed and
some are ready, and rules about them.

  sequence.request(rng)       a tree (test/suites/beside/tree.py)
"""
import conditions
from ready import TTLS, resource

NAMES = ("a", "b", "c", "x", "x-y", "y-z", "z", "net-1", "net-2", "Ünï")
PATTERNS = ("net-.*", "^net", "1$", "a|b", ".*", "[a-c]", "a+", "^$", "", "n.t-\\d", "(?i)A",
            "x.y", "gone")
BROKEN = ("[", "(", "a**", "(?P<n", "\\p{No", "x{2,1}")
KINDS = (("example.org/v1", "Bucket"), ("v1", "ConfigMap"), ("apps/v1", "Deployment"),
         ("protection.crossplane.io/v1beta1", "Usage"),
         ("protection.crossplane.io/v1beta1", "ClusterUsage"),
         ("apiextensions.crossplane.io/v1beta1", "Usage"), ("example.org/v1", "ÄÖ"))


def body(rng, name):
  version, kind = rng.choice(KINDS if rng.random() < 0.2 else KINDS[:3])
  metadata = {"name": rng.choice((name, f"n-{name}", name * 20, "Upper"))}
  if rng.random() < 0.4:
    metadata["namespace"] = rng.choice(("ns", "other"))
  one = {"apiVersion": version, "kind": kind, "metadata": metadata}
  for part in ("spec", "status"):
    if rng.random() < 0.7:
      one[part] = {field: rng.choice(conditions.VALUES) for field in conditions.FIELDS[:5]
                   if rng.random() < 0.6}
  return one


def rule(rng):
  made = {"sequence": [
      rng.choices((rng.choice(NAMES), rng.choice(PATTERNS), rng.choice(BROKEN)),
                  (70, 27, 1))[0] for _ in range(rng.choices(
                      (0, 1, 2, 3, 4), (2, 8, 45, 35, 10))[0])]}
  if rng.random() < 0.4:
    made["condition"] = conditions.made(rng, conditions.SEQUENCER)
  for name, often in (("createOnly", 0.12), ("deleteOnly", 0.12)):
    if rng.random() < often:
      made[name] = True
  return made


def request(rng):
  tree = {"tag": "t", "capabilities": [], "extra_resources": {}, "credentials": {},
          "required_resources": {}, "required_schemas": {}, "context": None,
          "observed": {"composite": resource(
              body(rng, "app") | {"kind": "XApp"},
              details={"k": b"v"} if rng.random() < 0.2 else None), "resources": {}},
          "desired": {"composite": resource({"status": {"a": 1.0}}, rng.choice((0, 0, 1, 2)))
                      if rng.random() < 0.85 else None, "resources": {}},
          "input": {"apiVersion": "sequencer.fn.crossplane.io/v1beta1", "kind": "Input",
                    "rules": [rule(rng) for _ in range(rng.choices(
                        (0, 1, 2, 3), (3, 60, 25, 12))[0])]}}
  for name in rng.sample(NAMES, rng.randrange(2, 8)):
    one = body(rng, name)
    if rng.random() < 0.55:
      tree["observed"]["resources"][name] = resource(
          one, details={"k": b"v"} if rng.random() < 0.1 else None)
    if rng.random() < 0.9:
      tree["desired"]["resources"][name] = resource(
          one, rng.choices((0, 1, 2, 7), (38, 50, 10, 2))[0])
  if rng.random() < 0.4:
    tree["context"] = {"env": {"a": rng.choice(conditions.VALUES), "k": rng.choice(conditions.VALUES)},
                       "a": rng.choice(conditions.VALUES), "n": 1.0}
  for name, often, values in (
      ("enableDeletionSequencing", 0.4, (True, True, False)),
      ("replayDeletion", 0.2, (True, False)), ("resetCompositeReadiness", 0.3, (True,)),
      ("usageVersion", 0.2, ("v1", "v2", "v3")), ("cacheTTL", 0.15, TTLS)):
    if rng.random() < often:
      tree["input"][name] = rng.choice(values)
  if rng.random() < 0.05:
    tree["input"]["apiVersion"] = rng.choice(
        ("template.fn.crossplane.io/v1beta1", "sequencer.fn.crossplane.io/v1"))
  return tree


def one_condition(rng):
  """A request with one rule, which has a condition."""
  tree = request(rng)
  tree["input"] = {"apiVersion": "sequencer.fn.crossplane.io/v1beta1", "kind": "Input",
                   "rules": [{"sequence": ["a", "b"], "condition": conditions.made(
                       rng, conditions.SEQUENCER)}]}
  return tree
