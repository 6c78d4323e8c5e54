// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/dependencies/dependency.h"

namespace loom {
namespace {

using ::testing::ElementsAreArray;

TEST(Cycles, AreReportedOnceAndBeginWithTheirSmallestName) {
  const struct {
    const char* reason;
    std::vector<DependencyGroup> groups;
    std::vector<std::string> want;
  } tests[] = {
      {"Nothing depends on anything.", {}, {}},
      {"A chain.", {{{"b"}, {"a"}}, {{"c"}, {"b"}}}, {}},
      {"A resource in both lists does not depend on itself.",
       {{{"a"}, {"a", "b"}}},
       {}},
      {"Two that depend on each other.",
       {{{"a"}, {"b"}}, {{"b"}, {"a"}}},
       {"a -> b -> a"}},
      {"An arrow leads to what needs it.",
       {{{"a"}, {"b"}}, {{"b"}, {"c"}}, {{"c"}, {"a"}}},
       {"a -> c -> b -> a"}},
      {"Two in both lists of one group.",
       {{{"a", "b"}, {"a", "b"}}},
       {"a -> b -> a"}},
      {"One in both lists, and the way back through another.",
       {{{"a", "b"}, {"a"}}, {{"a"}, {"b"}}},
       {"a -> b -> a"}},
      {"What depends on a cycle is in none.",
       {{{"a"}, {"b"}}, {{"b"}, {"a"}}, {{"c"}, {"a"}}},
       {"a -> b -> a"}},
      {"Two cycles.",
       {{{"x"}, {"y"}}, {{"y"}, {"x"}}, {{"a"}, {"b"}}, {{"b"}, {"a"}}},
       {"a -> b -> a", "x -> y -> x"}},
      {"A square without a way back.",
       {{{"d"}, {"b", "c"}}, {{"b", "c"}, {"a"}}},
       {}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_THAT(CyclesIn(test.groups), ElementsAreArray(test.want));
  }
}

TEST(Cycles, AreFoundInLongChains) {
  std::vector<std::string> names(20'000);
  for (size_t i = 0; i < names.size(); ++i) names[i] = absl::StrCat("n", i);
  std::vector<DependencyGroup> groups;
  for (size_t i = 0; i + 1 < names.size(); ++i) {
    groups.push_back({{names[i]}, {names[i + 1]}});
  }
  EXPECT_TRUE(CyclesIn(groups).empty());
  groups.push_back({{names.back()}, {names.front()}});
  EXPECT_EQ(CyclesIn(groups).size(), 1);
}

}  // namespace
}  // namespace loom
