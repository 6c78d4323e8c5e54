// SPDX-License-Identifier: Apache-2.0
// LintOptions is what `function-loom lint` is told on its command line.
//
//   lint composition.yaml xrd.yaml --fail-on warning
//   lint . --output sarif --rule ready/never=off
//
// A command line that fails: `lint --rule ready/nevr=off`, since there is no such
// rule.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "command_line/help.h"
#include "tools/lint/lint.h"

namespace loom {

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
  std::vector<std::string> schemas;  // paths
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
