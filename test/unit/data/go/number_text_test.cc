// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "data/go/numbers.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(NumberText, ReadsIntegers) {
  struct {
    const char* text;
    int64_t want;
  } tests[] = {
      {"12", 12},
      {"-12", -12},
      {"+12", 12},
      {"012", 12},
      {"-0", 0},
      {"9223372036854775807", std::numeric_limits<int64_t>::max()},
      {"-9223372036854775808", std::numeric_limits<int64_t>::min()},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(*ParseGoInt(test.text), test.want) << test.text;
  }
  for (const char* text : {"", "+", "12.5", "1e3", "0x10", "1_0", " 12", "12 ",
                           "twelve", "١٢", "--1"}) {
    EXPECT_EQ(ParseGoInt(text).status().code(),
              absl::StatusCode::kFailedPrecondition)
        << text;
  }
  EXPECT_EQ(
      ParseGoInt("9223372036854775808").status().message(),
      "expected a 64-bit decimal integer, got \"9223372036854775808\": value "
      "out of range");
  // Too large before it is seen to be none.
  EXPECT_EQ(ParseGoInt("18446744073709551616x").status().message(),
            "expected a 64-bit decimal integer, got \"18446744073709551616x\": "
            "value out of range");
  EXPECT_EQ(ParseGoInt("18446744073709551615x").status().message(),
            "expected a 64-bit decimal integer, got \"18446744073709551615x\": "
            "invalid syntax");
}

TEST(NumberText, ReadsFractions) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct {
    const char* text;
    double want;
  } tests[] = {
      {"2.5", 2.5},
      {".5", 0.5},
      {"5.", 5},
      {"1E5", 100000},
      {"-1e-3", -0.001},
      {"+7", 7},
      {"00012", 12},
      {"1_0", 10},
      {"1_000.000_1", 1000.0001},
      {"1e1_0", 1e10},
      {"0x1p4", 16},
      {"0X1.8P+1", 3},
      {"0x1_0p-1", 8},
      {"0x_1p0", 1},
      {"0x.8p0", 0.5},
      {"1e-400", 0},
      {"0x1p-2000", 0},
      {"5e-324", 5e-324},
      {"123456789012345678901234567890", 1.2345678901234568e29},
      {"inf", kInfinity},
      {"+Inf", kInfinity},
      {"-INFINITY", -kInfinity},
  };
  for (const auto& test : tests) {
    absl::StatusOr<double> number = ParseGoFloat(test.text);
    ASSERT_TRUE(number.ok()) << number.status();
    EXPECT_EQ(*number, test.want) << test.text;
  }
  EXPECT_TRUE(std::isnan(*ParseGoFloat("NaN")));
  EXPECT_TRUE(std::signbit(*ParseGoFloat("-0")));
}

TEST(NumberText, RefusesWhatGoRefuses) {
  for (const char* text :
       {"",     "+",    ".",       "1,5",  "1 ",   " 1",  "one",
        "1__0", "_1",   "1_",      "1_.5", "1._5", "1e",  "1e+",
        "1e_1", "0x10", "0x",      "0xp1", "0x1p", "0b1", "1.2.3",
        "1f",   "+nan", "infinit", "١"}) {
    absl::Status status = ParseGoFloat(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << text;
    EXPECT_NE(status.message().find("invalid syntax"), absl::string_view::npos)
        << status;
  }
  for (const char* text : {"1e400", "-1e400", "0x1p2000"}) {
    EXPECT_NE(ParseGoFloat(text).status().message().find("out of range"),
              absl::string_view::npos)
        << text;
  }
}

TEST(NumberText, ReadsBooleans) {
  for (const char* text : {"1", "t", "T", "TRUE", "true", "True"}) {
    EXPECT_TRUE(*ParseGoBool(text)) << text;
  }
  for (const char* text : {"0", "f", "F", "FALSE", "false", "False"}) {
    EXPECT_FALSE(*ParseGoBool(text)) << text;
  }
  for (const char* text : {"", "yes", "on", "tRUE", " true", "2"}) {
    EXPECT_EQ(ParseGoBool(text).status().code(),
              absl::StatusCode::kFailedPrecondition)
        << text;
  }
}

}  // namespace
}  // namespace loom
