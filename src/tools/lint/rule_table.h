// SPDX-License-Identifier: Apache-2.0
// The table of lint rules. It is the only place that lists them; flags,
// suppressions, explanations and reports look here.
//
//   const LintRule* rule = FindLintRule("yaml/syntax");   // nullptr: no rule
//
//   name      family/what-is-wrong
//   severity  of its findings, unless --rule says otherwise
//   why       a sentence for --explain-rule
//   wrong     a piece of YAML that the rule finds
//   right     the same piece, mended
//   check     looks through a corpus for it. Several rules may have one check; it
//             runs once.
//
// To add a rule, add a row, and a folder below test/suites/lint/cases.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/lint/corpus.h"
#include "tools/lint/finding.h"

namespace loom {

struct LintRule {
  absl::string_view name;
  LintSeverity severity;
  absl::string_view why;
  absl::string_view wrong;
  absl::string_view right;
  void (*check)(const Corpus& corpus, LintFindings* findings);
};

absl::Span<const LintRule> LintRules();
const LintRule* FindLintRule(absl::string_view name);

// "error" or "warning".
absl::string_view SeverityName(LintSeverity severity);

}  // namespace loom
