// SPDX-License-Identifier: Apache-2.0
// What lint finds in texts, a line each: `line:column rule path`.
//
//   EXPECT_EQ(Linted({"a: 1\na: 2"}), "");
#pragma once

#include <initializer_list>
#include <string>

#include "absl/strings/str_cat.h"
#include "tools/lint/lint.h"

namespace loom {

// The files are named f0.yaml, f1.yaml, …
inline LintReport LintOf(std::initializer_list<std::string> texts,
                         const RuleSeverities& severities = {}) {
  Corpus corpus;
  size_t index = 0;
  for (const std::string& text : texts) {
    corpus.AddText(absl::StrCat("f", index++, ".yaml"), text);
  }
  corpus.Sort();
  return Lint(corpus, severities);
}

inline std::string Linted(std::initializer_list<std::string> texts) {
  std::string lines;
  for (const Diagnostic& finding : LintOf(texts).findings) {
    if (finding.suppressed) continue;
    absl::StrAppend(&lines, lines.empty() ? "" : "\n", finding.position.line,
                    ":", finding.position.column, " ", finding.rule,
                    finding.path.empty() ? "" : " ", finding.path);
  }
  return lines;
}

// A drop-in input with these members of one resource, from line 4 on.
inline std::string ResourceWith(const std::string& members) {
  return absl::StrCat(
      "apiVersion: pt.fn.crossplane.io/v1beta1\nkind: Resources\n"
      "resources:\n- name: a\n  base: {apiVersion: example.org/v1, kind: B}\n",
      members);
}

}  // namespace loom
