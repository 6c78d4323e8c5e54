// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/scalar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "data/value/json.h"

namespace loom {
namespace {

std::string ReadScalar(absl::string_view text) {
  Value value = PlainScalar(text);
  if (value.IsDouble() && !std::isfinite(value.GetDouble())) return "no JSON";
  return *CompactJson(value);
}

TEST(PlainScalarTest, MeansWhatItMeansToGo) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"YAML 1.1 has many booleans", "yes", "true"},
      {"in three spellings", "On", "true"},
      {"in three spellings", "OFF", "false"},
      {"of one letter, too", "n", "false"},
      {"but not any mixture", "yEs", "\"yEs\""},
      {"null", "~", "null"},
      {"null", "Null", "null"},
      {"nothing is null", "", "null"},
      {"a zero in front is octal", "010", "8"},
      {"so is 0o", "0o10", "8"},
      {"unless a digit is none of octal", "08", "8"},
      {"binary", "-0b11", "-3"},
      {"hexadecimal", "0x1F", "31"},
      {"hexadecimal digits", "0x1G", "\"0x1G\""},
      {"underscores in between", "1_000", "1000"},
      {"a sign", "+1", "1"},
      {"the largest int64", "9223372036854775807", "9223372036854775807"},
      {"beyond it a double", "9223372036854775808", "9223372036854776000"},
      {"beyond 64 bits too", "18446744073709551616", "18446744073709552000"},
      {"the smallest int64", "-9223372036854775808", "-9223372036854775808"},
      {"a float that is whole", "1e3", "1000"},
      {"a float", "-.5", "-0.5"},
      {"a point at the end", "1.", "1"},
      {"too large is text", "1e999", "\"1e999\""},
      {"no digits", ".", "\".\""},
      {"no digits behind the e", "1e", "\"1e\""},
      {"underscores between digits behind a point", ".5_0", "0.5"},
      {"and only between", ".5_", "\".5_\""},
      {"a minus zero", "-0.0", "0"},
      {"base 60 is text", "1:30", "\"1:30\""},
      {"a date is text", "2024-01-01", "\"2024-01-01\""},
      {"infinite", "-.inf", "no JSON"},
      {"no number", ".NaN", "no JSON"},
      {"a lone sign", "+", "\"+\""},
      {"text", "bucket", "\"bucket\""},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(std::string(c.reason) + ": " + c.text);
    EXPECT_EQ(ReadScalar(c.text), c.want);
  }
}

TEST(PlainScalarTest, WholeNumbersAreExact) {
  EXPECT_TRUE(PlainScalar("9007199254740993").IsInt64());
  EXPECT_TRUE(PlainScalar("2.0").IsInt64());
  EXPECT_TRUE(PlainScalar("9223372036854775808").IsDouble());
}

TEST(ReadsAsTextTest, KeepsOffWhatOthersTakeForSomethingElse) {
  for (const char* text : {"bucket", "yEs", "1:99", "1e999", "2024-13-01", "=",
                           "<<", "a b", "0x", "1:60"}) {
    EXPECT_TRUE(ReadsAsText(text)) << text;
  }
  for (const char* text :
       {"", "yes", "~", "1", "0x10", ".5", ".inf", "2024-01-01", "12:30:45",
        "-1:30", "1_0:30.5", "2024-01-01T10:00:00Z"}) {
    EXPECT_FALSE(ReadsAsText(text)) << text;
  }
}

}  // namespace
}  // namespace loom
