// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "crossplane/contract/requirement.h"
#include "test/testing/fake_answers.h"

namespace loom {
namespace {

TEST(Asked, IsAnsweredWhenEachRequirementIs) {
  const struct {
    const char* reason;
    const char* answers;
    bool want;
  } tests[] = {
      {"Both keys are there.", R"({"a": [{}], "b": [{}]})", true},
      {"An answer without objects is one.", R"({"a": [], "b": []})", true},
      {"What others asked for does not count.", R"({"c": []})", false},
      {"One key is missing.", R"({"a": []})", false},
  };
  Asked asked;
  asked.requirements["a"] = {"v1", "ConfigMap", {}, "a", {}};
  asked.requirements["b"] = {"v1", "ConfigMap", {}, "b", {}};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    FakeAnswers answers(test.answers);
    EXPECT_EQ(asked.Answered(answers).value(), test.want);
  }
  FakeAnswers nothing("{}");
  EXPECT_TRUE(Asked().Answered(nothing).value());
}

}  // namespace
}  // namespace loom
