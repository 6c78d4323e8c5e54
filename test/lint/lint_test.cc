// SPDX-License-Identifier: Apache-2.0
#include "lint/lint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "lint/reports.h"
#include "test/lint/linted.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

std::string Slurp(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

LintReport LintFile(const fs::path& path) {
  Corpus corpus;
  corpus.AddText(path.filename(), Slurp(path));
  corpus.Sort();
  return Lint(corpus, {});
}

// The folders of cases, FAMILY/RULE.
std::vector<fs::path> Cases() {
  std::vector<fs::path> cases;
  for (const auto& family : fs::directory_iterator(LOOM_LINT_CASES)) {
    for (const auto& rule : fs::directory_iterator(family)) {
      cases.push_back(rule);
    }
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

TEST(Lint, FindsWhatIsWrongInTheCasesAndNothingInTheirRightFiles) {
  for (const fs::path& folder : Cases()) {
    SCOPED_TRACE(folder.string());
    const std::string rule =
        folder.parent_path().filename() / folder.filename();
    EXPECT_EQ(TextReport(LintFile(folder / "wrong.yaml"), nullptr),
              Slurp(folder / "wrong.txt"));
    LintReport right = LintFile(folder / "right.yaml");
    EXPECT_EQ(right.errors + right.warnings, 0u) << TextReport(right, nullptr);
    std::set<std::string> rules;
    for (const Finding& finding : LintFile(folder / "wrong.yaml").findings) {
      rules.insert(finding.rule);
    }
    EXPECT_TRUE(rules.contains(rule));
  }
}

// The examples of this repository work in clusters.
TEST(Lint, HasNoErrorForWhatWorks) {
  size_t count = 0;
  for (const auto& each : fs::recursive_directory_iterator(LOOM_EXAMPLES)) {
    if (each.path().filename() != "composition.yaml") continue;
    ++count;
    LintReport report = LintFile(each.path());
    EXPECT_EQ(report.errors, 0u) << each.path() << "\n"
                                 << TextReport(report, nullptr);
  }
  EXPECT_GT(count, 10u);
}

TEST(Lint, SortsAndCounts) {
  const std::string first = ResourceWith("- name: b\n  x: 1\n");
  const std::string second = ResourceWith("  x: 1\n");
  LintReport report = LintOf({first, second, "kind: Other\n"});
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.findings[0].file, 0u);
  EXPECT_EQ(report.findings[1].position.line, 6u);
  EXPECT_EQ(report.errors, 2u);
  EXPECT_EQ(report.checked, 2u);
  EXPECT_EQ(report.skipped, 1u);
}

TEST(Lint, TakesSeveritiesForOneRun) {
  const std::string text = ResourceWith("  x: 1\n");
  EXPECT_EQ(LintOf({text}, {{"input/unknown-field", LintSeverity::kWarning}})
                .warnings,
            1u);
  EXPECT_TRUE(LintOf({text}, {{"input/unknown-field", LintSeverity::kOff}})
                  .findings.empty());
}

}  // namespace
}  // namespace loom
