# SPDX-License-Identifier: Apache-2.0
"""What the recorded runs of all projects share (seeds.py).

A case has a `name`, the `objects` of the cluster, what was `recorded`, and
  call()                        the request, without what Crossplane adds to it
  outcome(response)             what function-loom did, as a row of DIFFERS has it
  met(outcome, response)        whether that is what was recorded

Case is one of a controller, which has a single resource with references:
  request()                     the composite, the observed and the desired resource
                                a, and the members of the input
  value(desired, composite)     what of the answer is compared, from both objects
  is_met(reason, value, reported)   whether the answer is as recorded: the reason of the
                                condition (None: it is True or absent), that value,
                                and the condition as a whole
  condition                     the type of the condition that it looks at

A row of DIFFERS has what function-loom answers where it does not follow a controller:
the reason and the value (None: the resource or the field is not there). INPUT: the
author is reported that the input is wrong. PASSED_ON: the Object comes out as it was
recorded, with all that its provider is to do.
"""

GROUP = "demo.example"
INPUT = "input"
PASSED_ON = "passed on"
CAPABILITIES = ["CAPABILITY_CAPABILITIES", "CAPABILITY_REQUIRED_RESOURCES"]


def composite(namespace):
  metadata = {"name": "x", **({"namespace": namespace} if namespace else {})}
  return {"apiVersion": "example.org/v1", "kind": "X", "metadata": metadata}


def is_fatal(response):
  return any(one.get("severity") == "SEVERITY_FATAL"
             for one in response.get("results", []))


class Case:
  condition = "ReferencesResolved"

  def call(self):
    parts = self.request()
    made = {
        "meta": {"tag": self.name, "capabilities": CAPABILITIES},
        "observed": {"composite": {"resource": parts["composite"]}},
        "desired": {"resources": {"a": {"resource": parts["desired"]}}},
        "input": parts["input"],
    }
    if parts["observed"]:
      made["observed"]["resources"] = {"a": {"resource": parts["observed"]}}
    return made

  def reported(self, response):
    """The condition that the case looks at."""
    return next((one for one in response.get("conditions", [])
                 if one["type"] == self.condition), {})

  def outcome(self, response):
    if "rpcError" in response:
      return response["rpcError"]
    reported = self.reported(response)
    is_true = reported.get("status", "STATUS_CONDITION_TRUE").endswith("_TRUE")
    if is_fatal(response) and is_true:
      return INPUT
    desired = {} if is_fatal(response) else response.get("desired", {})
    resource = desired.get("resources", {}).get("a", {}).get("resource")
    value = self.value(resource, desired.get("composite", {}).get("resource"))
    return PASSED_ON if value == PASSED_ON else (
        None if is_true else reported["reason"], value)

  def met(self, outcome, response):
    return isinstance(outcome, tuple) and self.is_met(
        *outcome, self.reported(response))
