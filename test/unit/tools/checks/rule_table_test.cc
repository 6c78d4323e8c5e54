// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/rule_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "absl/strings/match.h"
#include "test/testing/paths.h"

namespace loom {
namespace {

TEST(LintRules, AreNamedOnceAndExplained) {
  std::set<absl::string_view> names;
  for (const LintRule& rule : LintRules()) {
    SCOPED_TRACE(rule.name);
    EXPECT_TRUE(names.insert(rule.name).second);
    EXPECT_EQ(FindLintRule(rule.name), &rule);
    EXPECT_TRUE(absl::EndsWith(rule.why, "."));
    EXPECT_NE(rule.wrong, rule.right);
    EXPECT_TRUE(std::filesystem::exists(
        InRepository("test/suites/lint/cases/" + std::string(rule.name))));
  }
  EXPECT_EQ(FindLintRule("no/such"), nullptr);
}

}  // namespace
}  // namespace loom
