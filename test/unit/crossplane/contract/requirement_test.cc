// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/requirement.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(CanonicalKey, SaysWhatIsAskedFor) {
  const struct {
    const char* reason;
    Requirement requirement;
    const char* want;
  } tests[] = {
      {"An object by name.",
       {"v1", "ConfigMap", "team-a", "settings", {}},
       "obj:v1/ConfigMap/team-a/settings"},
      {"A cluster-scoped one has an empty namespace.",
       {"v1", "Namespace", std::nullopt, "team-a", {}},
       "obj:v1/Namespace//team-a"},
      {"The group is part of it.",
       {"apps/v1", "Deployment", "team-a", "web", {}},
       "obj:apps/v1/Deployment/team-a/web"},
      {"A name that is empty is a name.",
       {"v1", "Namespace", std::nullopt, "", {}},
       "obj:v1/Namespace//"},
      {"A list by labels, in the order of their keys.",
       {"v1",
        "ConfigMap",
        "team-a",
        std::nullopt,
        {{"tier", "db"}, {"app", "x"}}},
       "list:v1/ConfigMap/team-a/app=x,tier=db"},
      {"A list without labels is of all there are.",
       {"v1", "ConfigMap", std::nullopt, std::nullopt, {}},
       "list:v1/ConfigMap//"},
      {"Where there is a name the labels do not count.",
       {"v1", "ConfigMap", "team-a", "settings", {{"app", "x"}}},
       "obj:v1/ConfigMap/team-a/settings"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(CanonicalKey(test.requirement), test.want);
  }
}

}  // namespace
}  // namespace loom
