// SPDX-License-Identifier: Apache-2.0
// What the commands share in reading their command lines, on top of CLI11.
//
//   ParseFlags(app, {"a", "--dif"}, {"render", "XR COMPOSITION"})
//       unknown flag --dif
//         did you mean --diff? `function-loom render --help` lists all
//   ParseFlags(app, {"a", "b", "c"}, {"render", "XR COMPOSITION"})
//       unexpected argument c
//         want XR COMPOSITION; `function-loom render --help` lists all
//   ParseFlags(app, {"a", "--output"}, {"render", "XR COMPOSITION"})
//       --output: a value is missing
//   Choose("--output", "yml", {{"yaml", kYaml}, {"json", kJson}})
//       --output yml: want one of yaml, json
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "command_line/help.h"

namespace loom {

// `app` allows extras, so that what it does not know is told here. InvalidArgument:
// an argument is wrong; a second line gives advice. `help` says whether --help was
// given, and then nothing else counts. A flag may have an empty value: `--flag=`. A short
// one may have its value behind `=`, too, and `--` ends flags. `more` are flags that the
// command knows besides those of `app`, one of which may be meant.
absl::Status ParseFlags(CLI::App& app,
                        const std::vector<std::string>& arguments,
                        const CommandLine& line, const bool& help,
                        const std::vector<Flag>& more = {});

// The same for who knows what to do with the rest: returns the arguments that `app`
// does not know, and `--` if it ends flags.
absl::StatusOr<std::vector<std::string>> ParseKnownFlags(
    CLI::App& app, const std::vector<std::string>& arguments);

// Prints the message of an error, as every command does: each line is an error of
// its own, except for those that are indented, which give advice.
//   function-loom: error: unknown flag --dif
//     did you mean --diff? `function-loom render --help` lists all
void PrintErrors(const absl::Status& status, std::ostream& err);

// The names as the value of a Flag (help.h): "yaml|json".
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
