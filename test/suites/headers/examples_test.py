#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of examples.py. The last line printed is "N passed, N failed".

    test/suites/headers/examples_test.py [COMPILER]
"""
import subprocess
import sys

import examples

# Text of a header, and the examples in it: the first line's number, and code.
FOUND = [
    ("Three spaces and a semicolon make an example.",
     "//   Pool pool;\n", [(1, "   Pool pool;")]),
    ("A remark may follow the semicolon.",
     "//   pool.Keep(text);   // a copy\n",
     [(1, "   pool.Keep(text);   // a copy")]),
    ("All lines of the block belong to it.",
     "// Words.\n//   if (ok)\n//     Stop();\n//   else\n// Words.\n",
     [(2, "   if (ok)\n     Stop();\n   else")]),
    ("An empty comment line ends it.",
     "//   A a;\n//\n//   B b;\n", [(1, "   A a;"), (3, "   B b;")]),
    ("The comment of a member has examples, too.",
     "class A {\n  //   A a;\n  A();\n};\n", [(2, "   A a;")]),
    ("A table is none.", "//   a1 a2   not a2 a1\n//   a/b ab\n", []),
    ("A semicolon within a line makes none.", "//   a; b\n", []),
    ("Prose is indented by one space.", "// It is so;\n", []),
    ("Code is no comment.", "   Pool pool;\n", []),
]

# An example, and whether a compiler takes it.
COMPILED = [
    ("It compiles.",
     '//   absl::Status at = Annotate(absl::OkStatus(), "patches[2]");\n', True),
    ("It may return an error.",
     '//   LOOM_RETURN_IF_ERROR(Annotate(status, "patches[2]"));\n', True),
    ("There is no such function.",
     '//   absl::Status at = Comment(absl::OkStatus(), "patches[2]");\n', False),
    ("It is not whole.",
     '//   absl::Status at = Annotate(…, "patches[2]");\n', False),
]


def check_found():
  for reason, text, want in FOUND:
    found = [(example.line, example.code)
             for example in examples.examples_of("base/a.h", text)]
    yield reason, found == want, found


def check_compiled(compiler):
  for reason, text, want in COMPILED:
    code = examples.source(examples.examples_of("base/errors.h", text))
    result = subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", "-Isrc", "-I.", "-x", "c++",
         "-"], cwd=examples.ROOT, input=code, capture_output=True, text=True)
    # An error is reported with its place in the header, not in the source.
    reported = "src/base/errors.h:1:" in result.stderr
    yield reason, (result.returncode == 0) == want and reported != want, result.stderr


def check_folders():
  folders = [path.name for path in (examples.ROOT / "src").iterdir()
           if path.is_dir()]
  count = sum(len(examples.examples_of_folder(folder)) for folder in folders)
  yield f"The headers have examples: {count}.", count > 0, count


def main():
  compiler = sys.argv[1] if len(sys.argv) > 1 else "c++"
  passed = failed = 0
  for reason, ok, found in [*check_found(), *check_compiled(compiler),
                            *check_folders()]:
    passed += ok
    failed += not ok
    print(f"ok {reason}" if ok else f"FAILED {reason}\n{found}")
  print(f"{passed} passed, {failed} failed")
  return failed > 0


if __name__ == "__main__":
  sys.exit(main())
