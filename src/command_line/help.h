// SPDX-License-Identifier: Apache-2.0
// HelpPage is what there is to know of a command: how it is called, its flags and its
// exit codes. --help, the completion of shells and the manual are made of it.
//
//   HelpPage page = {.line = {"lint", "FILE"}, .flags = FlagsOf(flags)};
//   std::string help = HelpText(page);
//
// A page has at most 60 lines of at most 100 characters, flags in groups:
//
//   Output:
//     --output text|json    How it is printed (text).
//     -q, --quiet           No notes on stderr.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct CommandLine {
  absl::string_view command;
  absl::string_view arguments;  // as its usage names them; may be empty
};

struct Flag {
  std::vector<std::string> names;  // as they are typed, short ones first
  // What its value is: FILE, PATH and DIR are names of files, "text|json" is one of
  // these words; "" if it has none.
  std::string value = {};
  std::string description = {};
  std::string group = {};
};

// The words of "text|json"; none of another value.
std::vector<std::string> WordsOf(absl::string_view value);

struct ExitCode {
  int code;
  absl::string_view meaning;
};

struct HelpPage {
  CommandLine line;
  absl::string_view summary = {};  // for the list of commands
  // Paragraphs; lines that are indented are examples.
  absl::string_view text = {};
  std::vector<Flag> flags = {};
  // Flags that it takes too, and that the page of another command tells of.
  std::vector<Flag> other_flags = {};
  std::vector<ExitCode> exit_codes = {};
  // The words that its first argument may be; if there are none, arguments are files.
  std::vector<std::string> words = {};
};

std::string HelpText(const HelpPage& page);

}  // namespace loom
