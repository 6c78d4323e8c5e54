// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "test/testing/brief.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/lint/reports.h"

namespace loom {
namespace {

using testing::HasSubstr;

const char kText[] = "  x: 1 # loom-lint: ignore input/unknown-field -- mine\n";

TEST(JsonReport, HasAllOfAFinding) {
  EXPECT_EQ(
      Brief(JsonReport(LintOf({ResourceWith("  nam: 1\n")}))),
      R"({"format":"loom.lint/v1","summary":{"files":1,"checked":1,"skipped":0,)"
      R"("errors":1,"warnings":0,"suppressed":0},"findings":[)"
      R"({"rule":"input/unknown-field","severity":"error",)"
      R"x("message":"unknown field \"nam\"","help":"(name?)",)x"
      R"("position":{"file":"f0.yaml","line":6,"column":3,"endColumn":6,)"
      R"("offset":125,"path":"resources[0]"},)"
      R"("fix":{"start":125,"end":128,"text":"name"}}]})"
      "\n");
  EXPECT_THAT(JsonReport(LintOf({ResourceWith(kText)})),
              HasSubstr(R"("suppressed":"mine")"));
}

std::string Fingerprint(const std::string& sarif) {
  return sarif.substr(sarif.find("partialFingerprints"), 60);
}

TEST(SarifReport, IsJsonWithOneRunAndFingerprintsThatStay) {
  std::string sarif = SarifReport(LintOf({ResourceWith("  nam: 1\n")}));
  Pool pool;
  absl::StatusOr<Value> root =
      ParseJson(sarif.substr(0, sarif.size() - 1), &pool);
  ASSERT_TRUE(root.ok()) << root.status();
  EXPECT_EQ((*Dig(*root, {"runs"})).Size(), 1u);
  EXPECT_THAT(sarif, HasSubstr(R"("startLine":6,"startColumn":3)"));
  std::string moved =
      SarifReport(LintOf({"# one\n# two\n" + ResourceWith("  nam: 1\n")}));
  EXPECT_THAT(moved, HasSubstr(R"("startLine":8)"));
  EXPECT_EQ(Fingerprint(sarif), Fingerprint(moved));
  EXPECT_THAT(SarifReport(LintOf({ResourceWith(kText)})),
              HasSubstr(R"("justification":"mine")"));
}

}  // namespace
}  // namespace loom
