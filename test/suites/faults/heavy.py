# SPDX-License-Identifier: Apache-2.0
"""A call that takes long, by what an author may well write: a regular
expression that backtracks nowhere and is slow nevertheless."""
import random

import calls

PATTERN = "(?:a|b)*a(?:a|b){900}(c)"


def text():
  """The longest that such a pattern is still tried on, nearly."""
  choice = random.Random(1).choice
  return "".join(choice("ab") for _ in range(30_000)) + "a" + "b" * 900 + "c"


def call(matches):
  """Takes about half a second a match, and then has a right answer."""
  made = calls.Call()
  transform = {"type": "string", "string": {
      "type": "Regexp", "regexp": {"match": PATTERN, "group": 1}}}
  message = calls.request(
      {"region": made.region, "text": text()},
      [calls.bucket("bucket")] + [dict(
          calls.template(f"heavy-{number}", []),
          patches=[{"type": "PatchSet", "patchSetName": "heavy"}])
                                  for number in range(matches)],
      tag=made.region)
  message.input.update({"patchSets": [{
      "name": "heavy",
      "patches": [calls.patch("spec.text", "spec.found",
                              transforms=[transform])]}]})
  made.bytes = message.SerializeToString()
  return made
