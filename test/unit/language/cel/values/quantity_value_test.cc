// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/quantity_value.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(ParseQuantityValue, IsExact) {
  const struct {
    const char* text;
    const char* want;  // "" is none
  } tests[] = {
      {"1.5Gi", "1610612736"},
      {"100m", "0.1"},
      {"0.1", "0.1"},
      {"2e3", "2000"},
      {"1E", "1000000000000000000"},
      {"-1", "-1"},
      {"+.5", "0.5"},
      {"1n", "0.000000001"},
      {"0.1n", "0.000000001"},
      {"1K", ""},
      {"1 Gi", ""},
      {"", ""},
      {".", ""},
      {"Gi", ""},
      {"1e101", ""},
      {"1e30", ""},
      {"0e50", "0"},
      {"9223372036854775807Ei", ""},
  };
  for (const auto& test : tests) {
    CelQuantity quantity;
    bool read = ParseQuantityValue(test.text, &quantity);
    EXPECT_EQ(read ? DecimalText(quantity) : "", test.want) << test.text;
  }
}

TEST(CelQuantity, IsANumber) {
  CelQuantity kilo, half;
  ASSERT_TRUE(ParseQuantityValue("1k", &kilo));
  ASSERT_TRUE(ParseQuantityValue("500m", &half));
  EXPECT_GT(CompareQuantities(kilo, half), 0);
  EXPECT_LT(CompareQuantities(half, kilo), 0);
  EXPECT_EQ(CompareQuantities(half, half), 0);
  EXPECT_EQ(WholeAmount(kilo), 1000);
  EXPECT_EQ(WholeAmount(half), std::nullopt);
  EXPECT_EQ(Approximately(half), 0.5);
}

}  // namespace
}  // namespace loom
