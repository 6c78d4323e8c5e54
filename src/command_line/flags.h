// SPDX-License-Identifier: Apache-2.0
// The flags of a command, as rows: the help page and the parser are made of the same
// ones. flags.cc alone includes CLI11.
//
//   std::string file, output = "yaml";
//   bool quiet = false, help = false;
//   const std::vector<DeclaredFlag> flags = {
//       {"FILE", &file},
//       {"--output", &output, "yaml|json", "How it is printed (yaml).", "Output"},
//       {"-q,--quiet", &quiet, "", "No notes on stderr.", "Output"},
//       {"-h,--help", &help, "", "Show this help.", "Output"}};
//   const CommandLine line = {"render", "XR COMPOSITION"};
//   LOOM_RETURN_IF_ERROR(ParseFlags(flags, arguments, line, help));
//
//   arguments           error
//   a --dif             unknown flag --dif
//                         did you mean --diff? `function-loom render --help` lists all
//   a b c               unexpected argument c
//                         want XR COMPOSITION; `function-loom render --help` lists all
//   a b --output        --output: a value is missing
//
//   Choose("--output", "yml", {{"yaml", kYaml}, {"json", kJson}})
//       --output yml: want one of yaml, json
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

// Where the value of a flag is written. A bool makes the flag one without a value. A
// list makes it one that can be repeated. A function gets the value as it was typed;
// the message of an error follows the name of the flag.
using FlagTarget =
    std::variant<bool*, int*, uint64_t*, std::string*,
                 std::vector<std::string>*,
                 std::function<absl::Status(const std::string&)>>;

struct DeclaredFlag {
  // "-q,--quiet", short ones first. Without a dash ("FILE") it is an argument; these are
  // filled in their order, and a list takes all that are left.
  std::string names;
  FlagTarget target;
  // As on the help page (help.h), which does not show a flag of the group "".
  std::string value = {};
  std::string description = {};
  std::string group = {};

  // What the value may be, if not anything: one of these words,
  std::vector<std::string> one_of = {};
  // a number from the first to the second,
  std::optional<std::pair<int, int>> range = {};
  // a number above zero,
  bool positive = false;
  // or one of these words or of their numbers. The target gets the number.
  std::map<std::string, int> numbers = {};
  // What separates the elements of a list within one value. Such a list also takes the
  // arguments that follow the value, up to the next flag.
  char delimiter = 0;
  // The environment variable that is read if the flag is not given.
  std::string variable = {};
};

// Writes the arguments to the targets of the flags. InvalidArgument: an argument is
// wrong; a second line gives advice. `help` says whether --help was given, and then
// unknown arguments are no error. A flag may have an empty value: `--flag=`. A short
// flag may have its value behind `=`, too, and `--` ends flags. `more` are further flags
// of the command, one of which may be meant by an unknown one.
absl::Status ParseFlags(const std::vector<DeclaredFlag>& flags,
                        const std::vector<std::string>& arguments,
                        const CommandLine& line, const bool& help,
                        const std::vector<Flag>& more = {});

// The same for a command that knows what to do with the rest: returns the unknown
// arguments, and `--` if it ends flags.
absl::StatusOr<std::vector<std::string>> ParseKnownFlags(
    const std::vector<DeclaredFlag>& flags,
    const std::vector<std::string>& arguments);

// The flags for the help page, in the order of their declaration, without arguments
// and those of the group "".
std::vector<Flag> FlagsOf(const std::vector<DeclaredFlag>& flags);

// The names as the value of a flag: "yaml|json".
template <typename T, size_t kSize>
std::string WordsText(const std::pair<absl::string_view, T> (&rows)[kSize]) {
  std::string words;
  for (const auto& [name, value] : rows) {
    absl::StrAppend(&words, words.empty() ? "" : "|", name);
  }
  return words;
}

// The value of a flag that has one of a few names.
template <typename T, size_t kSize>
absl::StatusOr<T> Choose(absl::string_view flag, absl::string_view name,
                         const std::pair<absl::string_view, T> (&rows)[kSize]) {
  std::string names;
  for (const auto& [each, value] : rows) {
    if (each == name) return value;
    absl::StrAppend(&names, names.empty() ? "" : ", ", each);
  }
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " ", name, ": want one of ", names));
}

}  // namespace loom
