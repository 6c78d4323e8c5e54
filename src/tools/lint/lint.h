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
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
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

// Suppressions are comments by which an author keeps a rule quiet:
//
//   region: eu # loom-lint: ignore yaml/number -- a name, not a number
//   # loom-lint: ignore ready/never, patch/overwritten -- until the next release
//   # loom-lint: ignore-file yaml/legacy-boolean -- written for YAML 1.2
//
// At the end of a line it is for that line; alone on a line it is for the whole
// node that starts on the next; ignore-file stands in the first block of comments.
// A comment that names no rule, or one that does not exist, and one that keeps
// nothing quiet are findings of lint/suppression.
//
//   ApplySuppressions(corpus, on, &findings);
//
// Comments are found here, because the parser drops them. What looks like one in
// a block of text or in quotes is none.

struct Suppression {
  size_t line;      // of the comment, from 1
  size_t offset;    // of its `#`
  size_t from, to;  // the first and the last line that it is for
  std::vector<std::string> rules;
  std::string reason;  // "" if there is none
};

// All suppressions of a text, in order.
std::vector<Suppression> FindSuppressions(absl::string_view text);

// Marks the findings that are suppressed, and adds those of lint/suppression.
// `on` tells whether a rule is on; one that is off suppresses nothing, rightly.
void ApplySuppressions(const Corpus& corpus,
                       const std::function<bool(absl::string_view)>& on,
                       LintFindings* findings);

}  // namespace loom
