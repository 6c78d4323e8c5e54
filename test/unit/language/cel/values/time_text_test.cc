// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/time_text.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(ParseTimestamp, ReadsRfc3339) {
  const struct {
    const char* text;
    const char* want;  // "" is none
  } tests[] = {
      {"2024-02-29T12:00:00.5+01:00", "2024-02-29T11:00:00.5Z"},
      {"0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
      {"1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"},
      {"2024-02-30T12:00:00Z", ""},
      {"2024-02-29 12:00:00Z", ""},
      {"2024-02-29T12:00:00", ""},
      {"2024-02-29T24:00:00Z", ""},
      {"2024-02-29T12:00:00.Z", ""},
      {"2024-02-29T12:00:00Zx", ""},
      {"0001-01-01T00:00:00+01:00", ""},
      {"", ""},
  };
  for (const auto& test : tests) {
    std::optional<CelTime> time = ParseTimestamp(test.text);
    EXPECT_EQ(time ? TimestampText(*time) : "", test.want) << test.text;
  }
}

TEST(ParseDuration, ReadsGo) {
  const struct {
    const char* text;
    const char* want;
  } tests[] = {
      {"1h30.5s", "3630.5s"}, {"-1.5s", "-1.5s"}, {"0", "0s"},
      {"1 day", ""},          {"", ""},           {"2562048h", ""},
  };
  for (const auto& test : tests) {
    std::optional<CelTime> time = ParseDuration(test.text);
    EXPECT_EQ(time ? DurationText(*time) : "", test.want) << test.text;
  }
  EXPECT_EQ(NanosOf({1LL << 40, 0}), std::nullopt);
}

TEST(CelTime, IsAddedWithCarry) {
  EXPECT_EQ(Sum({1, 700'000'000}, {0, 700'000'000}), (CelTime{2, 400'000'000}));
  EXPECT_EQ(Difference({1, 0}, {0, 1}), (CelTime{0, 999'999'999}));
  EXPECT_TRUE(IsTimestamp({0, 0}));
  EXPECT_FALSE(IsTimestamp({1LL << 50, 0}));
}

TEST(ClockAt, KnowsOffsets) {
  CelTime time = *ParseTimestamp("2024-12-31T23:30:00.25Z");
  EXPECT_EQ(ClockAt(time, "+01:00")->year, 2025);
  EXPECT_EQ(ClockAt(time, "-8:00")->hours, 15);
  EXPECT_EQ(ClockAt(time, "")->day_of_year, 365);
  EXPECT_EQ(ClockAt(time, "UTC")->milliseconds, 250);
  EXPECT_FALSE(ClockAt(time, "US/Central").has_value());
  EXPECT_FALSE(ClockAt(time, "+1").has_value());
}

}  // namespace
}  // namespace loom
