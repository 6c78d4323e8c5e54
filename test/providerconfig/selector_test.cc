// SPDX-License-Identifier: Apache-2.0
#include "providerconfig/selector.h"

#include "gtest/gtest.h"
#include "value/json.h"

namespace loom {
namespace {

TEST(Selector, MatchesGlobs) {
  struct {
    const char* reason;
    const char* pattern;
    const char* text;
    bool want;
  } tests[] = {
      {"Without a star only the text itself matches.", "a.b", "a.b", true},
      {"A longer text does not.", "a.b", "a.bc", false},
      {"A star is any run of characters.", "*", "sql.example.org", true},
      {"Also an empty one.", "*", "", true},
      {"What stands behind it ends the text.", "*.example.org",
       "sql.example.org", true},
      {"The dot is part of what stands behind it.", "*.example.org",
       "example.org", false},
      {"What stands before it begins the text.", "sql.*", "sql.example.org",
       true},
      {"And nothing else does.", "sql.*", "mysql.example.org", false},
      {"Stars may stand on both sides.", "*sql*", "postgresql.example.org",
       true},
      {"The end is bound to the last occurrence.", "*.org.b*.org",
       "a.org.b.org.c.org", true},
      {"Beginning and end do not overlap.", "aba*aba", "aba", false},
      {"A middle that is missing does not match.", "a*b*c", "a-c", false},
      {"An empty pattern matches the core group.", "", "", true},
      {"And no other.", "", "apps", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(GlobMatches(test.pattern, test.text), test.want);
  }
}

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
      {"Kinds are told apart by case.", R"({"kind": "database"})", false},
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
    EXPECT_EQ(selector.Matches(kCandidate), test.want);
  }
}

}  // namespace
}  // namespace loom
