// SPDX-License-Identifier: Apache-2.0
// The command `convert`: its flags, what it does, and how it prints the result.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "command_line/help.h"
#include "tools/convert/converter.h"

namespace loom {

// ConvertCommand is `function-loom convert`: it converts Compositions to
// function-loom and prints them, or writes them in place. A directory is read with all
// directories in it, as lint reads it.
//
// Exit codes: 0, converted, or nothing to do; 1, something cannot be converted, for
// which a line on stderr gives the place and the reason, and everything else is; with
// --check also if something could be converted; 2, it could not be tried (an unknown
// flag, a file that cannot be read or written, or is no YAML). Lines of notes on
// stderr say what is kept and what may be different afterwards. A file that cannot be
// written keeps its text (tools/pipeline/files.h), and those behind it are not tried.
//
// `argv` holds the arguments that follow the command. Returns the exit code.
int ConvertCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunConvert(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err);

// ConvertOptions are the arguments of `function-loom convert`.
//
//   convert composition.yaml --output patch
//   convert --in-place compositions/
//   convert - --to drop-in
struct ConvertOptions {
  enum class Output { kYaml, kPatch, kJson };

  bool help = false;
  bool quiet = false;
  std::string path;
  Output output = Output::kYaml;
  bool in_place = false;
  bool check = false;
  ConvertRules rules;
};

// Reads the arguments that follow `convert`. InvalidArgument: an argument is
// wrong; the first line of the message says which, further lines give advice.
absl::StatusOr<ConvertOptions> ParseConvertOptions(
    const std::vector<std::string>& arguments);

// What `convert --help` prints.
HelpPage ConvertHelp();

// ConvertOutput makes the text that `function-loom convert` prints of the files
// that it has converted.
//
//   yaml     the new texts, with `---` between files
//   patch    a unified diff of each file that changes
//   json     {"format":"loom.convert/v1","files":[{"file","status","notes",
//            "refusals","patch"}]}
//
// A note or refusal is {"message", "help"?, "position": {"file", "line",
// "column", "offset", "path"}}.
std::string ConvertOutput(const std::vector<FileResult>& files,
                          ConvertOptions::Output output);

}  // namespace loom
