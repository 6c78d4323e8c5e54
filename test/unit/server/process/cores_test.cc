// SPDX-License-Identifier: Apache-2.0
#include "server/process/cores.h"

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(CoresOfCpuMax, ReadsTheLimit) {
  struct {
    const char* reason;
    const char* text;
    std::optional<int> want;
  } tests[] = {
      {"Two whole cores.", "200000 100000", 2},
      {"A part of a core counts as one.", "150000 100000", 2},
      {"So does a tenth of the first.", "10000 100000", 1},
      {"The period need not be 100 ms.", "100000 50000", 2},
      {"Without a limit.", "max 100000", std::nullopt},
      {"A line that ends.", "200000 100000\n", 2},
      {"No number at all.", "", std::nullopt},
      {"A period is missing.", "200000", std::nullopt},
      {"Nonsense: no time at all.", "0 100000", std::nullopt},
      {"Nonsense: a period of nothing.", "200000 0", std::nullopt},
      {"Nonsense: negative.", "-1 100000", std::nullopt},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(CoresOfCpuMax(test.text), test.want);
  }
}

TEST(AvailableCores, IsAtLeastOne) { EXPECT_GE(AvailableCores(), 1); }

}  // namespace
}  // namespace loom
