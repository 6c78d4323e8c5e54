// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/lint/reports.h"

namespace loom {
namespace {

TEST(TextReport, HasALineForAFindingAndOneForItsHelp) {
  Corpus corpus;
  corpus.AddText("f.yaml", ResourceWith("  patches:\n  - fromFieldPath: a\n"
                                        "    polcy: {}\n"));
  corpus.Sort();
  LintReport report = Lint(corpus, {});
  EXPECT_EQ(Brief(TextReport(report, {})),
            "f.yaml:8:5: error: resources[0].patches[0]: unknown polcy "
            "[input/unknown-field]\n"
            "  (policy?)\n"
            "1 file: 1 error, 0 warnings\n");
  EXPECT_EQ(Brief(TextReport(report, {&corpus})),
            "f.yaml:8:5: error: resources[0].patches[0]: unknown polcy "
            "[input/unknown-field]\n"
            "    8 |     polcy: {}\n"
            "      |     ^^^^^\n"
            "  (policy?)\n"
            "1 file: 1 error, 0 warnings\n");
}

TEST(LintSummary, CountsWhatThereIs) {
  LintReport report;
  report.files = 2;
  report.errors = 4;
  report.warnings = 1;
  EXPECT_EQ(LintSummary(report), "2 files: 4 errors, 1 warning");
  report.suppressed = 3;
  report.skipped = {"Note in a.yaml"};
  EXPECT_EQ(LintSummary(report),
            "2 files: 4 errors, 1 warning, 3 suppressed; 1 document not "
            "checked: Note in a.yaml");
  report.skipped = {"A in a.yaml", "A in a.yaml", "B in a.yaml", "C in b.yaml",
                    "a document in c.yaml"};
  EXPECT_EQ(LintSummary(report),
            "2 files: 4 errors, 1 warning, 3 suppressed; 5 documents not "
            "checked: A in a.yaml, B in a.yaml, C in b.yaml and 1 more");
}

TEST(GithubReport, EscapesWhatEndsACommand) {
  LintReport report;
  Diagnostic& finding = report.findings.emplace_back();
  finding.rule = "a/b";
  finding.severity = DiagnosticSeverity::kWarning;
  finding.position.file = "a,b:c.yaml";
  finding.message = "100%\nsure";
  EXPECT_EQ(GithubReport(report),
            "::warning file=a%2Cb%3Ac.yaml,line=1,col=1,title=a/b::"
            "100%25%0Asure\n0 files: 0 errors, 0 warnings\n");
}

}  // namespace
}  // namespace loom
