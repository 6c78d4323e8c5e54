// SPDX-License-Identifier: Apache-2.0
// ConvertCommand implements the command `convert`. ConvertOptions holds its flags, and
// ConvertOutput formats the result.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "command_line/help.h"
#include "tools/convert/converter.h"

namespace loom {

// ConvertCommand converts Compositions to function-loom and prints them, or writes them
// in-place. A directory is read with all directories in it, as lint reads it.
//
// Exit codes: 0, converted, or nothing to do; 1, something cannot be converted (a line
// on stderr gives the location and the reason, and everything else is converted), or,
// with --check, something could be converted; 2, any other error (an unknown flag, a
// file that is not YAML or cannot be read or written). Notes on stderr report what is
// kept and what may be different after the conversion. If writing a file fails, the
// file keeps its content (tools/workspace/files.h), and the files after it are not
// tried.
//
// `argv` holds the arguments after the command. Returns the exit code.
int ConvertCommand(int argc, const char* const* argv);

// Does the same with the given streams.
int RunConvert(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err);

// ConvertOptions holds the arguments of `function-loom convert`.
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

// Reads the arguments after `convert`. InvalidArgument: an argument is invalid; the
// first line of the message names it, further lines give advice.
absl::StatusOr<ConvertOptions> ParseConvertOptions(
    const std::vector<std::string>& arguments);

// Returns the page that `convert --help` prints.
HelpPage ConvertHelp();

// ConvertOutput returns the output of `function-loom convert` for the converted files.
//
//   yaml     the new content, with `---` between files
//   patch    a unified diff of each file that changes
//   json     {"format":"loom.convert/v1","files":[{"file","status","notes",
//            "refusals","patch"}]}
//
// A note or refusal is {"message", "help"?, "position": {"file", "line",
// "column", "offset", "path"}}.
std::string ConvertOutput(const std::vector<FileResult>& files,
                          ConvertOptions::Output output);

}  // namespace loom
