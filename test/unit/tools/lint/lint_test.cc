// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "absl/strings/match.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"
#include "test/testing/expected.h"
#include "test/testing/paths.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/lint/reports.h"

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
  std::istringstream none;
  const fs::path schemas = path.parent_path() / "schemas.yaml";
  if (fs::exists(schemas)) {
    EXPECT_TRUE(corpus.ReadSchemas(schemas.string(), none).ok());
  }
  corpus.Sort();
  return Lint(corpus, {});
}

// The folders of cases, FAMILY/RULE.
std::vector<fs::path> Cases() {
  std::vector<fs::path> cases;
  for (const auto& family :
       fs::directory_iterator(InRepository("test/suites/lint/cases"))) {
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
    const LintReport wrong = LintFile(folder / "wrong.yaml");
    const std::string text = TextReport(wrong, {});
    EXPECT_EQ(text, Expected(folder / "wrong.txt", text));
    LintReport right = LintFile(folder / "right.yaml");
    EXPECT_EQ(right.errors + right.warnings, 0u) << TextReport(right, {});
    std::set<std::string> rules;
    for (const Diagnostic& finding : wrong.findings) {
      rules.insert(finding.rule);
    }
    EXPECT_TRUE(rules.contains(rule));
  }
}

// The examples of this repository work in clusters.
TEST(Lint, HasNoErrorForWhatWorks) {
  size_t count = 0;
  for (const auto& each :
       fs::recursive_directory_iterator(InRepository("examples"))) {
    if (each.path().filename() != "composition.yaml") continue;
    ++count;
    LintReport report = LintFile(each.path());
    EXPECT_EQ(report.errors, 0u) << each.path() << "\n"
                                 << TextReport(report, {});
  }
  EXPECT_GT(count, 10u);
}

// The errors in the inputs of a file of recorded cases which the Go function
// accepted: `FILE CASE RULE PATH`, a line each.
std::string ErrorsOfAccepted(const fs::path& file) {
  Pool pool;
  auto documents = ReadYaml(file.string(), Slurp(file), &pool);
  std::string lines;
  if (!documents.ok()) return std::string(documents.status().message());
  for (const Value& each : Find((*documents)[0].root, "cases")->GetArray()) {
    const Value* input = Dig(each, {"request", "input"});
    const Value* results = Dig(each, {"response", "results"});
    bool fatal = results != nullptr &&
                 absl::StrContains(*CompactJson(*results), "FATAL");
    if (input == nullptr || fatal || Dig(each, {"response"}) == nullptr) {
      continue;
    }
    for (const Diagnostic& finding : LintOf({*WriteYaml(*input)}).findings) {
      if (finding.severity != DiagnosticSeverity::kError) continue;
      absl::StrAppend(&lines, file.stem().string(), " ",
                      ScalarText(Dig(each, {"name"})), " ", finding.rule, " ",
                      finding.path, "\n");
    }
  }
  return lines;
}

// All of these are mistakes that the Go functions let pass: paths that are
// malformed, formats that print %!, names that are there twice and the like.
TEST(Lint, TellsOfInputsThatWorkOnlyWhatAPersonConfirmed) {
  std::vector<fs::path> files;
  for (const auto& each : fs::recursive_directory_iterator(
           InRepository("test/suites/oracle/cases"))) {
    if (each.path().extension() == ".yaml") files.push_back(each.path());
  }
  std::sort(files.begin(), files.end());
  std::string errors;
  for (const fs::path& file : files) errors += ErrorsOfAccepted(file);
  EXPECT_EQ(errors, Slurp(InRepository("test/suites/lint/confirmed.txt")));
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
  EXPECT_EQ(report.skipped.size(), 1u);
}

TEST(Lint, TakesSeveritiesForOneRun) {
  const std::string text = ResourceWith("  x: 1\n");
  EXPECT_EQ(
      LintOf({text}, {{"input/unknown-field", DiagnosticSeverity::kWarning}})
          .warnings,
      1u);
  EXPECT_TRUE(
      LintOf({text}, {{"input/unknown-field", DiagnosticSeverity::kOff}})
          .findings.empty());
}

}  // namespace
}  // namespace loom
