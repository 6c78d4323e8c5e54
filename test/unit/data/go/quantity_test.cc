// SPDX-License-Identifier: Apache-2.0
#include "data/go/quantity.h"

#include <cmath>

#include "gtest/gtest.h"

namespace loom {
namespace {

// What Kubernetes' resource.ParseQuantity and AsApproximateFloat64 make of it,
// to the last bit.
TEST(Quantity, ReadsAsKubernetesDoes) {
  struct {
    const char* text;
    double want;
  } tests[] = {
      // Plain.
      {"0", 0},
      {"1", 1},
      {"-1", -1},
      {"+1", 1},
      {"007", 7},
      {"1.5", 1.5},
      {".5", 0.5},
      {"5.", 5},
      // Suffixes of ten.
      {"100m", 0.1},
      // With the error that doubles make.
      {"0.3", 0.30000000000000004},
      {"5u", 4.9999999999999996e-06},
      {"1n", 1e-09},
      {"3e-9", 3.0000000000000004e-09},
      // Larger ones.
      {"1k", 1000},
      {"1M", 1e+06},
      {"1G", 1e+09},
      {"1T", 1e+12},
      {"1P", 1e+15},
      {"1E", 1e+18},
      // Suffixes of two.
      {"1Ki", 1024},
      {"2Mi", 2.097152e+06},
      {"1.5Gi", 1.610612736e+09},
      {"2Ti", 2.199023255552e+12},
      {"2Pi", 2.251799813685248e+15},
      {"1Ei", 1.152921504606847e+18},
      {"-1Ki", -1024},
      {"0.5Ki", 512},
      // Exponents.
      {"1e3", 1000},
      {"1E3", 1000},
      {"2e-3", 0.002},
      {"1.5e+2", 150},
      {"12e0", 12},
      // Less than a nano is one.
      {"0.1n", 1e-09},
      {"1e-12", 1e-09},
      {"-0.1n", -1e-09},
      // Decimal amounts have no end, binary ones do.
      {"100E", 1e+20},
      {"8Ei", 9.223372036854776e+18},
      {"-8Ei", -9.223372036854776e+18},
      {"1e30", 1e+30},
      // Beyond 18 digits, and digits below a nano, by way of nanos.
      {"123456789012345678", 1.2345678901234568e+17},
      {"1234567890123456789", 1.234567890123457e+18},
      {"12345678901234567890", 1.234567890123457e+19},
      {"1234567890123456.789", 1.234567890123457e+15},
      {"1.23456789012345678e5", 123456.78901234601},
      {"1.0000000001", 1.000000001},
      {"12345678901234567890m", 1.234567890123457e+16},
      // No digits at all.
      {".", 0},
      {"+", 0},
      {"-", 0},
      {"Gi", 0},
      {"k", 0},
      {"0.0000000001Ki", 1.0300000000000001e-07},
  };
  for (const auto& test : tests) {
    absl::StatusOr<double> number = ParseQuantity(test.text);
    ASSERT_TRUE(number.ok()) << test.text << ": " << number.status();
    EXPECT_EQ(*number, test.want) << test.text;
  }
}

TEST(Quantity, MayExceedDoubles) {
  EXPECT_EQ(*ParseQuantity("1e400"), HUGE_VAL);
  EXPECT_EQ(*ParseQuantity("-12345678901234567890e400"), -HUGE_VAL);
  EXPECT_EQ(*ParseQuantity("1e-99999999999"), 1e-9);
}

TEST(Quantity, RefusesWhatIsNone) {
  constexpr const char* kGrammar =
      "quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  constexpr const char* kSuffix = "unable to parse quantity's suffix";
  struct {
    const char* text;
    const char* want;
  } tests[] = {
      {"", kGrammar},
      {"1 blabla", kGrammar},
      {"1 Gi", kGrammar},
      {" 1", kGrammar},
      {"1GiB", kGrammar},
      {"0x1", kGrammar},
      {"1,5", kGrammar},
      {"1gi", kGrammar},
      {"1.2.3", kGrammar},
      {"1K", kSuffix},
      {"1e", kSuffix},
      {"--1", kSuffix},
      {"1i", kSuffix},
      {"1e1.5", kGrammar},
      {"1Gi2", kSuffix},
      {"1e99999999999999999999", kSuffix},
      {"Pi", "unable to parse numeric part of quantity"},
  };
  for (const auto& test : tests) {
    absl::Status status = ParseQuantity(test.text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(status.message(), test.want) << test.text;
  }
}

}  // namespace
}  // namespace loom
