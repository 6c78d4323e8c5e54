// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sections/dependencies/found_prerequisite.h"

namespace loom {
namespace {

FoundResources FoundDependencyGroups(const Names& names,
                                     bool of_template = false) {
  FoundResources found{.of_template = of_template};
  for (absl::string_view name : names) found.list.push_back({.name = name});
  return found;
}

TEST(DependencyGroups, LeaveOutTheItemsOfATemplate) {
  FoundResources pending = FoundDependencyGroups({"z"});
  pending.list.front().may_make = true;
  const struct {
    const char* reason;
    std::vector<FoundResources> found;
    const char* want;  // "dependents<prerequisites" of each group
  } tests[] = {
      {"Nothing was found.", {FoundDependencyGroups({})}, "a n-1 n-2<"},
      {"What is found for one pattern or another is one group.",
       {FoundDependencyGroups({"c", "d"}), FoundDependencyGroups({"b", "c"})},
       "a n-1 n-2<b c d"},
      {"So it is if dependents are among it.",
       {FoundDependencyGroups({"a", "n-1"})},
       "a n-1 n-2<a n-1"},
      {"Items do not depend on the name of their template.",
       {FoundDependencyGroups({"b"}),
        FoundDependencyGroups({"n-1", "n-2", "n-3"}, true)},
       "a n-1 n-2<b|a<n-1 n-2 n-3"},
      {"Items of another template.",
       {FoundDependencyGroups({"m-1", "m-2"}, true)},
       "a n-1 n-2<m-1 m-2"},
      {"What may be made has no name yet.", {pending}, "a n-1 n-2<"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    DependencyGroups groups({"a", "n-1", "n-2"}, &pool);
    for (const FoundResources& found : test.found) groups.Add(found);
    const std::vector<DependencyGroup> made = std::move(groups).Finish();
    EXPECT_EQ(absl::StrJoin(made, "|",
                            [](std::string* out, const auto& group) {
                              absl::StrAppend(
                                  out, absl::StrJoin(group.dependents, " "),
                                  "<", absl::StrJoin(group.prerequisites, " "));
                            }),
              test.want);
  }
}

}  // namespace
}  // namespace loom
