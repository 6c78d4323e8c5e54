# SPDX-License-Identifier: Apache-2.0
"""Rows of the section readiness."""
from rows.dependencies import things
from rows.messages import message
from rows.references import given
from rows.table import row

LIST = {"status": {"items": list(range(500))}}


def readiness(resources, observed=None, **section):
  """A request whose resources are desired, and observed as they say."""
  return message({}, given(readiness=section),
                 desired={"resources": things("r", resources)},
                 observed=observed or {})


@row("many patterns against long names, none of which matches", small=(50, 50),
     large=(500, 2000))
def readiness_patterns(rules, resources):
  # No two are equal, so that none is compiled once for all.
  return readiness(resources, rules=[
      {"resource": f"(r|rr)*x{number}", "ready": "Exists"}
      for number in range(rules)])


@row("an expression with a loop over a list of each resource", small=(10,),
     large=(400,))
def readiness_expressions(resources):
  return readiness(
      resources, observed=things("r", resources, **LIST), explain=True,
      rules=[{"resource": ".*", "readyWhen":
              "object.status.items.all(i, object.status.items.exists(j, j == i))"}])


@row("thousands of checks of each resource, the last of which fails",
     small=(500, 10), large=(5000, 1000))
def readiness_checks(checks, resources):
  return readiness(
      resources, observed=things("r", resources, status={"a": "x"}),
      rules=[{"resource": ".*", "checks": [
          *({"type": "NonEmpty", "fieldPath": "status.a"} for _ in range(checks)),
          {"type": "MatchTrue", "fieldPath": "status.a"}]}])


@row("patterns that are expected, none of which matches", small=(50, 50),
     large=(500, 5000))
def readiness_expected(patterns, resources):
  return readiness(resources, expect=[f"(r|rr)*x{number}"
                                      for number in range(patterns)])


@row("rules with expressions, and as many dependencies that they judge",
     small=(50, 50), large=(500, 500))
def readiness_of_dependencies(rules, entries):
  return message({}, given(
      readiness={"rules": [{"resource": f"z{number}", "readyWhen":
                            f"object.status.a{number} == '{'x' * 100}'"}
                           for number in range(rules)]},
      dependencies=[{"resource": f"d{number}", "dependsOn": [
          {"resource": f"e{each}"} for each in range(4)]}
                    for number in range(entries)]))
