// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/selector.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(Selector, NeedsAllItsMembers) {
  constexpr Selectable kCandidate{"db-main", "sql.example.org", "Database"};
  struct {
    const char* reason;
    const char* selector;
    bool want;
  } tests[] = {
      {"The group alone.", R"({"group": "sql.example.org"})", true},
      {"The group by a star.", R"({"group": "*.example.org"})", true},
      {"The kind alone.", R"({"kind": "Database"})", true},
      {"The kind by a star.", R"({"kind": "Data*"})", true},
      {"The logical name contains the expression.", R"({"resource": "main"})",
       true},
      {"An anchor binds it.", R"({"resource": "^db-.*"})", true},
      {"All three.",
       R"({"group": "sql.*", "kind": "Database", "resource": "^db"})", true},
      {"Another group.", R"({"group": "example.org", "kind": "Database"})",
       false},
      {"Another kind.", R"({"group": "sql.*", "kind": "Role"})", false},
      {"Kinds are distinguished by case.", R"({"kind": "database"})", false},
      {"Another logical name.", R"({"kind": "Database", "resource": "^main"})",
       false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Problems problems;
    auto value = ParseJson(test.selector, &pool);
    ASSERT_TRUE(value.ok());
    auto selector = Selector::Parse(Input(*value, Dialect::kNative, &problems));
    EXPECT_EQ(problems.Joined(), "");
    EXPECT_EQ(*selector.Matches(kCandidate, &pool), test.want);
  }
}

TEST(Selector, TakesExpressionsInTheSyntaxOfTransforms) {
  constexpr Selectable kCandidate{"db-main", "sql.example.org", "Database"};
  struct {
    const char* reason;
    std::string resource;
    const char* problem;
  } tests[] = {
      {"Go's newer spelling of a named group.", "(?<role>main)", ""},
      {"A class by its long name.", "^\\\\p{Letter}+-main$", ""},
      {"A malformed expression.", "(",
       "resource: Invalid value: \"(\": invalid regexp: missing ): ("},
      {"What only RE2 has.", "\\\\C",
       "resource: Invalid value: \"\\\\C\": invalid regexp: invalid escape "
       "sequence: \\C"},
      {"One byte more than a pattern may have.",
       std::string(limits::kPattern + 1, 'a'), "bytes"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(absl::StrCat(R"({"resource": ")", test.resource, "\"}"),
                      Dialect::kNative);
    Selector selector = Selector::Parse(input.root());
    EXPECT_THAT(input.problems(), testing::EndsWith(test.problem));
    if (*test.problem != '\0') continue;
    EXPECT_EQ(input.problems(), "");
    EXPECT_TRUE(*selector.Matches(kCandidate, TestPool()));
  }
}

TEST(Selector, ChargesTheCallForAMatch) {
  AuthorInput input(R"({"group": "a", "resource": "main"})", Dialect::kNative);
  Selector selector = Selector::Parse(input.root());
  Pool pool;
  EXPECT_FALSE(*selector.Matches({"main", "b", "Database"}, &pool));
  const uint64_t glob = pool.account().steps();
  EXPECT_GT(glob, 0u);
  EXPECT_TRUE(*selector.Matches({"main", "a", "Database"}, &pool));
  EXPECT_GT(pool.account().steps(), 3 * glob)
      << "only now is the expression run";

  pool.account().Set({.steps = 1});
  EXPECT_EQ(selector.Matches({"main", "a", "Database"}, &pool).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace loom
