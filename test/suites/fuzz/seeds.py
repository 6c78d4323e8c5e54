#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/suites/fuzz/seeds.py FOLDER: makes what the fuzzers begin with from the requests
of test/suites/oracle and test/suites/golden, and from the expressions of unit tests: FOLDER/TARGET/
with a file for each seed, in the form that the comment of the target states, and
FOLDER/expressions.dict, the words of expressions. Nothing of it is committed."""
import ast
import hashlib
import itertools
import json
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "test/suites/oracle"))
import compare  # noqa: E402

LONGEST = 16 << 10

# A text of C++, raw or not, several of which may stand behind each other.
TEXT = r'(?:R"x\((?:.*?)\)x"|"(?:[^"\\\n]|\\.)*")'
# The members of an input whose value is an expression.
EXPRESSIONS = ("condition", "expression", "items", "key", "readyWhen", "when",
               "namespaceFromExpression", "celQuery")
# What the words of the tables do not have.
WORDS = ("==", "!=", "<=", ">=", "&&", "||", "?", ":", "[?", ".?", "in", "true",
         "false", "null", "//", "\n", "'", "\"", "'''", "b'", "r'", "0x1F", "1u", "1e9",
         "9223372036854775807", "-9223372036854775808", "18446744073709551615u",
         "1.7976931348623157e308", "'2024-02-29T12:00:00Z'", "'1h30m'", "'1.5Gi'",
         "'10.0.0.0/8'", "'::1'", "'%s'", "'%.3f'", "'(a|b)+'", "'é'", "[1, 2, 3]",
         "{'a': 1}", "lists.range(100)", ".map(x, x + x)", "cel.bind(x, ",
         "observed.resources['db'].resource", "observed.composite",
         ".connection_details", "object.spec.zones", "object.spec.tree.a",
         "required.nets[0]", "context.long.text", "context.long.list",
         "context.long.map", "object.spec.whole", "object.spec.none")


def requests():
  """Every request of the two, in the shape of protojson."""
  for path in sorted((ROOT / "test/suites/golden").rglob("request*.yaml")):
    yield yaml.safe_load(path.read_text(encoding="utf-8"))
  for folder in ("cases", "native"):
    for path in sorted((ROOT / "test/suites/oracle" / folder).rglob("*.yaml")):
      for case in compare.load_cases(path):
        yield case.played(as_peer=False).request


def texts(value, names):
  """Every text in a value whose member has one of the names."""
  if isinstance(value, dict):
    for name, member in value.items():
      if name in names and isinstance(member, str):
        yield member
      yield from texts(member, names)
  elif isinstance(value, list):
    for element in value:
      yield from texts(element, names)


def literal(text):
  """The characters of texts of C++ behind each other; None if Python reads them in
  another way."""
  characters = ""
  for part in re.findall(TEXT, text, re.DOTALL):
    if part.startswith("R"):
      characters += part[4:-3]
      continue
    try:
      characters += ast.literal_eval(part)
    except (SyntaxError, ValueError):
      return None
  return characters


def tested_expressions():
  """The texts of the unit tests of expressions, which are expressions or what they
  evaluate to; the fuzzer takes what is of use."""
  for folder in ("grammar", "cel", "celfunctions", "expression", "variables"):
    for path in sorted((ROOT / "test" / folder).glob("*_test.cc")):
      source = path.read_text(encoding="utf-8")
      for text in re.findall(rf"{TEXT}(?:\s*{TEXT})*", source, re.DOTALL):
        yield literal(text)


def words_of(row):
  """The words of a row of a table: of a function its name as it is called, from
  `list<A>.sum(): A` for instance `.sum(`; of a macro or a type its name."""
  signature = re.match(r"(?:(\w+<.*?>+|[A-Z]\w+|string|bytes|timestamp|duration)(?=\.))?"
                       r"(\.?[a-z][\w.]*\()", row)
  if signature:
    yield signature.group(2)
  elif re.fullmatch(r"[a-z][\w.]+", row):
    yield row


def words():
  """The words of expressions: signs, values, and the names of all functions."""
  yield from WORDS
  for folder in ("grammar", "celfunctions", "expression"):
    for path in sorted((ROOT / "src" / folder).glob("*.cc")):
      source = path.read_text(encoding="utf-8")
      for row in re.findall(r'\{(?:name )?"([^"]+)"', source):
        yield from words_of(row)


def dictionary():
  """The words in the form that libFuzzer reads."""
  for word in sorted(set(words())):
    yield '"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"'


def seeds(contract):
  """Pairs of a target and the bytes of a seed."""
  for shape in requests():
    request = contract.request(shape)
    wire = request.SerializeToString()
    yield "call", wire
    yield "wire", wire
    structs = [request.input, request.context, request.observed.composite.resource]
    structs += [r.resource for r in request.observed.resources.values()]
    for struct in structs:
      yield "struct_codec", struct.SerializeToString()
    yield "input", json.dumps(shape.get("input", {})).encode()
    composite = shape.get("observed", {}).get("composite", {}).get("resource", {})
    for path in texts(shape.get("input"), ("fromFieldPath", "toFieldPath")):
      yield "fieldpath", f"{path}\n{json.dumps(composite)}".encode()
    for pattern in texts(shape.get("input"), ("match", "regexp")):
      for text in (*texts(composite, ("text", "a", "name")), "a-b_1"):
        yield "regexp", f"{pattern}\n{text}".encode()


def expression_seeds():
  """The same, for the targets of expressions."""
  found = list(tested_expressions())
  for shape in requests():
    found += texts(shape.get("input"), EXPRESSIONS)
  for text in found:
    if text:
      yield "grammar", text.encode()
      yield "expression", text.encode()


def main():
  folder = pathlib.Path(sys.argv[1])
  contract = compare.Contract.from_folder(str(ROOT / "proto/apiextensions/fn/proto/v1"))
  for target, seed in itertools.chain(seeds(contract), expression_seeds()):
    if not 0 < len(seed) <= LONGEST:
      continue
    (folder / target).mkdir(parents=True, exist_ok=True)
    (folder / target / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
  (folder / "expressions.dict").write_text("\n".join(dictionary()) + "\n")


if __name__ == "__main__":
  main()
