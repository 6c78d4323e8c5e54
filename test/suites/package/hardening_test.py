#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test/suites/package/hardening_test.py PRESET…: what the released programs were given
against somebody who found a mistake in them, read from the files of each build.
The last line is "N passed, N failed".

The programs are stripped, so whether the compiler guards stacks and sizes is
read from the objects that they are linked from.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "test/suites/crossplane"))

# pylint: disable=wrong-import-position
import rendering

# What each source of ours is compiled with.
FLAGS = ("-fstack-protector-strong", "-fstack-clash-protection",
         "-D_FORTIFY_SOURCE=3", "-D_GLIBCXX_ASSERTIONS")


def readelf(path, *flags):
  return subprocess.run(["readelf", "-W", *flags, path], check=True,
                        capture_output=True, text=True).stdout


class Program:
  """A program as its build left it."""

  def __init__(self, preset):
    self.build = ROOT / "build" / preset
    self.path = self.build / "function-loom"
    self.header = readelf(self.path, "-h")
    self.dynamic = readelf(self.path, "-d")
    # [(type, flags)], as in "LOAD … R E 0x1000".
    self.segments = re.findall(r"^  ([A-Z_]+) +(?:0x\w+ +){5}([RWE ]{3}) ",
                               readelf(self.path, "-l"), re.MULTILINE)

  def flags_of(self, kind):
    return [flags.strip() for name, flags in self.segments if name == kind]

  def objects(self):
    """Our own objects, by library, each with the names that it asks for."""
    for path in sorted(self.build.glob("src/CMakeFiles/*.dir/**/*.o")):
      library = path.relative_to(self.build / "src/CMakeFiles").parts[0]
      wanted = re.findall(r" UND (\w+)$", readelf(path, "-s"), re.MULTILINE)
      yield library, set(wanted)


def check_it_is_loaded_anywhere(program):
  if not re.search(r"Type: +DYN", program.header):
    yield "not a position-independent executable (DYN)"
  if program.flags_of("INTERP"):
    yield "it asks for a dynamic loader"
  if "(NEEDED)" in program.dynamic:
    yield "it asks for a shared library"
  if not re.search(r"\(FLAGS_1\).*\bPIE\b", program.dynamic):
    yield "its dynamic section does not say PIE"


def check_what_the_loader_wrote_is_read_only(program):
  if not program.flags_of("GNU_RELRO"):
    yield "no GNU_RELRO segment"
  if not re.search(r"\(FLAGS(_1)?\).*\b(BIND_)?NOW\b", program.dynamic):
    yield "it binds symbols later (no BIND_NOW)"


def check_no_text_is_relocated(program):
  if "(TEXTREL)" in program.dynamic or "TEXTREL" in program.dynamic:
    yield "TEXTREL: its code has to be written to"


def check_nothing_is_writable_and_executable(program):
  if not program.flags_of("LOAD"):
    yield "no segment was found to look at"
  for name, flags in program.segments:
    if "W" in flags and "E" in flags:
      yield f"a segment {name} is {flags}"


def check_the_stack_is_not_executable(program):
  if program.flags_of("GNU_STACK") != ["RW"]:
    yield f"GNU_STACK is {program.flags_of('GNU_STACK')}, want ['RW']"


def check_stacks_and_sizes_are_guarded(program):
  guarded, libraries, checked = set(), set(), 0
  for library, wanted in program.objects():
    libraries.add(library)
    if "__stack_chk_fail" in wanted:
      guarded.add(library)
    checked += any(re.fullmatch(r"__\w+_chk", name) for name in wanted)
  if not libraries:
    yield "there are no objects to look at"
  for library in sorted(libraries - guarded):
    yield f"no function of {library} guards its stack (__stack_chk_fail)"
  if not checked:
    yield "no size is checked (__memcpy_chk and the like)"


def check_every_source_is_compiled_with_the_flags(program):
  commands = json.loads((program.build / "compile_commands.json").read_text())
  # The sources of a folder are compiled as one (cmake/join.cmake).
  ours = [entry for entry in commands
          if entry["file"].startswith((f"{ROOT}/src/", f"{program.build}/src/"))]
  if len(ours) < 40:
    yield f"only {len(ours)} commands compile sources of ours"
  if not ours:
    yield "no command compiles a source of ours"
  for entry in ours:
    missing = [flag for flag in FLAGS
               if flag not in entry["command"].split()]
    if missing:
      yield f"{entry['file']}: without {' '.join(missing)}"


def check_it_does_not_say_where_it_was_built(program):
  content = program.path.read_bytes()
  for text in (f"{ROOT}/", "/sysroot-arm64"):
    place = content.find(text.encode())
    if place >= 0:
      yield f"it holds {content[max(0, place - 40):place + 80]!r}"


def check_it_is_stripped(program):
  if ".symtab" in readelf(program.path, "-S"):
    yield "it has a table of symbols"


def main():
  presets = sys.argv[1:] or ["release"]
  tally = rendering.Tally()
  for preset in presets:
    program = Program(preset)
    for name, check in sorted(globals().items()):
      if name.startswith("check_"):
        title = name.removeprefix("check_").replace("_", " ")
        tally.add(f"{preset}: {title}", "\n".join(check(program)))
  return tally.finish()


if __name__ == "__main__":
  sys.exit(main())
