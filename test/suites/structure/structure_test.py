#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the rules that the files of the repository keep.

Each function named rule_… yields a line for each violation of its rule. The last
line printed is "N passed, N failed".
"""
import ast
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "test/testing"))

# pylint: disable=wrong-import-position
import page_facts
import pypi

# The folders of src from the bottom up. Each may include itself and what stands before
# it; server and tools do not know each other.
FOLDERS = ("base", "data", "language", "crossplane", "sections", "function",
           "command_line", "server", "tools")
# The folders of src/tools likewise. A command knows no other command but `lint`, whose
# findings `render` and `test` print.
TOOLS = ("yaml", "findings", "schemas", "workspace", "run", "inputs", "test_files",
         "simulation", "provenance", "checks", "lint")
PRINT_FINDINGS = ("render", "test")
# The definition of a type, in a header and not inside another one.
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)[^;]*\{", re.MULTILINE)

# Files that are kept as they were taken over: the programs of the benchmark, so that
# measurements stay comparable for years, and recorded answers of the Go functions.
TAKEN_OVER = ("test/suites/benchmark/bench/", "test/suites/benchmark/floor/",
              "test/suites/oracle/cases/", "test/suites/oracle/native/",
              "test/suites/oracle/seeds/", "test/suites/oracle/compare.py",
              "test/suites/author/check.py", "test/suites/author/cases/")

# These folders may not use what IMPURE matches: transport, generated messages, logging
# and clocks.
PURE = ("src/base/", "src/data/", "src/language/", "src/crossplane/", "src/sections/",
        "src/function/plan/")
IMPURE = re.compile(
    r"grpc|\.pb\.h|google/protobuf|spdlog|absl/time/clock"
    r"|<chrono>|<ctime>|<time\.h>|<sys/time\.h>")

# Paths that exist on one machine only, and settings that name the registry of one
# network. Go, pip, npm and cargo take those settings from the environment.
MACHINE = re.compile(
    r"/(work|root|home/\w+|Users/\w+)/|GO(PROXY|SUMDB)=|GONO[A-Z]+="
    r"|index[-_]url\b|INDEX[_]URL|npm_config[_]registry|CARGO[_]REGISTR")

# Words and phrases that make a reader stop, and what to write instead.
STUMBLES = {
    r"told": "reported", r"mend(s|ed|ing)?": "fix", "in vain": "not used",
    "shall": "must", "whoever": "those who", "odd": "say what is wrong", "discreet": "redacted",
    "lanes?": "threads", r"peers?(?!\()": "clients", "anew": "again",
    "texts|a text(?! (file|editor|template|format))": "string",
    "(?<!data )(?<!protected )members?(?! below)": "field",  # those of C++ are meant
    r"(?<!in[ -])(?<!in\\-)places?": "location", "in place of": "instead of",
    "outside of": "outside", "whole numbers?": "integer",
    "(object|message|finding) a line": "one … per line", "one a line": "one per line",
    "a folder a topic": "one folder per topic", "lead resources to": "route resources to"}
STUMBLE = re.compile(r"\b(" + "|".join(STUMBLES) + r")\b")

# What a message says only if its writer thinks in another language, and what to write
# instead. Names come before nouns: "the `readiness` section", "a Ready condition".
TOO = re.compile(r", too\b(?! (?:few|many|much|small|large|long|short))")
HABITS = {
    r"\b[Gg]ive[ns]?\b": "pass, set, duplicate, missing argument",
    r"\b[Ww]ant(?:s|ed)?\b": "expected, expects, usage",
    TOO.pattern: "also, or nothing",
    r"\b(?:[Tt]he|[Ii]ts|[Aa]n?|[Nn]o) (?:section|transform|condition|patch)"
    r" (?:`\w+`|[A-Z][a-z]\w+)": "the name first"}
# Messages whose words are recorded, and compared byte for byte.
RECORDED = {
    "given transform type ": "function-patch-and-transform, for a type without its block",
    ", want 1": "the native cases of test/suites/oracle, if several objects match",
    ", want at least ": "the same, if too few do",
    "unexpected character, want colon": "net/netip of Go, for an IPv6 address in a URL"}

# What is quoted: code, links, and the lines of an example.
QUOTED = re.compile(r"`[^`]*`|\]\([^)]*\)|<\w+>|^\s*//\s{2,}.*$|^ {4,}.*$")

# A member that is a Mutex, and the types of mutexes that neither clang nor the thread
# sanitizer can check everywhere (base/mutex.h says why).
MUTEX = re.compile(r"^( *)(?:mutable )?Mutex (\w+);", re.MULTILINE)
OTHER_MUTEX = re.compile(r"\b(?:std::\w*mutex|absl::Mutex)\b")

# A file of ours that a comment names, and files of others that comments name.
NAMED_FILE = re.compile(r"(?<![\w/.-])((?:[\w-]+/)*[\w-]+\.(?:h|cc))\b")
FILES_OF_OTHERS = {"netinet/tcp.h", "wire_format_lite.cc", "grpc_plugin_registry.cc"}

# Figures that pages repeat: a row of the page of the benchmark, what a figure of it is
# divided by for the unit of the pages, and how the pages say it.
FIGURES = (
    ("RSS idle, MB", 1, r"idle \| – \| (\d+) MB", r"\| function-loom, \d+ lines \| 1 \| (\d+) MB",
     r"idles at (\d+) MB"),
    ("RSS, 8 medium in flight, MB", 1, r"40 resources \|[^|]*\| (\d+) MB"),
    ("RSS, 8 large in flight, MB", 1, r"400 resources \|[^|]*\| (\d+) MB"),
    ("RSS 5 s after large, MB", 1, r"5 s after these calls \|[^|]*\| (\d+) MB"),
    ("40 resources", 1000, r"40 resources \| ([\d.]+) ms"),
    ("400 resources", 1, r"400 resources \| ([\d.]+ to [\d.]+) ms"))

# Where each case of the specification is shown.
CASES_SHOWN = "test/suites/oracle/native/cases.tsv"

INCLUDE = re.compile(r'^#include ([<"][^>"]+[>"])', re.MULTILINE)


def files(*patterns):
  """The files of the repository: committed, or new and not ignored."""
  listed = subprocess.run(
      ["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", *patterns],
      cwd=ROOT, check=True, capture_output=True, text=True)
  return [name for name in listed.stdout.splitlines()
          if (ROOT / name).is_file() and not name.startswith(TAKEN_OVER)]


def text(name):
  return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def includes_of_ours():
  """What files of src include of src: (file, header), both as below src."""
  for name in files("src/*.cc", "src/*.h"):
    for include in INCLUDE.findall(text(name)):
      if include[0] == '"' and include[1:-1].split("/")[0] in FOLDERS:
        yield name.removeprefix("src/"), include[1:-1]


def rule_src_has_the_nine_folders():
  found = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
  for name in sorted(found ^ set(FOLDERS)):
    yield f"src/{name}: missing, or not in FOLDERS"


def rule_includes_point_down():
  for name, header in includes_of_ours():
    own, other = name.split("/")[0], header.split("/")[0]
    if own not in FOLDERS:
      continue  # main.cc
    if (FOLDERS.index(other) > FOLDERS.index(own)
        or {own, other} == {"server", "tools"}):
      yield f"src/{name}: {header}: {own} must not know {other}"


def rule_the_folders_of_tools_point_down():
  for name, header in includes_of_ours():
    if not (name.startswith("tools/") and header.count("/") > 1 and header.startswith("tools/")):
      continue
    own, other = name.split("/")[1], header.split("/")[1]
    below = (TOOLS[:TOOLS.index(own)] if own in TOOLS else
             TOOLS if own in PRINT_FINDINGS else TOOLS[:TOOLS.index("checks")])
    if other != own and other not in below:
      yield f"src/{name}: {header}: {own} must not know {other}"


def rule_a_section_knows_no_other_section():
  for name, header in includes_of_ours():
    if not (name.startswith("sections/") and header.startswith("sections/")):
      continue
    own, other = name.rsplit("/", 1)[0], header.rsplit("/", 1)[0]
    if not f"{other}/".startswith((f"{own}/", "sections/shared/")) and \
        not own.startswith(f"{other}/"):
      yield f"src/{name}: {header}: what two sections share is in sections/shared"


def rule_the_core_is_pure():
  for name in files("src/*.cc", "src/*.h"):
    if not name.startswith(PURE):
      continue
    for include in INCLUDE.findall(text(name)):
      if IMPURE.search(include):
        yield f"{name}: {include}"


def rule_values_are_looked_at_with_our_functions():
  """What is in a value may still be encoded, and RapidJSON would show that."""
  for name in files("src/*.cc", "src/*.h"):
    if name.startswith("src/data/value/"):
      continue
    for number, line in enumerate(text(name).splitlines(), 1):
      if re.search(r"Get(?:Object|Array)\(\)", line):
        yield f"{name}:{number}: use Members, Items or ItemAt (data/value/deferred.h)"


def cases():
  """The rows of the cases of the specification, as (number, places)."""
  for line in text(CASES_SHOWN).splitlines():
    if not line.startswith("#"):
      number, _, places = line.split("\t")
      yield int(number), places.split(" | ")


def is_shown(place, tests, checks):
  """Whether a place of cases.tsv exists. `tests` has the text of the sources of
  each test, by its name."""
  if place.startswith("e2e "):
    return f"def {place.removeprefix('e2e ')}(" in checks
  name, _, row = place.partition(": ")
  if re.fullmatch(r"\w+\.\w+", name):
    return any(f'"{row}"' in source if row else True
               for source in tests.get(name, []))
  native = (ROOT / CASES_SHOWN).parent / f"{place}.yaml"
  return any(path.exists() for path in (native, ROOT / place, ROOT / "test/suites" / place))


def rule_cases_of_the_specification_are_shown():
  wanted = range(1, 141)
  found = [number for number, _ in cases()]
  for number in sorted(set(wanted) ^ set(found)):
    yield f"{CASES_SHOWN}: {number} is missing, or none of the list"
  for number, times in collections.Counter(found).items():
    if times > 1:
      yield f"{CASES_SHOWN}: {number} is there {times} times"
  tests = collections.defaultdict(list)
  for name in files("test/*_test.cc"):
    # A literal may be broken into pieces over several lines.
    source = re.sub(r'"\n *"', "", text(name))
    for suite, test in re.findall(r"^TEST(?:_F)?\((\w+),\s*(\w+)\)", source,
                                  re.MULTILINE):
      tests[f"{suite}.{test}"].append(source)
  checks = "".join(text(name) for name in files("test/suites/e2e/lib/*.py"))
  for number, places in cases():
    for place in places:
      if not is_shown(place, tests, checks):
        yield f"{CASES_SHOWN}: {number}: there is no {place}"


def rule_protections_are_in_the_code():
  """What test/suites/faults/without takes out has to be there once, so that nobody finds
  out only when it is run."""
  tree = ast.parse(text("test/suites/faults/without"))
  table = next(node.value for node in tree.body if isinstance(node, ast.Assign)
               and node.targets[0].id == "PROTECTIONS")
  for name, code, *_ in ast.literal_eval(table):
    times = text(f"src/{name}").count(code)
    if times != 1:
      yield f"test/suites/faults/without: {code!r} is {times} times in src/{name}"


def rule_calls_use_no_hash_table_of_abseil():
  """If an allocation fails, those of 20220623 free what they never allocated
  (src/data/value/name_table.h). SecretTexts belongs to no call."""
  for name in files(*(f"src/{folder}/*" for folder in (
      "base", "data", "language", "crossplane", "sections", "function"))):
    if re.search("absl/container/(flat|node)_hash", text(name)) and name != "src/crossplane/objects/secret_texts.h":
      yield name


def rule_mutexes_guard_members():
  for name in files("src/*.cc", "src/*.h"):
    if name == "src/base/mutex.h":
      continue
    source = text(name)
    for found in OTHER_MUTEX.findall(source):
      yield f"{name}: {found}: want Mutex of base/mutex.h"
    for mutex in MUTEX.finditer(source):
      outer = mutex[1][2:]  # the indentation of the class
      start = max(source.rfind(f"\n{outer}{kind} ", 0, mutex.start())
                  for kind in ("class", "struct"))
      end = source.find(f"\n{outer}}};", mutex.end())
      if f"GUARDED_BY({mutex[2]})" not in source[start:end]:
        yield f"{name}: {mutex[2]} guards no member: want ABSL_GUARDED_BY"


def rule_files_say_their_license():
  patterns = ["*.cc", "*.h", "*.cmake", "*CMakeLists.txt", "*.py", "*.go"]
  scripts = [name for name in files(".ci", "examples", "test")
             if text(name).startswith("#!")]
  for name in files(*patterns) + scripts:
    head = "\n".join(text(name).splitlines()[:2])
    if "SPDX-License-Identifier: Apache-2.0" not in head:
      yield f"{name}: no SPDX line at the top"


def rule_types_have_names_of_their_own():
  """The linker takes two types of one name for one, and mixes up their code."""
  places = collections.defaultdict(list)
  for name in files("src/*.h"):
    for kind in TYPE.findall(text(name)):
      places[kind].append(name)
  for kind, headers in sorted(places.items()):
    if len(headers) > 1:
      yield f"{kind}: {', '.join(headers)}"


def rule_only_the_command_line_observes():
  """What a call costs must not depend on who looks at it."""
  for name in files("src/*.h", "src/*.cc"):
    if not name.startswith("src/tools/") and re.search(
        r":\s*public (?:\w+, public )?(?:Observer|PipelineWatch)\b", text(name)):
      yield f"{name}: only src/tools may observe calls"


def rule_sections_do_not_count_work():
  """What work costs is counted in the functions that do it (src/data/value/budget.h)."""
  counting = re.compile(r"\b(?:Spend|SpendNoted|Charge)\(|account\(\)\.(?:Note|End|Hold)"
                        r"|(?:remarks|results)\.(?:push|emplace)_back\(")
  for name in files("src/sections/*.h", "src/sections/*.cc"):
    for number, line in enumerate(text(name).splitlines(), 1):
      if counting.search(line.partition("//")[0]):
        yield (f"{name}:{number}: a section does not count work or text; use Outcome::Add, "
               "Call::Begin, or what src/data/value/budget.h has for it")


# A command reads each document and plans each input where it loads them. Of the places
# outside src/tools/yaml, the first five read what is loaded, kind_schemas.cc the schemas
# that are asked for, converter.cc and go_template what they convert and made, and the last
# two their own output.
READERS = {
    "ReadYaml": ("workspace/files.cc", "workspace/corpus.cc", "inputs/gather.cc",
                 "inputs/request_inputs.cc", "inputs/render_inputs.cc",
                 "schemas/kind_schemas.cc", "convert/converter.cc",
                 "convert/go_template/go_template_steps.cc",
                 "convert/go_template/native_input.cc",
                 "render/render_command.cc", "render/watched_render.cc"),
    "AddText": ("workspace/corpus.cc",),
    "ReadInput": ("workspace/input_mistakes.cc",),
    "PlanInput": ("workspace/input_mistakes.cc", "workspace/corpus.cc",
                  "convert/ready_rules.cc"),
}


def rule_documents_are_read_once():
  for name in files("src/tools/*.cc"):
    place = name.removeprefix("src/tools/")
    for function, readers in READERS.items():
      if place not in readers and not place.startswith("yaml/") and re.search(
          rf"\b{function}\(", text(name)):
        yield f"{name}: {function} is called in {', '.join(readers)} only; pass on what it returned"


def rule_headers_are_included_once():
  for name in files("*.h"):
    if "\n#pragma once\n" not in text(name):
      yield f"{name}: no #pragma once"


def rule_comments_name_files_that_exist():
  """A file is named as an include names it, or by its name alone in its own folder."""
  for name in files("src/*.h", "src/*.cc", "test/unit/*.h", "test/unit/*.cc"):
    folder = (ROOT / name).parent
    for number, line in enumerate(text(name).splitlines(), 1):
      for named in NAMED_FILE.findall(line.partition("//")[2]):
        known = any((place / named).exists() for place in (folder, ROOT / "src", ROOT))
        if not known and named not in FILES_OF_OTHERS:
          yield f"{name}:{number}: there is no {named}"


def rule_explain_names_every_section():
  """A section without a row was told to be "set outside function-loom"."""
  sections = re.findall(r'Dialect::kNative,\s+\.name = "(\w+)"',
                        text("src/function/plan/sections.cc"))
  rows = re.findall(r'\{"(\w+)", "\w+"\}', text("src/tools/provenance/sources.cc"))
  # It says whether resources are ready, and writes nothing else.
  for name in set(sections) - set(rows) - {"readiness"}:
    yield f"src/tools/provenance/sources.cc: there is no row for {name}"


def rule_checks_of_the_end_to_end_suite_exist():
  """The list and the methods are in different files, and CI does not run the suite."""
  listed = set(re.findall(r"\b[a-z_]+\b", " ".join(
      re.findall(r"(?:CHECKS|PROMISES|MOVES) = \(?(.*?)\)?\.split", text("test/suites/e2e/lib/check.py"), re.S))))
  methods = {name for file in files("test/suites/e2e/lib/*.py")
             for name in re.findall(r"def check_(\w+)\(self", text(file))}
  for name in listed - methods:
    yield f"test/suites/e2e/lib/check.py: there is no check_{name}"
  for name in methods - listed - {"delete"}:
    yield f"test/suites/e2e/lib: check_{name} is in no list of check.py"


def rule_no_machine_is_named():
  for name in files():
    if name.endswith((".gz", "go.sum")):
      continue
    for number, line in enumerate(text(name).splitlines(), 1):
      if MACHINE.search(line):
        yield f"{name}:{number}: {line.strip()[:60]}"


def prose():
  """What people read: pages, the manual, help, comments of headers. Lines of a file, those
  of code blocks left empty."""
  for name in files("*.md", "docs/*.1"):
    page = re.sub(r"^```.*?^```$", lambda block: "\n" * block.group().count("\n"),
                  text(name), flags=re.MULTILINE | re.DOTALL)
    yield name, page.splitlines()
  for name in files("src/*.h"):
    yield name, [line if line.lstrip().startswith("//") else ""
                 for line in text(name).splitlines()]


# A string of C++: a raw one, such as the text of --help, or one in one or more pieces.
LITERAL = re.compile(
    r'R"\((?P<raw>.*?)\)"|"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', re.DOTALL)


def messages():
  """The strings of two words and more in the sources, with their file and line."""
  for name in files("src/*.cc", "src/*.h"):
    source = text(name)
    for found in LITERAL.finditer(source):
      begin = source.rfind("\n", 0, found.start()) + 1
      if re.match(r"\s*(//|#)", source[begin:found.start()]):
        continue
      words = found["raw"] or "".join(
          re.findall(r'"((?:[^"\\\n]|\\.)*)"', found.group()))
      if found["raw"] and not words[0].isupper():
        continue  # a schema or a script
      if " " in words:
        yield name, source.count("\n", 0, found.start()) + 1, words


def rule_messages_use_the_words_of_the_field():
  for name, number, words in messages():
    found = STUMBLE.search(words)
    if found:
      yield f"{name}:{number}: {found.group()}: {words[:80]}"


def rule_messages_are_worded_as_english_is():
  for name, number, words in messages():
    if any(recorded in words for recorded in RECORDED):
      continue
    for habit, advice in HABITS.items():
      found = re.search(habit, words)
      if found:
        yield f"{name}:{number}: {found.group()}: {advice}: {words[:80]}"


def rule_recorded_words_are_in_the_sources():
  words = [words for _, _, words in messages()]
  for recorded in RECORDED:
    if not any(recorded in each for each in words):
      yield f"RECORDED: no source has {recorded!r}"


def rule_no_comment_and_no_page_ends_in_too():
  for name in files("src/*.cc", "src/*.h", "package/*", "*.md"):
    for number, line in enumerate(text(name).splitlines(), 1):
      if TOO.search(line):
        yield f"{name}:{number}: , too: write also, or nothing: {line.strip()[:80]}"


def rule_pages_use_the_words_of_the_field():
  for name, lines in prose():
    for number, line in enumerate(lines, 1):
      prose_of_line = QUOTED.sub("", line)
      # A sentence may begin with the word; a name in the code may contain it.
      found = STUMBLE.search(prose_of_line) or STUMBLE.search(
          re.sub(r"(^|[.|:] )([A-Z])", lambda m: m.group().lower(), prose_of_line))
      if found:
        yield f"{name}:{number}: {found.group()}: {line.strip()[:80]}"


def rule_figures_of_pages_are_those_of_the_benchmark():
  measured = text("test/suites/benchmark/README.md")
  pages = {page: text(page) for page in files("*.md")
           if not page.startswith("test/")}
  for row, unit, *said in FIGURES:
    figures = re.search(rf"^\| {re.escape(row)} \| ([\d.]+)(?: to ([\d.]+))?", measured,
                        re.MULTILINE)
    for page, found in ((page, found) for page, page_text in pages.items()
                        for way in said for found in re.finditer(way, page_text)):
      numbers = found[1].split(" to ")
      digits = [len(number.partition(".")[2]) for number in numbers]
      should = [f"{float(figure) / unit:.{places}f}"
                for figure, places in zip(filter(None, figures.groups()), digits)]
      if numbers != should:
        yield f"{page}: {found[0]}: the benchmark says {' to '.join(should)}"


def rule_the_page_of_the_installation_has_every_file_of_a_release():
  usage = text("package/release").partition("set -")[0]
  page = text("docs/installing.md")
  for name in sorted(set(re.findall(r"[\w-][\w.-]*\.(?:xpkg|gz|deb|json|txt|md|sh)\b", usage))):
    name = name.replace("VERSION", "0.1.0").replace("ARCH", "amd64")
    if name != "CMakeLists.txt" and f"`{name}`" not in page:
      yield f"docs/installing.md: no word about {name}"


def rule_versions_that_a_feature_needs_are_in_their_table():
  table = re.search(r"\| works from \|\n(.*?)\n\n", text("docs/versions.md"), re.DOTALL)[1]
  known = set(re.findall(r"\d+\.\d+(?:\.\d+)?", re.sub(r"^\|[^|]*\|", "", table, flags=re.M)))
  for page in files("README.md", "docs/*.md", "src/*.cc"):
    # A message may be broken into pieces.
    for needed in re.findall(r"Crossplane\s(\d+\.\d+(?:\.\d+)?)\s(?:or|and)\slater",
                             re.sub(r'"\s+"', "", text(page))):
      if needed not in known:
        yield f"{page}: no row of docs/versions.md says what works from {needed}"


def rule_names_of_the_release_have_one_version():
  """CMakeLists.txt has it; what people copy has to be the same."""
  version = re.search(r"^project\(.* VERSION ([\d.]+)", text("CMakeLists.txt"),
                      re.MULTILINE).group(1)
  named = re.compile(r"function-loom(?:@v|:v|_)(\d+\.\d+\.\d+)")
  for name in files("*.md", "examples/*", "action.yml", ".pre-commit-hooks.yaml",
                    "package/function-loom.sh"):
    if name == "CHANGELOG.md" or not (ROOT / name).is_file():
      continue
    for found in named.finditer((ROOT / name).read_text(errors="replace")):
      if found.group(1) != version:
        yield f"{name}: {found.group()}, and CMakeLists.txt has {version}"
  if f'default: "{version}"' not in text("action.yml"):
    yield f"action.yml installs another version than {version}"


def rule_pages_agree_with_the_sources_and_each_other():
  yield from page_facts.wrong(
      ROOT, {name: text(name) for name in files("*.md", "docs/*.1")})


def rule_the_readme_is_read_in_a_few_minutes():
  words = len(text("README.md").split())
  if words > 900:
    yield f"README.md has {words} words, at most 900 are read"


def rule_the_page_of_the_tests_names_every_suite():
  suites = set(re.findall(r'^  "([\w.-]+)\|', text("test/run"), re.M))
  table = "".join(re.findall(r"^\|([^|]*)\|", text("test/README.md"), re.M))
  named = set(re.findall(r"`([\w.-]+)", table))
  for name in sorted(suites - named):
    yield f"test/README.md: no row names the suite {name}"


def rule_sources_are_formatted():
  formatter = pypi.installed("format", "clang-format==14.0.6") / "bin/clang-format"
  result = subprocess.run(
      [formatter, "--dry-run", "-Werror", *files("*.cc", "*.h")],
      cwd=ROOT, capture_output=True, text=True)
  yield from sorted({line.split(":")[0] + ": clang-format would change it"
                     for line in result.stderr.splitlines()
                     if ": error: " in line})


# What only one page says; the others link to it. Two lists of what decides readiness once
# differed. Pages may repeat a word of these, and not the sentence.
ON_ONE_PAGE = {
    r"it is not observed, it is not ready": "docs/readiness.md",
    r"all replicas are updated and available, and it is Available": "docs/readiness.md",
    r"2,000 elements of `dependsOn`": "docs/dependency-rules.md",
    r"stops at the first deletion that a Usage blocks": "docs/dependency-rules.md",
    r"--cascade=foreground": "docs/dependencies.md",
    r"`enableDeletionSequencing: true` \|": "docs/from-sequencer.md",
    r"\| rules from the context \|": "docs/from-auto-ready.md",
    r"levels of brackets, conditions and calls": "docs/expression-language.md",
    r"renames all items after it": "docs/expressions.md",
    r"\| KB of values that are read \|": "test/suites/benchmark/README.md",
}


def rule_rules_of_order_readiness_and_cost_stand_on_one_page():
  for words, page in ON_ONE_PAGE.items():
    found = [name for name in files("docs/*.md", "test/*.md", "README.md")
             if re.search(words, re.sub(r"\s+", " ", text(name)))]
    if found != [page]:
      yield f"{words}: {', '.join(found) or 'no page'}, but it belongs to {page}"


def section(page, heading):
  return re.search(rf"^#+ {heading}$(.*?)(?=^#|\Z)", text(page), re.M | re.S).group(1)


def rule_pages_list_the_built_in_kinds_and_the_names_of_expressions():
  listed = section("docs/readiness.md", "Built-in kinds")
  for version, kind in re.findall(
      r'^    \{"([\w./]+)", "(\w+)",',
      text("src/sections/shared/readiness_checks/kind_check.cc"), re.M):
    if not re.search(rf"^\|[^|]*\b{kind}\b[^|]*\|", listed, re.M):
      yield f"docs/readiness.md lacks {kind}"
    if f"`{version}`" not in re.sub(r"\s+", " ", listed):
      yield f"docs/readiness.md lacks {version}, the version of {kind}"
  names = (section("docs/expression-language.md", "Where expressions are used") +
           section("docs/expression-language.md", "Names"))
  for name in re.findall(r'^      \{"(\w+)",',
                         text("src/language/cel/program/expression_names.cc"), re.M):
    if f"`{name}`" not in names:
      yield f"docs/expression-language.md lacks {name}"


def rule_the_language_lists_every_function():
  listed = set(re.findall(r"\w+", section("docs/expression-language.md", "The language")))
  for name in files("src/language/cel/functions/*.cc"):
    for function in re.findall(r'\{"(?:\w+(?:<[^"(]*>)?\.)?(\w+)\([^"]*\): [^"]*"',
                               text(name)):
      if function not in listed and not function.startswith("_"):
        yield f"docs/expression-language.md lacks {function}"
  for macro in re.findall(r'^    \{"(\w+)", MacroKind',
                          text("src/language/cel/syntax/macros.cc"), re.M):
    if macro not in listed:
      yield f"docs/expression-language.md lacks the macro {macro}"


def headings(page):
  """The headings of a Markdown page, and its own anchors, by the name by which each is linked."""
  prose = re.sub(r"^```.*?^```", "", text(page), flags=re.MULTILINE | re.DOTALL)
  own = re.compile(r'<a id="([^"]*)"></a>')
  named = [own.sub("", heading) for heading in re.findall(r"^#+ (.*)$", prose, re.MULTILINE)]
  return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-"): heading
          for heading in named} | {name: "" for name in own.findall(prose)}


def rule_links_of_pages_lead_somewhere():
  for page in files("*.md"):
    folder = (ROOT / page).parent
    for link in re.findall(r"\]\(([^)\s]+)\)", text(page)):
      target, _, anchor = link.partition("#")
      if "://" in link:
        continue
      path = (folder / target).resolve() if target else ROOT / page
      if not path.exists():
        yield f"{page}: {link}: there is no such file"
        continue
      if path.is_dir():
        path /= "README.md"
      # A picture may say after # for which colors it is.
      if anchor and path.suffix == ".md" and anchor not in headings(path.relative_to(ROOT)):
        yield f"{page}: {link}: there is no such heading"


def rule_links_in_parentheses_have_the_title_that_they_lead_to():
  link = re.compile(r"\(\[([^]]+)\]\(((?:docs/|\.\./docs/)?[\w-]+\.md)?(?:#([\w-]+))?\)\)")
  for page in files("README.md", "docs/*.md"):
    for title, target, anchor in link.findall(text(page)):
      path = ((ROOT / page).parent / target).resolve() if target else ROOT / page
      if not path.exists():
        continue
      there = headings(path.relative_to(ROOT))
      meant = there.get(anchor) if anchor else next(iter(there.values()), None)
      if meant and " ".join(title.split()) != meant:
        yield f"{page}: ({title}) leads to {meant!r}"


def rule_workflows_pass_actionlint():
  """Checks nothing if test/suites/workflows/run, which installs actionlint, never ran."""
  for program in sorted((ROOT / "build/tools").glob("actionlint-*"))[-1:]:
    result = subprocess.run([program, "-oneline"], cwd=ROOT,
                            capture_output=True, text=True)
    yield from result.stdout.splitlines()
    if result.returncode > 1:
      yield result.stderr.strip()


def main():
  passed = failed = 0
  for name, rule in sorted(globals().items()):
    if not name.startswith("rule_"):
      continue
    broken = list(rule())
    title = name.removeprefix("rule_").replace("_", " ")
    if broken:
      failed += 1
      print(f"FAILED {title}")
      print("".join(f"    {line}\n" for line in broken), end="")
    else:
      passed += 1
      print(f"ok {title}")
  print(f"{passed} passed, {failed} failed")
  return failed > 0


if __name__ == "__main__":
  sys.exit(main())
