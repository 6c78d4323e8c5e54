// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/xprin_suite.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(XprinSuite, GlobsMatchAsInGo) {
  const struct {
    const char* reason;
    const char* glob;
    const char* text;
    bool matches;
  } kRows[] = {
      {"no wildcard", "App/web", "App/web", true},
      {"a part does not count", "App/we", "App/web", false},
      {"a star", "App/*", "App/web", true},
      {"a star may be nothing", "App/*", "App/", true},
      {"a star matches no slash", "*", "App/web", false},
      {"two stars", "*/*-b", "App/a-b", true},
      {"a question mark", "App/we?", "App/web", true},
      {"a question mark is one character", "App/we?", "App/we", false},
      {"a set", "App/we[a-c]", "App/web", true},
      {"not in the set", "App/we[^a-c]", "App/web", false},
      {"a dot is a dot", "App/a.b", "App/a-b", false},
      {"an escaped star", R"(App/\*)", "App/*", true},
      {"an escaped star is no wildcard", R"(App/\*)", "App/a", false},
  };
  Pool pool;
  for (const auto& row : kRows) {
    const auto pattern = GlobPattern(row.glob);
    ASSERT_TRUE(pattern.ok()) << row.reason;
    EXPECT_EQ(*pattern->Matches(row.text, &pool), row.matches) << row.reason;
  }
  EXPECT_FALSE(GlobPattern("App/[").ok());
}

TEST(XprinSuite, PathsAreRelativeToIt) {
  const struct {
    const char* folder;
    const char* path;
    const char* from_here;
  } kRows[] = {
      {"", "xr.yaml", "xr.yaml"},
      {"tests/", "xr.yaml", "tests/xr.yaml"},
      {"tests/", "./xr.yaml", "tests/xr.yaml"},
      {"tests/a/", "../../apis/xr.yaml", "apis/xr.yaml"},
      {"tests/", "../../xr.yaml", "../xr.yaml"},
      {"../", "../xr.yaml", "../../xr.yaml"},
      {"tests/", "/xr.yaml", "/xr.yaml"},
  };
  for (const auto& row : kRows) {
    const XprinSuite suite{.file = "", .folder = row.folder};
    EXPECT_EQ(PathInSuite(suite, row.path), row.from_here) << row.path;
  }
}

}  // namespace
}  // namespace loom
