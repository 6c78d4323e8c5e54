# SPDX-License-Identifier: Apache-2.0
"""The differences that are meant. Each is a row of docs/differences.md, by its first cell.

  differences.row_of("sequencer", asked, found)     # the row that explains all that is
                                                    # found, or None
"""
import json
import re

from google.protobuf import json_format

from roots import ROOT

FATAL, WARNING = 1, 2
# What cel-go says of a loop over an object, of a conversion of what it knows late, and of
# a type that it guesses.
REFUSED_BY_CEL = re.compile(
    r"cannot be range of a comprehension|type conversion error|no matching overload"
    r"|no such overload: (bool|int|uint|double|string|bytes|timestamp|duration)\(")

# An expression that reads readiness: a field, or whole messages that it compares.
READS_READY = re.compile(r"\.ready|[=!]= ?(observed|desired)\b|\b(observed|desired)[\w.]* ?[=!]=")


def messages(answer, severity=None):
  return [result.message for result in (answer.response.results if answer.response else ())
          if severity is None or result.severity == severity]


class Seen:
  """A case that differs, as the rows below ask about it."""

  def __init__(self, function, asked, found):
    self.function, self.found = function, found
    self.input = asked.case.tree["input"] or {}
    self.text = json.dumps(self.input)
    self.objects = json.dumps(asked.case.tree["observed"], default=repr)
    self.desired = json.dumps(asked.case.tree["desired"], default=repr)
    self.theirs, self.ours = asked.answers
    self.refused = " ".join(messages(self.theirs, FATAL))
    self.we_refuse = " ".join(messages(self.ours, FATAL))
    self.warned = " ".join(messages(self.theirs, WARNING))
    self.we_warn = " ".join(messages(self.ours, WARNING))

  def only(self, pattern):
    """Whether all that differs is at paths like this."""
    return all(re.search(pattern, path) for path, *_ in self.found)


def numbers_in_strings(seen):
  text = " ".join(str(theirs) for _, theirs, _ in seen.found)
  formatted = re.search(r"%!|e\+\d|0X1|p-\d|float64", text, re.I)
  # A further transform has hashed, encoded or trimmed what was formatted.
  transformed = '"fmt"' in seen.text and re.search('"(convert|trim|regexp)"', seen.text)
  # 1.2345678e+07 is no base64, and 12345678 is.
  decoded = ("not valid base64" in seen.refused + seen.warned
             and re.search(r": \d{7,}(\.0)?[,}]", seen.text + seen.objects + seen.desired))
  return bool(formatted or decoded or transformed and seen.only(r"^desired\.")) \
      and not seen.we_refuse


def unused(seen):
  return "cannot unmarshal JSON" in seen.refused and not seen.we_refuse


def without_fields(seen):
  fields = {name for name, value in seen.input.items() if value}
  return not fields - {"apiVersion", "kind", "metadata"} and (
      seen.only(r"\.(details|ready)\b") or "resources: Required value" in seen.refused
      or "not an input of function-loom" in seen.we_refuse)


def loosely_stored(seen):
  """Ready here, because the malformed field is not read; or ready there, because the
  condition is malformed in a field that its kind does not have."""
  return seen.only(r"^desired\.resources.*\.ready$") and all(
      (theirs, ours) == (0, 1) or (theirs, ours) == (1, 0) and
      "observedGeneration" in seen.objects for _, theirs, ours in seen.found)


def long_label(seen):
  """An Optional label whose value is longer than 4 KiB counts as missing."""
  return ("Optional" in seen.text and seen.only(r"^(requirements|context)\[")
          and bool(re.search(r'"[^"]{4097,}"', seen.objects)))


def in_another_order(seen):
  """The lists of the context have the same objects."""
  def lists(answer):
    context = json_format.MessageToDict(answer.response.context)
    named = context.get("apiextensions.crossplane.io/extra-resources") or {}
    return {name: sorted(json.dumps(one, sort_keys=True) for one in each) for name, each in named.items()}
  return ("sortByFieldPath" in seen.text and seen.only(r"^context\[")
          and lists(seen.theirs) == lists(seen.ours))


