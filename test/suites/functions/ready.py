# SPDX-License-Identifier: Apache-2.0
"""Random requests to function-auto-ready: desired resources of the kinds that it checks,
observed as a cluster has them, and with the gate rules for kinds.

  ready.request(rng, rules=False)       a tree (test/suites/beside/tree.py)
"""
import conditions

NUMBERS = (0.0, 1.0, 1.0, 2.0, 3.0, 1.5)
STATUSES = ("True", "True", "False", "Unknown")
TIMES = ("2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z", "2024-01-01T00:00:00.5Z",
         "2024-01-01T01:00:00+01:00", "2024-01-01T00:00:00z", "2024-01-01")
TTLS = ("30s", "1h", "5m30s", "0", "-1s", "1.5h", "soon", "10", "1d", "")


def number(rng):
  return rng.choice(NUMBERS)


def condition(rng, kinds):
  one = {"type": rng.choice(kinds), "status": rng.choice(STATUSES)}
  if rng.random() < 0.3:
    one |= {"reason": "Because", "message": "it is so",
            "lastTransitionTime": rng.choice(TIMES)}
  return one


def status_of(rng, *kinds):
  return {"conditions": [condition(rng, (*kinds, "Ready")) for _ in range(rng.randrange(3))]}


def counts(rng, *names):
  """The same number for all; now and then another one for one of them."""
  same = number(rng)
  return {name: same if rng.random() < 0.85 else number(rng) for name in names}


def workload(rng, names, kinds):
  status = counts(rng, *names) | status_of(rng, *kinds)
  spec = {"replicas": status[names[0]] if rng.random() < 0.8 else number(rng)}
  return {"spec": spec if rng.random() < 0.8 else {}, "status": status}


def stateful_set(rng):
  one = workload(rng, ("readyReplicas", "currentReplicas"), ())
  return one | {"status": one["status"] | {
      "currentRevision": "r1", "updateRevision": rng.choice(("r1", "r1", "r2"))}}


def replica_set(rng):
  one = workload(rng, ("availableReplicas", "replicas"), ("ReplicaFailure",))
  one["metadata"] = {"generation": number(rng)}
  one["status"]["observedGeneration"] = number(rng)
  return one


def cron_job(rng):
  status = {"lastScheduleTime": rng.choice(TIMES), "lastSuccessfulTime": rng.choice(TIMES),
            "active": rng.choice(([], [{"kind": "Job", "name": "x"}]))}
  return {"spec": {"suspend": rng.random() < 0.3, "schedule": "* * * * *"},
          "status": status}


def pod(rng):
  return {"spec": {"restartPolicy": rng.choice(("Always", "Always", "Never", "OnFailure")),
                   "containers": [{"name": "c", "image": "example.org/i"}]},
          "status": {"phase": rng.choice(("Running", "Running", "Succeeded", "Failed",
                                          "Pending"))} | status_of(rng)}


def ingress(rng):
  return {"spec": {"type": rng.choice(("LoadBalancer", "LoadBalancer", "ClusterIP"))},
          "status": {"loadBalancer": rng.choice(
              ({}, {"ingress": []}, {"ingress": [{"ip": "10.0.0.1"}]}))}}


KINDS = (
    ("v1", "ConfigMap", lambda rng: {"data": {"a": "b"}}),
    ("v1", "Secret", lambda rng: {"data": {"a": "Yg=="}}),
    ("v1", "ServiceAccount", lambda rng: {}),
    ("v1", "Namespace", lambda rng: {"status": {"phase": "Active"}}),
    ("v1", "Service", ingress),
    ("networking.k8s.io/v1", "Ingress", ingress),
    ("v1", "PersistentVolumeClaim", lambda rng: {
        "spec": {"accessModes": ["ReadWriteOnce"]},
        "status": {"phase": rng.choice(("Bound", "Bound", "Pending"))}}),
    ("v1", "Pod", pod),
    ("apps/v1", "Deployment", lambda rng: workload(
        rng, ("updatedReplicas", "availableReplicas"), ("Available", "Progressing"))),
    ("apps/v1", "StatefulSet", stateful_set),
    ("apps/v1", "DaemonSet", lambda rng: {"status": counts(
        rng, "desiredNumberScheduled", "numberReady", "updatedNumberScheduled",
        "numberAvailable")}),
    ("apps/v1", "ReplicaSet", replica_set),
    ("batch/v1", "Job", lambda rng: {"status": status_of(
        rng, "Complete", "Failed", "Suspended")}),
    ("batch/v1", "CronJob", cron_job),
    ("autoscaling/v2", "HorizontalPodAutoscaler", lambda rng: {
        "spec": {"maxReplicas": 3.0, "scaleTargetRef": {"kind": "Deployment", "name": "d"}},
        "status": status_of(rng, "ScalingActive", "ScalingLimited", "FailedGetScale",
                            "AbleToScale")}),
    ("example.org/v1", "Bucket", lambda rng: {
        "spec": {"n": number(rng), "a": None, "k": rng.choice(("a", "b"))},
        "status": {"n": number(rng), "t": rng.choice(TIMES)} | status_of(rng, "Synced")}),
)
# A version of an object, as it may be written.
VERSIONS = ("apps/v1", "/apps/v1", "/v1", "v1", "apps//v1", "a/b/c", "", "batch/v1/", "apps")


