# SPDX-License-Identifier: Apache-2.0
"""What the recorded runs of all controllers share (seeds.py).

A case has a `name`, the `objects` of the cluster, and
  request()                     the composite, the observed and the desired resource
                                a, and the members of the input
  value(desired, composite)     what of the answer is compared, from both objects
  is_met(reason, value, told)   whether the answer is as recorded: the reason of the
                                condition (None: it is True or absent), that value,
                                and the condition as a whole
and may have `condition`, the type of the condition that it looks at.

A row of DIFFERS has what function-loom answers where it does not follow: the reason
and the value (None: the resource or the field is not there). INPUT: the author is told
that the input is wrong. PASSED_ON: the resource comes out as it went in, with all that
its provider is to do.
"""

GROUP = "demo.example"
INPUT = "input"
PASSED_ON = "passed on"


def composite(namespace):
  metadata = {"name": "x", **({"namespace": namespace} if namespace else {})}
  return {"apiVersion": "example.org/v1", "kind": "X", "metadata": metadata}
