// SPDX-License-Identifier: Apache-2.0
// DeclaredFlag declares a flag of a command. The parser and the help page use the same
// declarations. Only flags.cc includes CLI11.
//
//   std::string file, output = "yaml";
//   bool help = false;
//   const std::vector<DeclaredFlag> flags = {
//       {"FILE", &file},
//       {"--output", &output, "yaml|json", "How it is printed (yaml).", "Output"},
//       {"-h,--help", &help, "", "Show this help.", "Output"}};
//   const CommandLine line = {"render", "XR COMPOSITION"};
//   LOOM_RETURN_IF_ERROR(ParseFlags(flags, arguments, line, help));
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "command_line/help.h"

namespace loom {

// The variable that receives the value of a flag. A flag with a bool takes no value. A
// flag with a list can be repeated. A function gets the value as the user typed it; if
// it returns an error, the name of the flag is put before the message.
using FlagTarget =
    std::variant<bool*, int*, uint64_t*, std::string*,
                 std::vector<std::string>*,
                 std::function<absl::Status(const std::string&)>>;

struct DeclaredFlag {
  // "-q,--quiet", short names first. A name without a dash ("FILE") declares a
  // positional argument. Positional arguments are filled in order, and a list takes the
  // rest.
  std::string names;
  FlagTarget target;
  // As shown on the help page (help.h). A flag of the group "" is not shown.
  std::string value = {};
  std::string description = {};
  std::string group = {};

  // The allowed values. Empty or unset means any value. One of these words,
  std::vector<std::string> one_of = {};
  // a number from the first to the second,
  std::optional<std::pair<int, int>> range = {};
  // a number above zero,
  bool positive = false;
  // or one of these words or one of their numbers. The target gets the number.
  std::map<std::string, int> numbers = {};
  // The separator of list elements within one value; 0 for none. A list with a
  // separator also takes the arguments that follow the value, up to the next flag.
  char delimiter = 0;
  // For a string: the value may be left out, and the target then gets "true". A value
  // stands after `=`.
  bool value_is_optional = false;
  // The environment variable that is read if the flag is not given.
  std::string variable = {};
};

// Parses the arguments into the targets of the flags. If `help` is true after parsing,
// because --help was given, unknown arguments are not errors. A value can be empty:
// `--flag=`. A short flag can also take its value after `=`, and `--` ends the flags.
// `more` lists further flags of the command that can be suggested for an unknown flag.
//
// InvalidArgument: an argument is invalid; the second line of the message gives advice.
absl::Status ParseFlags(const std::vector<DeclaredFlag>& flags,
                        const std::vector<std::string>& arguments,
                        const CommandLine& line, const bool& help,
                        const std::vector<Flag>& more = {});

// Parses the arguments for a command that handles the rest itself: returns the unknown
// arguments, and `--` if it ends the flags.
absl::StatusOr<std::vector<std::string>> ParseKnownFlags(
    const std::vector<DeclaredFlag>& flags,
    const std::vector<std::string>& arguments);

// Returns the flags for the help page in declaration order, without positional
// arguments and without flags of the group "".
std::vector<Flag> FlagsOf(const std::vector<DeclaredFlag>& flags);

// Returns the names in the notation of the help page: "yaml|json".
template <typename T, size_t kSize>
std::string WordsText(const std::pair<absl::string_view, T> (&rows)[kSize]) {
  std::string words;
  for (const auto& [name, value] : rows) {
    absl::StrAppend(&words, words.empty() ? "" : "|", name);
  }
  return words;
}

// Returns the value whose name was given to the flag. InvalidArgument: no row has this
// name.
template <typename T, size_t kSize>
absl::StatusOr<T> Choose(absl::string_view flag, absl::string_view name,
                         const std::pair<absl::string_view, T> (&rows)[kSize]) {
  std::string names;
  for (const auto& [each, value] : rows) {
    if (each == name) return value;
    absl::StrAppend(&names, names.empty() ? "" : ", ", each);
  }
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " ", name, ": expected one of ", names));
}

}  // namespace loom