def body(rng):
  version, kind, make = rng.choice(KINDS)
  one = {"apiVersion": version, "kind": kind, "metadata": {"name": f"n{rng.randrange(9)}"}}
  made = make(rng)
  one["metadata"] |= made.pop("metadata", {})
  one |= made
  for part in ("spec", "status"):
    if part in one and one[part] and rng.random() < 0.1:
      one[part] = dict(one[part])
      del one[part][rng.choice(list(one[part]))]
  if rng.random() < 0.03:
    one["apiVersion"] = rng.choice(VERSIONS)
  return one


def resource(one, ready=0, details=None):
  return {"resource": one, "connection_details": details or {}, "ready": ready}


def key_of(one):
  group, _, version = one.get("apiVersion", "").rpartition("/")
  return f"{group}_{version}_{one.get('kind', '')}"


def with_rules(rng, tree):
  """Rules for the kinds that are observed, in the input and in the context."""
  mine, library = {}, {}
  for one in tree["observed"]["resources"].values():
    if rng.random() < 0.7:
      text = conditions.made(rng, conditions.AUTO_READY)
      (mine if rng.random() < 0.7 else library)[key_of(one["resource"])] = text
  if mine:
    tree["input"]["celHealthCheckCustomization"] = mine
  if library:
    tree["context"] = {"lib": {"rules": library, "n": 1.0}}
    # Where nothing is, the Go function crashes if the input has rules, too.
    tree["input"]["celHealthCheckCustomizationFrom"] = (
        "gone" if rng.random() < 0.02 else
        rng.choice(("lib.rules", "[lib].rules", "lib[rules]", "lib", "[lib][rules]")))


def request(rng, rules):
  names = [f"r{i}" for i in range(rng.randrange(1, 6))]
  tree = {"tag": "t", "capabilities": [], "extra_resources": {}, "credentials": {},
          "required_resources": {}, "required_schemas": {}, "context": None,
          "observed": {"composite": resource({"apiVersion": "example.org/v1",
                                              "kind": "XApp", "metadata": {"name": "app"}}),
                       "resources": {}},
          "desired": {"composite": resource({"status": {"a": 1.0}}, rng.choice((0, 0, 1, 2)))
                      if rng.random() < 0.7 else None, "resources": {}},
          "input": {"apiVersion": "autoready.fn.crossplane.io/v1beta1", "kind": "Input"}}
  for name in names:
    one = body(rng)
    if rng.random() < 0.9:
      tree["observed"]["resources"][name] = resource(one)
    if rng.random() < 0.95:
      wanted = {key: one[key] for key in one if key in ("apiVersion", "kind", "spec")}
      ready = rng.choices((0, 1, 2, 7), (80, 10, 8, 2))[0]
      tree["desired"]["resources"][name] = resource(
          wanted, ready, {"k": b"v"} if rng.random() < 0.1 else None)
  if rng.random() < 0.15:
    tree["input"]["ttl"] = rng.choice(TTLS)
  if rules:
    with_rules(rng, tree)
  elif rng.random() < 0.3:
    tree["input"] = None
  if tree["input"] and rng.random() < 0.1:
    tree["input"]["apiVersion"] = rng.choice(
        ("auto-ready.fn.crossplane.io/v1beta1", "autoready.fn.crossplane.io/v1alpha1"))
  return tree


def one_rule(rng):
  """A request about one resource of a kind without a check, with a rule for it."""
  one = {"apiVersion": "example.org/v1", "kind": "Bucket", "metadata": {"name": "b"}}
  for part in ("spec", "status"):
    one[part] = {field: rng.choice(conditions.VALUES) for field in conditions.FIELDS[:5]
                 if rng.random() < 0.7}
  tree = request(rng, rules=False)
  tree["observed"]["resources"] = {"r": resource(one)}
  tree["desired"] = {"composite": None, "resources": {"r": resource(one)}}
  tree["input"] = {"apiVersion": "autoready.fn.crossplane.io/v1beta1", "kind": "Input",
                   "celHealthCheckCustomization": {
                       key_of(one): conditions.made(rng, conditions.AUTO_READY)}}
  return tree
