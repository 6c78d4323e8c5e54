# SPDX-License-Identifier: Apache-2.0
"""What several pages say, and the one place that decides.

  for problem in page_facts.wrong(root, {"README.md": "…"}): print(problem)
"""
import re

# The number after a pattern in the pages, where it comes from, and the pattern there. In
# the pages, any white space is a blank. At least one page says each.
NUMBERS = (
    (r"nested (\d+) levels|(\d+) levels of brackets", "src/base/limits.h",
     "kExpressionNesting"),
    (r"(\d+) operators, fields and calls in a row", "src/base/limits.h",
     "kExpressionHeight"),
    (r"Data per call: (\d+) \+ 3 x request"
     r"|(\d+) MiB plus three times the size of (?:the|its) request",
     "src/base/limits.h", "kMemory"),
    (r"use (?:up to )?(\d+) GiB more than when it is idle", "src/base/limits.h",
     "kMemoryShortBeyondIdle"),
    (r"[Aa]t (\d+) % of the pod's (?:memory )?limit", "src/base/limits.h",
     "kMemoryShortPercent"),
    (r"accepts up to (\d+) slow calls", "src/base/limits.h", "kSlowCalls"),
    (r"does not read a response within (ten) seconds", "src/base/limits.h",
     "kUnreadAnswerSeconds"),
    (r"A handshake may take (ten) seconds", "src/base/limits.h", "kHandshakeSeconds"),
    (r"files above (\d+) MiB", "src/tools/workspace/files.h", "kMostOfAFile"),
    (r"with more than (two) million values", "src/tools/yaml/nodes.cc", "kMostNodes"),
    (r"idles at (\d+) MB|\| idle \| – \| (\d+) MB", "test/suites/benchmark/README.md",
     r"\| RSS idle, MB \| ([\d.]+) \|"),
    (r"(?:[Cc]ommand above needs|cluster with) Crossplane (1\.\d+) or later",
     "package/crossplane.yaml", r'version: ">=v([\d.]+)\.0-0"'),
    (r"`pendingTTL` \((\d+) seconds\)|after (\d+) seconds while", "src/function/plan/settings.h",
     r"pending_ttl = absl::Seconds\((\d+)\)"),
    (r"takes effect when the response expires: after (\d+) seconds",
     "src/function/plan/settings.h", r" ttl = absl::Seconds\((\d+)\)"),
)
# How a page counts what the source counts in units.
WORDS = {"two": "2", "ten": "10"}

# What pages say in these words, because each promises it.
SENTENCES = {
    "a value that is read and missing never deletes a resource":
        ("README.md", "docs/faq.md", "docs/concepts.md"),
}

# What no page says, and why.
MISTAKES = (
    (r"^    \./test/run(?: --all)?(?: +#.*)?$", "the package suite needs root: sudo ./test/run"),
    (r"never shows values of Secrets", "a copy of a Secret that the call does not have is shown"),
    (r"Record calls .* without secrets", "copies that another function made are not known"),
)


def constants(source):
  """The numbers of a header, by name."""
  found = {}
  for name, value in re.findall(r"constexpr \w+ (\w+) = ([^;]+);", source):
    value = re.sub(r"(?<=\d)'(?=\d)", "", value)
    try:
      found[name] = eval(value, {"__builtins__": {}}, found)  # pylint: disable=eval-used
    except (NameError, SyntaxError, TypeError):
      continue
  return found


def expected_in(source, pattern):
  if pattern.isidentifier():
    number = constants(source)[pattern]
    for unit in (1 << 30, 1 << 20, 1_000_000):
      if number >= unit and number % unit == 0:
        return str(number // unit)
    return str(number)
  number = re.search(pattern, source)[1]
  return str(round(float(number))) if re.fullmatch(r"\d+\.\d", number) else number


def wrong(root, pages):
  """A line for each number that differs, and for each fact that no page states."""
  for pattern, why in MISTAKES:
    yield from (f"{name}: {found.strip()!r}: {why}" for name, text in pages.items()
                for found in re.findall(pattern, text, re.MULTILINE))
  pages = {name: re.sub(r"\s+", " ", text) for name, text in pages.items()}
  for pattern, source, where in NUMBERS:
    want = expected_in((root / source).read_text(encoding="utf-8"), where)
    found = [(name, match.group(), next(filter(None, match.groups())))
             for name, text in pages.items() for match in re.finditer(pattern, text)]
    if not found:
      yield f"no page has {pattern}"
    for name, said, number in found:
      if WORDS.get(number, number) != want:
        yield f"{name}: {said!r}, and {source} has {want}"
  for sentence, names in SENTENCES.items():
    for name in names:
      if name in pages and sentence not in pages[name].lower().replace("*", ""):
        yield f"{name} does not say {sentence!r}"