# The table: the functions, the first cell of the row, and when it explains a case. The
# first row that does is counted.
ROWS = (
    ("patch-and-transform", "Numbers in strings", numbers_in_strings),
    ("patch-and-transform", "`MatchInteger`",
     lambda seen: "not a (int64) number" in seen.warned),
    ("patch-and-transform", "Appending lists",
     lambda seen: "AppendArrays" in seen.text and not seen.we_refuse),
    ("patch-and-transform", "`map` to null; a `match` pattern without `type`",
     lambda seen: ("match" in seen.refused + seen.warned or "map" in
                   seen.refused + seen.warned) and not seen.we_refuse),
    ("patch-and-transform", "`clampMin`, `clampMax`", lambda seen: "clampM" in seen.text),
    ("patch-and-transform", "`Join`", lambda seen: '"Join"' in seen.text),
    ("patch-and-transform", "Readiness from earlier steps",
     lambda seen: seen.only(r"\.ready$")),
    ("environment-configs", "`defaultData`", lambda seen: not seen.we_refuse and (
        "defaultData" in seen.text or seen.only("^context") and all(
            not isinstance(theirs, dict) for _, theirs, _ in seen.found))),
    ("environment-configs", "EnvironmentConfig without `data`",
     lambda seen: "data: no such field" in seen.refused and not seen.we_refuse),
    ("environment-configs", "Configs with several `toFieldPath`s",
     lambda seen: "toFieldPath" in seen.text and seen.only("^context")),
    ("environment-configs", "A selector with an unknown `mode`",
     lambda seen: "selector.mode: Invalid value" in seen.we_refuse),
    ("extra-resources", "Two entries with one `into`",
     lambda seen: "ref.name: Required value" in seen.we_refuse and not seen.refused),
    ("extra-resources", "A selector whose Optional label has no value",
     lambda seen: "cannot find expected extra resource" in seen.refused),
    ("extra-resources", "Sorting objects with equal sort keys", in_another_order),
    ("", "Secrets that a step has read",
     lambda seen: seen.only(r"loom\.fn\.crossplane\.io/redacted")),
    ("auto-ready", "Objects that the API server would not store",
     loosely_stored),
    ("auto-ready", "Expressions: NaN",
     lambda seen: "NaN values cannot be ordered" in seen.warned),
    ("sequencer", "Expressions: NaN",
     lambda seen: "NaN values cannot be ordered" in seen.refused),
    ("auto-ready", "Expressions: what is refused",
     lambda seen: bool(REFUSED_BY_CEL.search(seen.warned))),
    ("sequencer", "Two Usages with the same name",
     lambda seen: seen.only(r"^desired\.resources.*-usage\b")),
    ("sequencer", "Readiness that the contract does not define",
     lambda seen: '"ready": 7' in seen.desired and bool(READS_READY.search(seen.text))),
    ("sequencer", "A pattern that is not a regular expression, with deletion sequencing",
     lambda seen: (seen.theirs.code, seen.ours.code) == ("UNKNOWN", "OK")
     and "cannot compile regex" in seen.we_refuse),
    ("sequencer", "Expressions: what is refused",
     lambda seen: bool(REFUSED_BY_CEL.search(seen.refused)) and not seen.we_refuse),
    ("", "Inputs: fields of another type that have no effect", unused),
    ("", "Inputs without fields, of an unknown group", without_fields),
    ("", "Sizes", lambda seen: long_label(seen) or "too long" in seen.we_refuse or
     "bytes" in seen.we_refuse or "a width of at most" in seen.we_refuse),
    ("", "Mistakes that are rejected", lambda seen: bool(seen.refused and seen.we_refuse)),
    ("", "Values in errors", lambda seen: "it is not shown" in seen.we_refuse + seen.we_warn),
)


def row_of(function, asked, found):
  seen = Seen(function, asked, found)
  for of, title, explains in ROWS:
    same = seen.theirs.code == seen.ours.code or "cannot compile regex" in seen.we_refuse
    if of in ("", function) and same and explains(seen):
      return title
  return None


def check_rows():
  """Every row has to be one of the page, once: below the heading of its function, or of all."""
  page = (ROOT / "docs/differences.md").read_text(encoding="utf-8")
  sections = dict(re.findall(r"^## (.*)\n([^\0]*?)(?=^## |\Z)", page, re.MULTILINE))
  for of, title, _ in ROWS:
    row = f"\n| {title} |"
    below = sections[f"function-{of}"] if of else ""
    if page.count(row) != 1 or row not in below + sections["All inputs"]:
      raise SystemExit(f"docs/differences.md has no row {title}, or not of {of or 'all'}")
