// SPDX-License-Identifier: Apache-2.0
#include "tools/schema/schema_command.h"

#include <algorithm>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "tools/embedded.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"schema", "NAME"};

constexpr char kText[] = R"(Prints a JSON Schema (2020-12). NAME is

  composition  a Composition, including its inputs, for editors
  input        only an input of the function, native or drop-in
  test         a test for `function-loom test`
  test-results what `function-loom test --output json` prints
  render, lint, explain, convert
               what that command prints with --output json

  function-loom schema composition > composition.json

Then put this in the first line of a Composition:

  # yaml-language-server: $schema=composition.json
)";

constexpr ExitCode kExitCodes[] = {{0, "printed"}, {2, "unknown schema"}};

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& schema : EmbeddedSchemas()) {
    names.emplace_back(schema.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<const EmbeddedFile*> FindSchema(const std::string& name) {
  for (const EmbeddedFile& schema : EmbeddedSchemas()) {
    if (schema.name == name) return &schema;
  }
  const std::string nearest = NearestName(name, Names());
  return absl::NotFoundError(
      absl::StrCat(name.empty() ? "no schema is named" : "unknown schema ",
                   name, "\n  ", MeantHelp(nearest), nearest.empty() ? "" : " ",
                   "expected one of ", absl::StrJoin(Names(), ", ")));
}

// The schema of Compositions refers to the file of the schema of inputs. Editors need one
// file, so the definitions of the latter are added to it.
std::string WholeText(const EmbeddedFile& schema) {
  std::string text = schema.Text();
  if (absl::StrReplaceAll({{"\"input.json#/", "\"#/"}}, &text) == 0)
    return text;
  const std::string input = (*FindSchema("input"))->Text();
  text.pop_back();  // the closing brace
  return text + input.substr(input.find(",\"$defs\""));
}

std::vector<DeclaredFlag> Flags(std::string* name, bool* help) {
  return {{"NAME", name}, {"-h,--help", help, "", "Show this help.", "Output"}};
}

}  // namespace

HelpPage SchemaHelp() {
  std::string name;
  bool help = false;
  return {.line = kLine,
          .summary =
              "print the JSON Schema of an input, or of what a command prints",
          .text = kText,
          .flags = FlagsOf(Flags(&name, &help)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)},
          .words = Names()};
}

int RunSchema(const std::vector<std::string>& arguments, std::ostream& out,
              std::ostream& err) {
  std::string name;
  bool help = false;
  auto fail = [&](const absl::Status& status) {
    PrintErrors(status, err);
    return 2;
  };
  absl::Status parsed = ParseFlags(Flags(&name, &help), arguments, kLine, help);
  if (!parsed.ok()) return fail(parsed);
  if (help) {
    out << HelpText(SchemaHelp());
    return 0;
  }
  absl::StatusOr<const EmbeddedFile*> schema = FindSchema(name);
  if (!schema.ok()) return fail(schema.status());
  out << WholeText(**schema) << "\n" << std::flush;
  return out ? 0 : 2;
}

int SchemaCommand(int argc, const char* const* argv) {
  return RunSchema({argv, argv + argc}, std::cout, std::cerr);
}

}  // namespace loom
