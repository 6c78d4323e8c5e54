// SPDX-License-Identifier: Apache-2.0
#include "data/value/number.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();

TEST(Number, WholeNumbersCountAsIntegers) {
  struct {
    const char* reason;
    double value;
    std::optional<int64_t> want;
  } tests[] = {
      {"Whole.", 3, 3},
      {"Zero.", 0, 0},
      {"Minus zero.", -0.0, 0},
      {"Negative.", -7, -7},
      {"The largest.", kMaxExactInteger, 9007199254740992},
      {"The least.", -kMaxExactInteger, -9007199254740992},
      {"A fraction.", 3.5, std::nullopt},
      {"Nearly whole.", 3 + 1e-15, std::nullopt},
      {"Beyond 2^53.", kMaxExactInteger + 2, std::nullopt},
      {"Beyond 64 bits.", 1e21, std::nullopt},
      {"Infinite.", std::numeric_limits<double>::infinity(), std::nullopt},
      {"No number.", std::nan(""), std::nullopt},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(AsInteger(test.value), test.want);
    EXPECT_EQ(AsInteger(Real(test.value)), test.want);
    EXPECT_EQ(IsInt64(Normalized(test.value)), test.want.has_value());
  }
}

TEST(Number, Int64AreIntegersAllAlong) {
  int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(AsInteger(Integer(most)), most);
  EXPECT_TRUE(IsInt64(Integer(most)));
  EXPECT_FALSE(IsInt64(Real(3)));
  EXPECT_EQ(AsInteger(Value("3")), std::nullopt);
  EXPECT_EQ(AsInteger(Value()), std::nullopt);
}

TEST(Number, WritesWhatGoWrites) {
  struct {
    const char* reason;
    double value;
    const char* json;
    const char* plain;
  } tests[] = {
      {"Zero.", 0, "0", "0"},
      {"Minus zero.", -0.0, "-0", "-0"},
      {"Whole.", 100000, "100000", "100000"},
      {"A fraction.", -2.5, "-2.5", "-2.5"},
      {"Shortest digits.", 0.1, "0.1", "0.1"},
      {"Digits that arithmetic made.", 0.1 + 0.2, "0.30000000000000004",
       "0.30000000000000004"},
      {"2^53.", 9007199254740992.0, "9007199254740992", "9007199254740992"},
      {"Zeros follow the shortest digits.", 123456789012345680000.0,
       "123456789012345680000", "123456789012345680000"},
      {"The first with an exponent.", 1e21, "1e+21", "1000000000000000000000"},
      {"The last one without.", 1e-6, "0.000001", "0.000001"},
      {"Small.", 1.5e-7, "1.5e-7", "0.00000015"},
      {"A one and 23 zeros, not its exact value.", 1e23, "1e+23",
       "100000000000000000000000"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string json;
    AppendJsonNumber(Real(test.value), &json);
    EXPECT_EQ(json, test.json);
    EXPECT_EQ(PlainDecimal(test.value), test.plain);
  }
  EXPECT_EQ(PlainDecimal(kMost), "17976931348623157" + std::string(292, '0'));
  EXPECT_EQ(PlainDecimal(5e-324), "0." + std::string(323, '0') + "5");
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(PlainDecimal(infinity), "+Inf");
  EXPECT_EQ(PlainDecimal(-infinity), "-Inf");
  EXPECT_EQ(PlainDecimal(std::nan("")), "NaN");
}

TEST(Number, WritesInt64InFull) {
  std::string json;
  AppendJsonNumber(Integer(std::numeric_limits<int64_t>::min()), &json);
  EXPECT_EQ(json, "-9223372036854775808");
}

}  // namespace
}  // namespace loom
