# SPDX-License-Identifier: Apache-2.0
"""Whether two answers are the same, and what is said of those that are not.

  judge = Judge(contract, folder)
  judge.compare(broken=False, answers=[old, new])     # True: the same
  judge.report("golden/…", request, [old, new])         # if they are not

Two answers are the same if their status and all their bytes are. EXCEPTIONS has the
only other ones that are let pass, each with its reason, and they are counted.
"""
import collections
import difflib
import json
import shutil

from google.protobuf import json_format
from google.protobuf.message import DecodeError

SHOWN = 10  # differences; more are only counted
LINES = 40  # of each of them
NAMES = ("OLD", "NEW")
# How details begin that tell of an object which may be read in part.
READ_IN_PART = ("observed composite: ", "observed resource ", "required resource ",
                "context key ")


def unread_is_not_checked(_, old, new):
  """Reason: an object is decoded level by level, where a section looks at it. So it
  depends on the sections whether somebody finds out that a field is cut off, too deep,
  or has text that is not UTF-8. The input, and what a request consists of, are always
  read."""
  codes = sorted([old.code, new.code])
  refused = old if old.code == "INVALID_ARGUMENT" else new
  return (codes == ["INVALID_ARGUMENT", "OK"]
          and refused.details.startswith(READ_IN_PART)
          and "not a RunFunctionRequest" not in refused.details)


def unread_is_not_rewritten(judge, old, new):
  """Reason: a key that comes twice has the whole request rewritten, and with it the
  objects that are handed on as they came. In a field that no section reads it is not
  found any more. The messages have to mean the same."""
  return old.code == new.code == "OK" and judge.same_message(old, new)


def given_twice_is_refused(_, old, new):
  """Reason: a field or a key that is given twice had protobuf rewrite the request. No
  writer produces one, so it is an error that names the field."""
  return new.code == "INVALID_ARGUMENT" and new.details.endswith(" occurs twice")


def refused_in_other_words(_, old, new):
  """Reason: what protobuf refused was `not a RunFunctionRequest`. Now the message says
  what is malformed, and that it is the input."""
  return (old.code == new.code == "INVALID_ARGUMENT"
          and (old.details == "not a RunFunctionRequest"
               or new.details == f"input: {old.details}"))


# Those are for requests whose bytes no writer of protobuf makes (broken.py); others have
# none.
EXCEPTIONS = {
    "unread bytes are not checked": unread_is_not_checked,
    "unread keys that come twice do not have the request rewritten":
        unread_is_not_rewritten,
    "what is given twice is refused": given_twice_is_refused,
    "what is malformed is refused in other words": refused_in_other_words,
}


class Judge:

  def __init__(self, contract, folder):
    self.contract = contract
    self.folder = folder
    self.passed = 0
    self.different = 0
    self.shown = set()
    self.excepted = collections.Counter()
    self.answered = collections.Counter()

  def clear(self):
    """Empties the folder of differences."""
    shutil.rmtree(self.folder, ignore_errors=True)
    self.folder.mkdir(parents=True)

  def compare(self, broken, answers):
    """Whether the answers are the same, or are an exception."""
    old, new = answers
    self.answered["to odd bytes" if broken else self.summary(old)] += 1
    if old == new:
      self.passed += 1
      return True
    for title, applies in (EXCEPTIONS if broken else {}).items():
      if applies(self, old, new):
        self.excepted[title] += 1
        self.passed += 1
        return True
    return False

  def report(self, name, request, answers, notes=()):
    """Counts a difference, and shows the first of those that are not alike, whose
    requests are kept."""
    self.different += 1
    lines = self.difference(answers)
    if len(self.shown) == SHOWN or tuple(lines) in self.shown:
      return
    self.shown.add(tuple(lines))
    kept = self.folder / f"{len(self.shown)}.request"
    kept.write_bytes(request)
    print(f"\nDIFFERENT {name}\n  the request: {kept}")
    print("".join(f"  {line}\n" for line in [*notes, *lines]), end="", flush=True)

  def summary(self, answer):
    if answer.code != "OK":
      return answer.code
    response = self.response(answer.data)
    if response is None:
      return "too deep"
    if any(result.severity == 1 for result in response.results):
      return "FATAL"
    return "asks" if response.HasField("requirements") else "OK"

  def response(self, data):
    """None if Python's protobuf does not read it: it takes fewer levels."""
    try:
      return self.contract.Response.FromString(data)
    except DecodeError:
      return None

  def same_message(self, old, new):
    """Whether they mean the same; a key that comes twice has its last value."""
    return self.text(old) == self.text(new)

  def text(self, answer):
    """The answer as lines."""
    if answer.code != "OK":
      return [f"{answer.code}: {answer.details}"]
    response = self.response(answer.data)
    if response is None:
      return repr(answer.data).split("\\n")
    try:
      shape = json_format.MessageToDict(response)
    except (ValueError, json_format.Error):  # a number that JSON does not have
      return str(response).splitlines()
    return json.dumps(shape, indent=1, sort_keys=True,
                      ensure_ascii=False).splitlines()

  def difference(self, answers):
    """Lines that say where two answers differ."""
    old, new = answers
    lines = list(difflib.unified_diff(self.text(old), self.text(new), *NAMES, n=2,
                                      lineterm=""))
    if lines:
      more = len(lines) - LINES
      return [line[:300] for line in lines[:LINES]] + (
          [f"… and {more} lines more"] if more > 0 else [])
    at = next((i for i, (a, b) in enumerate(zip(old.data, new.data)) if a != b),
              min(len(old.data), len(new.data)))
    return [f"the same message in other bytes, from byte {at} of {len(old.data)} and "
            f"{len(new.data)}"] + [
                f"{name} … {answer.data[max(0, at - 40):at + 40]!r}"
                for name, answer in zip(NAMES, answers)]
