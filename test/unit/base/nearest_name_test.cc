// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(NearestName, FindsWhatWasMeant) {
  struct {
    const char* reason;
    const char* name;
    std::vector<std::string> candidates;
    const char* want;
  } tests[] = {
      {"A letter is missing.", "insecur", {"debug", "insecure"}, "insecure"},
      {"Two letters are swapped.", "dbeug", {"debug", "address"}, "debug"},
      {"A letter is wrong.", "randor", {"render", "lint", "rando"}, "rando"},
      {"The nearer of two wins.", "map", {"mops", "maps"}, "maps"},
      {"The first of two at the same distance wins.",
       "maps",
       {"mats", "mars"},
       "mats"},
      {"The name itself is its own nearest.", "map", {"maps", "map"}, "map"},
      {"Three edits are too many.", "verbose", {"verb"}, ""},
      {"Two swapped letters of a short name.", "spce", {"spec"}, "spec"},
      {"Half of a short name may not change.", "ab", {"cd", "ac"}, ""},
      {"There is nothing to choose from.", "map", {}, ""},
      {"An empty name means nothing.", "", {"a"}, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(NearestName(test.name, test.candidates), test.want);
  }
}

}  // namespace
}  // namespace loom
