// SPDX-License-Identifier: Apache-2.0
// Lint runs all rules over a corpus.
//
//   LintReport report = Lint(corpus, {{"ready/never", DiagnosticSeverity::kOff}});
//   size_t errors = report.errors;
//
// The findings are sorted by file and position. Equal findings at one position, such as
// in a patch set that two resources use, are merged.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/findings/finding.h"
#include "tools/workspace/corpus.h"
#include "tools/yaml/nodes.h"

namespace loom {

// The severities of rules for one run, keyed by rule name.
using RuleSeverities = std::map<std::string, DiagnosticSeverity>;

struct LintReport {
  size_t files = 0;
  size_t checked = 0;  // documents
  // The documents of kinds that are not checked: `Note in notes.yaml`. Also files that
  // become YAML only when they are rendered: `a template in templates/db.yaml`.
  std::vector<std::string> skipped;
  // The numbers of errors and warnings that are not suppressed, and of findings that
  // are.
  size_t errors = 0;
  size_t warnings = 0;
  size_t suppressed = 0;
  Diagnostics findings;
};

LintReport Lint(const Corpus& corpus, const RuleSeverities& severities);

// Suppressions are comments by which an author silences a rule:
//
//   region: eu # loom-lint: ignore yaml/number -- a name, not a number
//   # loom-lint: ignore ready/never, patch/overwritten -- until the next release
//   # loom-lint: ignore-file yaml/legacy-boolean -- written for YAML 1.2
//
// A comment at the end of a line applies to that line. A comment on its own line
// applies to the whole node that starts on the next line. ignore-file must be in the
// first block of comments. A comment is a finding of lint/suppression if it names no
// rule or an unknown one, or if it suppresses nothing.
//
//   ApplySuppressions(corpus, on, &findings);

struct Suppression {
  size_t line;      // of the comment, from 1
  size_t offset;    // of its `#`
  size_t from, to;  // the first and the last line that it applies to
  std::vector<std::string> rules;
  std::string reason;  // "" for none
};

// Returns all suppressions of a file, in order.
std::vector<Suppression> FindSuppressions(const YamlNodes& nodes);

// Marks the suppressed findings, and adds the findings of lint/suppression. `on`
// returns whether a rule is on. A suppression of a rule that is off is not reported as
// unused.
void ApplySuppressions(const Corpus& corpus,
                       const std::function<bool(absl::string_view)>& on,
                       LintFindings* findings);

}  // namespace loom
