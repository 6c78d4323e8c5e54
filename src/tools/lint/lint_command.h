// SPDX-License-Identifier: Apache-2.0
// LintCommand implements the command `lint`, and LintOptions holds its flags.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "command_line/help.h"
#include "tools/lint/lint.h"

namespace loom {

// LintCommand finds mistakes in Compositions and inputs, and reports each with its
// location in the file.
//
// Exit codes: 0, no error was found; 1, an error was found, or a finding that
// --fail-on selects; 2, checking failed (an unknown flag, an unreadable file). A file
// that is not YAML is a finding. With 2 stdout is empty, unless --output is json: then
// it is an object with the field `error`.
//
// `argv` holds the arguments after the command. Returns the exit code.
int LintCommand(int argc, const char* const* argv);

// Does the same with the given streams. On a terminal, text output has the source line
// below each finding.
int RunLint(const std::vector<std::string>& arguments, bool terminal,
            std::istream& in, std::ostream& out, std::ostream& err);

// LintOptions holds the arguments of `function-loom lint`.
//
//   lint composition.yaml xrd.yaml --fail-on warning
//   lint . --output sarif --rule ready/never=off
//
// This command line fails, because the rule does not exist: `lint --rule
// ready/nevr=off`.

enum class LintOutput { kText, kJson, kSarif, kGithub };

// When text output is colored: on a terminal, unless NO_COLOR is set or TERM is dumb;
// always; or never.
enum class LintColor { kAuto, kAlways, kNever };

struct LintOptions {
  bool help = false;
  bool quiet = false;
  bool list_rules = false;
  std::string explain_rule;  // "" for none
  std::vector<std::string> paths;
  std::vector<std::string> schemas;   // paths
  std::vector<std::string> excluded;  // patterns
  LintOutput output = LintOutput::kText;
  LintColor color = LintColor::kAuto;
  // The lowest severity that makes the exit code 1. kOff: no severity does.
  DiagnosticSeverity fail_on = DiagnosticSeverity::kError;
  RuleSeverities severities;
};

// Reads the arguments after `lint`. InvalidArgument: an argument is invalid; the first
// line of the message names it, further lines give advice.
absl::StatusOr<LintOptions> ParseLintOptions(
    const std::vector<std::string>& arguments);

// Returns the page that `lint --help` prints.
HelpPage LintHelp();

}  // namespace loom
