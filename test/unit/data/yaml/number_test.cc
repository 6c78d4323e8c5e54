// SPDX-License-Identifier: Apache-2.0
#include "data/value/number.h"

#include <gtest/gtest.h>

#include "data/yaml/writer.h"

namespace loom {
namespace {

TEST(YamlNumberTest, PrintsAsGoDoes) {
  struct Case {
    const char* reason;
    double number;
    const char* want;
  };
  const Case kCases[] = {
      {"whole", 3, "3"},
      {"whole, as far as an int64 goes", 1e18, "1000000000000000000"},
      {"and an uint64", 1e19, "10000000000000000000"},
      {"beyond, with an exponent", 1e20, "1e+20"},
      {"the same with digits", 18446744073709551616.0,
       "1.8446744073709552e+19"},
      {"a fraction", 1.5, "1.5"},
      {"below a million", 123456.5, "123456.5"},
      {"from a million on", 1234567.5, "1.2345675e+06"},
      {"small", 0.0001, "0.0001"},
      {"smaller", 0.00001, "1e-05"},
      {"smaller still", 1e-7, "1e-07"},
      {"negative", -2.5, "-2.5"},
      {"zero with a sign", -0.0, "0"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(YamlNumber(Real(c.number)), c.want);
  }
  EXPECT_EQ(YamlNumber(Integer(9007199254740993)), "9007199254740993");
}

TEST(YamlNumberKeyTest, KeepsTheDigitsOfAFloat) {
  EXPECT_EQ(YamlNumberKey(1.5), "1.5");
  EXPECT_EQ(YamlNumberKey(0.1), "0.1");
  EXPECT_EQ(YamlNumberKey(18446744073709551616.0), "1.8446744e+19");
}

}  // namespace
}  // namespace loom
