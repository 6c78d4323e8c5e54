// SPDX-License-Identifier: Apache-2.0
#include "flags/flags.h"

#include <CLI/CLI.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "base/nearest_name.h"

namespace loom {
namespace {

absl::Status UnknownArgument(const CLI::App& app, const std::string& argument,
                             const CommandLine& line) {
  const std::string lists =
      absl::StrCat("`function-loom ", line.command, " --help` lists all");
  if (argument.empty() || argument[0] != '-') {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument ", argument, "\n  want ",
                     line.arguments, "; ", lists));
  }
  std::string flag = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  std::string nearest = NearestName(flag, names);
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown flag ", flag, "\n  ",
      nearest.empty() ? "" : absl::StrCat("did you mean ", nearest, "? "),
      lists));
}

}  // namespace

absl::Status ParseFlags(CLI::App& app,
                        const std::vector<std::string>& arguments,
                        const CommandLine& line, const bool& help) {
  try {
    // CLI11 takes arguments last to first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(error.what());
  }
  std::vector<std::string> rest = app.remaining();
  if (help || rest.empty()) return absl::OkStatus();
  return UnknownArgument(app, rest[0], line);
}

void PrintErrors(const absl::Status& status, std::ostream& err) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n')) {
    const bool advice = absl::StartsWith(line, "  ");
    err << (advice ? "" : "function-loom: error: ") << line << "\n";
  }
}

std::string FlagsText(const CLI::App& app, int column) {
  CLI::Formatter formatter;
  formatter.column_width(column);
  return formatter.make_groups(&app, CLI::AppFormatMode::Normal);
}

}  // namespace loom
