// SPDX-License-Identifier: Apache-2.0
// HelpPage describes a command: its usage, its flags and its exit codes. --help, shell
// completion and the manual are generated from it.
//
//   HelpPage page = {.line = {"lint", "FILE"}, .flags = FlagsOf(flags)};
//   std::string help = HelpText(page);
//
// A page has at most 60 lines of at most 100 characters, and shows the flags in groups.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct CommandLine {
  absl::string_view command;
  absl::string_view arguments;  // as the usage line shows them; may be empty
};

struct Flag {
  std::vector<std::string> names;  // as typed, short names first
  // The value that the flag takes: FILE, PATH or DIR for a file name, "text|json" for
  // one of these words; "" if the flag takes no value.
  std::string value = {};
  std::string description = {};
  std::string group = {};
};

// Returns the words of a value like "text|json"; an empty list for any other value.
std::vector<std::string> WordsOf(absl::string_view value);

struct ExitCode {
  int code;
  absl::string_view meaning;
};

struct HelpPage {
  CommandLine line;
  absl::string_view summary = {};  // for the list of commands
  // Paragraphs. Indented lines are examples.
  absl::string_view text = {};
  std::vector<Flag> flags = {};
  // Flags that the command also takes but that the page of another command describes.
  std::vector<Flag> other_flags = {};
  std::vector<ExitCode> exit_codes = {};
  // The allowed words for the first argument. If empty, the arguments are files.
  std::vector<std::string> words = {};
};

std::string HelpText(const HelpPage& page);

}  // namespace loom
