// SPDX-License-Identifier: Apache-2.0
#include "command_line/flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/strings.h"

namespace loom {
namespace {

bool IsFlag(const DeclaredFlag& flag) {
  return absl::StartsWith(flag.names, "-");
}

std::vector<std::string> NamesOf(const DeclaredFlag& flag) {
  return absl::StrSplit(flag.names, ',');
}

CLI::Option* AddTo(CLI::App& app, const DeclaredFlag& flag) {
  using Setter = std::function<absl::Status(const std::string&)>;
  if (auto* const* on = std::get_if<bool*>(&flag.target)) {
    return app.add_flag(flag.names, **on);
  }
  if (const auto* set = std::get_if<Setter>(&flag.target)) {
    return app.add_option_function<std::string>(
        flag.names, [&flag, set](const std::string& value) {
          const absl::Status status = (*set)(value);
          if (status.ok()) return;
          throw CLI::ValidationError(flag.names, std::string(status.message()));
        });
  }
  if (auto* const* list =
          std::get_if<std::vector<std::string>*>(&flag.target)) {
    CLI::Option* option = app.add_option(flag.names, **list);
    if (flag.delimiter != 0) return option->delimiter(flag.delimiter);
    return IsFlag(flag) ? option->allow_extra_args(false) : option;
  }
  if (auto* const* number = std::get_if<int*>(&flag.target)) {
    return app.add_option(flag.names, **number);
  }
  if (auto* const* number = std::get_if<uint64_t*>(&flag.target)) {
    return app.add_option(flag.names, **number);
  }
  std::string& text = *std::get<std::string*>(flag.target);
  return flag.value_is_optional ? app.add_flag(flag.names, text)
                                : app.add_option(flag.names, text);
}

// Returns a check of a value. CLI11's own check has another message in each version.
std::function<std::string(const std::string&)> InRange(
    std::pair<int, int> range) {
  return [range](const std::string& value) -> std::string {
    int number = 0;
    if (absl::SimpleAtoi(value, &number) && number >= range.first &&
        number <= range.second) {
      return "";
    }
    return absl::StrCat("expected an integer from ", range.first, " to ",
                        range.second, ", got ", value);
  };
}

// `app` allows extras, because unknown arguments are reported here.
void Declare(const std::vector<DeclaredFlag>& flags, CLI::App& app) {
  app.set_help_flag();
  app.allow_extras();
  for (const DeclaredFlag& flag : flags) {
    CLI::Option* option = AddTo(app, flag);
    if (!flag.one_of.empty()) option->check(CLI::IsMember(flag.one_of));
    if (flag.range.has_value()) option->check(InRange(*flag.range));
    if (flag.positive) option->check(CLI::PositiveNumber);
    if (!flag.numbers.empty()) {
      option->transform(CLI::CheckedTransformer(flag.numbers));
    }
  }
}

// Reads the environment variables of the flags that are not given. CLI11 can do that as
// well, but newer versions of it ignore a variable whose value is invalid.
void ReadVariables(const std::vector<DeclaredFlag>& flags, CLI::App& app) {
  for (const DeclaredFlag& flag : flags) {
    const char* value =
        flag.variable.empty() ? nullptr : std::getenv(flag.variable.c_str());
    CLI::Option* option = app.get_option(NamesOf(flag).back());
    if (value == nullptr || *value == '\0' || option->count() > 0) continue;
    option->add_result(value);
    option->run_callback();
  }
}

absl::Status UnknownArgument(const std::vector<DeclaredFlag>& flags,
                             const std::string& argument,
                             const CommandLine& line,
                             const std::vector<Flag>& more) {
  const std::string lists =
      absl::StrCat("`function-loom ", line.command, " --help` lists all");
  if (argument.empty() || argument[0] != '-') {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument ", argument, "\n  ",
                     line.arguments.empty()
                         ? "`function-loom --help` lists the commands"
                         : absl::StrCat("usage: function-loom ", line.command,
                                        " ", line.arguments, "; ", lists)));
  }
  std::string flag = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const DeclaredFlag& each : flags) {
    for (std::string& name : NamesOf(each)) {
      if (absl::StartsWith(name, "--")) names.push_back(std::move(name));
    }
  }
  for (const Flag& each : more) {
    names.insert(names.end(), each.names.begin(), each.names.end());
  }
  std::string nearest = NearestName(flag, names);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown flag ", flag, "\n  ", MeantHelp(nearest),
                   nearest.empty() ? "" : " ", lists));
}

// Rewords the messages of CLI11, such as `--output: 1 required TEXT missing` and
// `--timeout: At Most 1 required but received 2`.
std::string WordsFor(const CLI::ParseError& error) {
  std::string words = error.what();
  const absl::string_view flag =
      absl::string_view(words).substr(0, words.find(": "));
  constexpr char kTooMany[] = ": At Most 1 required but received ";
  if (absl::StrContains(words, kTooMany)) {
    return absl::StrCat(flag, " can be set only once");
  }
  if (absl::StrContains(words, " required ") &&
      absl::EndsWith(words, " missing")) {
    return absl::StrCat(flag, ": a value is missing");
  }
  return words;
}

// Replaces the short name of a flag by its long name: CLI11 would read `=true` in
// `-r=true` as more short flags, and `=a` in `-o=a` as the value.
std::string WithLongName(const CLI::App& app, const std::string& argument) {
  if (argument.size() < 3 || argument[0] != '-' || argument[2] != '=') {
    return argument;
  }
  const CLI::Option* option = app.get_option_no_throw(argument.substr(0, 2));
  if (option == nullptr || option->get_lnames().empty()) return argument;
  return absl::StrCat("--", option->get_lnames()[0], argument.substr(2));
}

// Prepares the arguments for CLI11, which takes them from last to first. It would also
// read `--flag=` as a flag whose value is the next argument.
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
    const std::vector<DeclaredFlag>& flags,
    const std::vector<std::string>& arguments) {
  CLI::App app;
  Declare(flags, app);
  try {
    app.parse(ForCli11(app, arguments));
    ReadVariables(flags, app);
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(WordsFor(error));
  }
  return app.remaining();
}

absl::Status ParseFlags(const std::vector<DeclaredFlag>& flags,
                        const std::vector<std::string>& arguments,
                        const CommandLine& line, const bool& help,
                        const std::vector<Flag>& more) {
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> rest,
                        ParseKnownFlags(flags, arguments));
  if (auto end = std::find(rest.begin(), rest.end(), "--"); end != rest.end()) {
    rest.erase(end);
  }
  if (help || rest.empty()) return absl::OkStatus();
  return UnknownArgument(flags, rest[0], line, more);
}

std::vector<Flag> FlagsOf(const std::vector<DeclaredFlag>& flags) {
  std::vector<Flag> shown;
  for (const DeclaredFlag& flag : flags) {
    if (flag.group.empty()) continue;
    shown.push_back({NamesOf(flag), flag.value, flag.description, flag.group});
  }
  return shown;
}

}  // namespace loom
