// SPDX-License-Identifier: Apache-2.0
// These functions return the findings of `function-loom lint` in its output formats.
// The same files give the same bytes.
//
//   TextReport(report, {})
//
//   text     file:line:col: severity: path: message [rule]
//              a line of help
//            and a last line with the counts
//   json     one object, whose format is loom.lint/v1
//   sarif    SARIF 2.1.0 with one run; errors first, at most 5,000 results
//   github   workflow commands of GitHub Actions; errors first
//
// Only json and sarif contain suppressed findings.
#pragma once

#include <string>

#include "tools/lint/lint.h"

namespace loom {

struct TextStyle {
  // The source of the line below each finding; nullptr: omit these lines.
  const Corpus* sources = nullptr;
  bool color = false;
  // Whether to omit the last line.
  bool quiet = false;
};

std::string TextReport(const LintReport& report, const TextStyle& style);
std::string JsonReport(const LintReport& report);
std::string SarifReport(const LintReport& report);
std::string GithubReport(const LintReport& report, bool quiet = false);

// Returns the last line of the text format: `2 files: 4 errors, 3 warnings`.
std::string LintSummary(const LintReport& report);

}  // namespace loom
