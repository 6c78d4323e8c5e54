// SPDX-License-Identifier: Apache-2.0
#include "command_line/flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "base/nearest_name.h"
#include "base/status_macros.h"

namespace loom {
namespace {

absl::Status UnknownArgument(const CLI::App& app, const std::string& argument,
                             const CommandLine& line,
                             const std::vector<Flag>& more) {
  const std::string lists =
      absl::StrCat("`function-loom ", line.command, " --help` lists all");
  if (argument.empty() || argument[0] != '-') {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument ", argument, "\n  ",
                     line.arguments.empty()
                         ? "`function-loom --help` lists the commands"
                         : absl::StrCat("want ", line.arguments, "; ", lists)));
  }
  std::string flag = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  for (const Flag& each : more) {
    names.insert(names.end(), each.names.begin(), each.names.end());
  }
  std::string nearest = NearestName(flag, names);
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown flag ", flag, "\n  ",
      nearest.empty() ? "" : absl::StrCat("did you mean ", nearest, "? "),
      lists));
}

// What is wrong, in place of the words of CLI11: `--output: 1 required TEXT missing`,
// `--timeout: At Most 1 required but received 2`.
std::string WordsFor(const CLI::ParseError& error) {
  std::string words = error.what();
  const absl::string_view flag =
      absl::string_view(words).substr(0, words.find(": "));
  constexpr char kTooMany[] = ": At Most 1 required but received ";
  if (absl::StrContains(words, kTooMany)) {
    return absl::StrCat(flag, " is given more than once");
  }
  if (absl::StrContains(words, " required ") &&
      absl::EndsWith(words, " missing")) {
    return absl::StrCat(flag, ": a value is missing");
  }
  return words;
}

// CLI11 would take `=true` of `-r=true` for more short flags, and `=a` of `-o=a` for the
// value. So it gets the long name.
std::string WithLongName(const CLI::App& app, const std::string& argument) {
  if (argument.size() < 3 || argument[0] != '-' || argument[2] != '=') {
    return argument;
  }
  const CLI::Option* option = app.get_option_no_throw(argument.substr(0, 2));
  if (option == nullptr || option->get_lnames().empty()) return argument;
  return absl::StrCat("--", option->get_lnames()[0], argument.substr(2));
}

// CLI11 takes arguments last to first. It would also take `--flag=` for a flag whose
// value is the next argument.
std::vector<std::string> ForCli11(const CLI::App& app,
                                  const std::vector<std::string>& arguments) {
  std::vector<std::string> taken;
  bool ended = false;
  for (const std::string& given : arguments) {
    ended = ended || given == "--";
    const std::string argument = ended ? given : WithLongName(app, given);
    bool empty_value = !ended && argument.size() > 3 && argument[0] == '-' &&
                       argument.find('=') == argument.size() - 1;
    if (empty_value) {
      taken.push_back(argument.substr(0, argument.size() - 1));
      taken.emplace_back();
    } else {
      taken.push_back(argument);
    }
  }
  std::reverse(taken.begin(), taken.end());
  return taken;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ParseKnownFlags(
    CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    app.parse(ForCli11(app, arguments));
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(WordsFor(error));
  }
  return app.remaining();
}

absl::Status ParseFlags(CLI::App& app,
                        const std::vector<std::string>& arguments,
                        const CommandLine& line, const bool& help,
                        const std::vector<Flag>& more) {
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> rest,
                        ParseKnownFlags(app, arguments));
  if (auto end = std::find(rest.begin(), rest.end(), "--"); end != rest.end()) {
    rest.erase(end);
  }
  if (help || rest.empty()) return absl::OkStatus();
  return UnknownArgument(app, rest[0], line, more);
}

void PrintErrors(const absl::Status& status, std::ostream& err) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n')) {
    const bool advice = absl::StartsWith(line, "  ");
    err << (advice ? "" : "function-loom: error: ") << line << "\n";
  }
}

}  // namespace loom
