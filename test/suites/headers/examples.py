#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the C++ examples of the headers of src/ into a source that is compiled.

    test/suites/headers/examples.py FOLDER    prints that source for src/FOLDER

The build runs it for each top folder, so an example that no longer compiles breaks
the build. The compiler names the line of the header, not that of the source.

An example is a run of comment lines that are indented by three or more spaces,
at least one of which ends with `;`, or with `;` and a // remark. Any other
line, an empty comment line too, ends it. Each becomes the body of a function of
its own that returns absl::Status:

    // Annotate says where an error happened:
    //
    //   LOOM_RETURN_IF_ERROR(Annotate(status, "patches[2]"));

A table, YAML or other text is no example as long as none of its lines ends with
`;`. An example must be whole: `...` does not compile.

What an example uses and does not declare (here: status) is declared in
test/suites/headers/names.h for all folders. A name that means something else in one
folder, or that needs a header of it, is declared in test/suites/headers/names/FOLDER.h,
in a namespace of that folder, which hides names.h. Declarations are enough: nothing is linked or run.
"""
import pathlib
import re
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]
INDENTED = re.compile(r"\s*//   +\S")
STATEMENT = re.compile(r";\s*(//.*)?$")


class Example(typing.NamedTuple):
  header: str  # as it is included: base/errors.h
  line: int    # of its first line, from 1
  code: str


def examples_of(header, text):
  """The examples of a header with that text, in order."""
  found = []
  block = []
  for number, line in enumerate([*text.splitlines(), ""], 1):
    if INDENTED.match(line):
      block.append(line.split("//", 1)[1])
      continue
    if any(STATEMENT.search(each) for each in block):
      found.append(Example(header, number - len(block), "\n".join(block)))
    block = []
  return found


def examples_of_folder(folder):
  """The examples of the headers of src/FOLDER and of all folders below it."""
  found = []
  for path in sorted((ROOT / "src" / folder).rglob("*.h")):
    found += examples_of(str(path.relative_to(ROOT / "src")),
                         path.read_text(encoding="utf-8"))
  return found


def namespace(header):
  """The namespace of the examples of a header: base/errors.h has base."""
  return "_".join(pathlib.PurePosixPath(header).parent.parts)


def source(examples):
  """A C++ source with a function for each of the examples."""
  headers = dict.fromkeys(example.header for example in examples)
  includes = ["absl/status/status.h", "base/errors.h", *headers,
              "test/suites/headers/names.h"]
  for folder in dict.fromkeys(str(pathlib.PurePosixPath(header).parent)
                              for header in headers):
    if (ROOT / "test/suites/headers/names" / f"{folder}.h").is_file():
      includes.append(f"test/suites/headers/names/{folder}.h")
  lines = [f'#include "{include}"' for include in includes]
  for index, example in enumerate(examples):
    lines += [f"namespace loom::example::{namespace(example.header)} {{",
              f"absl::Status Example{index}() {{",
              f'#line {example.line} "src/{example.header}"',
              example.code,
              "return absl::OkStatus();",
              "}",
              "}"]
  return "\n".join(lines) + "\n"


def main():
  if len(sys.argv) != 2 or not (ROOT / "src" / sys.argv[1]).is_dir():
    print("usage: examples.py FOLDER, one of src/", file=sys.stderr)
    return 2
  print(source(examples_of_folder(sys.argv[1])), end="")
  return 0


if __name__ == "__main__":
  sys.exit(main())
