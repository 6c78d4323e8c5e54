// SPDX-License-Identifier: Apache-2.0
// The command `lint`: its flags, and what it does.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "command_line/help.h"
#include "tools/lint/lint.h"

namespace loom {

// LintCommand is `function-loom lint`: it finds mistakes in Compositions and
// inputs, and tells each with its place in the file.
//
// Exit codes: 0, nothing wrong was found; 1, an error was found, or what --fail-on
// says; 2, it could not be checked (an unknown flag, a file that cannot be read).
// A file that is no YAML is a finding. With 2 stdout is empty, unless --output is
// json: then it is an object with the member `error`.
//
// `argv` holds the arguments that follow the command. Returns the exit code.
int LintCommand(int argc, const char* const* argv);

// The same with other streams than those of the process. On a terminal, text has
// the line of source below each finding.
int RunLint(const std::vector<std::string>& arguments, bool terminal,
            std::istream& in, std::ostream& out, std::ostream& err);

// LintOptions are the arguments of `function-loom lint`.
//
//   lint composition.yaml xrd.yaml --fail-on warning
//   lint . --output sarif --rule ready/never=off
//
// A command line that fails: `lint --rule ready/nevr=off`, since there is no such
// rule.

enum class LintOutput { kText, kJson, kSarif, kGithub };

// Whether text is coloured: on a terminal, unless NO_COLOR is set or TERM is dumb;
// always; or never.
enum class LintColor { kAuto, kAlways, kNever };

struct LintOptions {
  bool help = false;
  bool quiet = false;
  bool list_rules = false;
  std::string explain_rule;  // "": none
  std::vector<std::string> paths;
  std::vector<std::string> schemas;   // paths
  std::vector<std::string> excluded;  // patterns
  LintOutput output = LintOutput::kText;
  LintColor color = LintColor::kAuto;
  // The lowest severity that makes the exit code 1; kOff: none does.
  LintSeverity fail_on = LintSeverity::kError;
  RuleSeverities severities;
};

// Reads the arguments that follow `lint`. InvalidArgument: an argument is wrong;
// the first line of the message says which, further lines give advice.
absl::StatusOr<LintOptions> ParseLintOptions(
    const std::vector<std::string>& arguments);

// What `lint --help` prints.
HelpPage LintHelp();

}  // namespace loom
