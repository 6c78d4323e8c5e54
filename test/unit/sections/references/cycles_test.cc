// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "sections/references/report.h"

namespace loom {
namespace {

using Cycles = std::vector<std::vector<std::string>>;

TEST(Cycles, BeginWithTheirSmallestName) {
  const struct {
    const char* reason;
    std::map<std::string, std::string> waits_for;
    Cycles want;
  } tests[] = {
      {"Nobody waits.", {}, {}},
      {"A chain.", {{"a", "b"}, {"b", "c"}}, {}},
      {"For nothing of this call.", {{"a", ""}}, {}},
      {"Two.", {{"a", "b"}, {"b", "a"}}, {{"a", "b"}}},
      {"One that waits for a cycle is not in it.",
       {{"aa", "c"}, {"b", "c"}, {"c", "b"}},
       {{"b", "c"}}},
      {"Three, in the order in which they wait.",
       {{"a", "c"}, {"c", "b"}, {"b", "a"}},
       {{"a", "c", "b"}}},
      {"Two cycles.",
       {{"a", "b"}, {"b", "a"}, {"x", "y"}, {"y", "x"}},
       {{"a", "b"}, {"x", "y"}}},
      {"Itself.", {{"a", "a"}}, {{"a"}}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(CyclesOf(test.waits_for), test.want);
  }
}

}  // namespace
}  // namespace loom
