// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "tools/lint/rule_table.h"
#include "tools/lint/suppressions.h"

namespace loom {
namespace {

LintSeverity SeverityOf(absl::string_view rule,
                        const RuleSeverities& severities) {
  auto own = severities.find(std::string(rule));
  if (own != severities.end()) return own->second;
  const LintRule* row = FindLintRule(rule);
  return row == nullptr ? LintSeverity::kError : row->severity;
}

auto KeyOf(const LintFinding& finding) {
  return std::tie(finding.file, finding.position.offset, finding.rule,
                  finding.message);
}

void Order(std::vector<LintFinding>* findings) {
  std::stable_sort(findings->begin(), findings->end(),
                   [](const LintFinding& a, const LintFinding& b) {
                     return KeyOf(a) < KeyOf(b);
                   });
  findings->erase(std::unique(findings->begin(), findings->end(),
                              [](const LintFinding& a, const LintFinding& b) {
                                return KeyOf(a) == KeyOf(b);
                              }),
                  findings->end());
}

}  // namespace

LintReport Lint(const Corpus& corpus, const RuleSeverities& severities) {
  LintFindings found;
  std::set<void (*)(const Corpus&, LintFindings*)> done;
  for (const LintRule& rule : LintRules()) {
    if (rule.check != nullptr && done.insert(rule.check).second) {
      rule.check(corpus, &found);
    }
  }
  auto on = [&severities](absl::string_view rule) {
    return SeverityOf(rule, severities) != LintSeverity::kOff;
  };
  ApplySuppressions(corpus, on, &found);
  Order(&found.all());
  LintReport report;
  report.files = corpus.files().size();
  for (const auto& document : corpus.documents()) {
    bool other = document->kind == LintDocument::Kind::kOther;
    ++(other ? report.skipped : report.checked);
  }
  for (LintFinding& finding : found.all()) {
    finding.severity = SeverityOf(finding.rule, severities);
    if (finding.severity == LintSeverity::kOff) continue;
    if (finding.mild) finding.severity = LintSeverity::kWarning;
    ++(finding.suppressed                         ? report.suppressed
       : finding.severity == LintSeverity::kError ? report.errors
                                                  : report.warnings);
    report.findings.push_back(std::move(finding));
  }
  return report;
}

}  // namespace loom
