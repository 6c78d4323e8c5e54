// SPDX-License-Identifier: Apache-2.0
// Lint runs all rules over a corpus.
//
//   LintReport report = Lint(corpus, {{"ready/never", LintSeverity::kOff}});
//   size_t errors = report.errors;
//
// LintFindings come in the order of the files, then of their positions. Equal findings
// at one position, as of a patch set that two resources use, are one.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tools/lint/corpus.h"
#include "tools/lint/finding.h"

namespace loom {

// Severities of rules for one run, by name.
using RuleSeverities = std::map<std::string, LintSeverity>;

struct LintReport {
  size_t files = 0;
  size_t checked = 0;  // documents
  size_t skipped = 0;  // documents of kinds that are not checked
  // LintFindings that are not suppressed, and those that are.
  size_t errors = 0;
  size_t warnings = 0;
  size_t suppressed = 0;
  std::vector<LintFinding> findings;
};

LintReport Lint(const Corpus& corpus, const RuleSeverities& severities);

}  // namespace loom
