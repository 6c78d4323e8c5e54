// SPDX-License-Identifier: Apache-2.0
#include "data/go/time.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::string Read(absl::string_view text) {
  auto duration = ParseGoDuration(text);
  if (!duration.ok()) return std::string(duration.status().message());
  return absl::StrCat(absl::ToInt64Nanoseconds(*duration));
}

// The results are those of time.ParseDuration.
TEST(GoDuration, IsReadAsGoReadsIt) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"minutes", "5m", "300000000000"},
      {"several units", "1h2m3.5s", "3723500000000"},
      {"a unit of two letters", "250ms", "250000000"},
      {"nanoseconds", "5ns", "5"},
      {"microseconds", "2us", "2000"},
      {"with the micro sign", "2\xc2\xb5s", "2000"},
      {"with the Greek letter", "2\xce\xbcs", "2000"},
      {"a fraction", "1.5h", "5400000000000"},
      {"a fraction alone", ".5s", "500000000"},
      {"a point without digits behind", "1.s", "1000000000"},
      {"a fraction of more digits than fit", "0.33333333333333333333h",
       "1200000000000"},
      {"parts of a nanosecond are dropped", "1.9ns", "1"},
      {"zero needs no unit", "0", "0"},
      {"nor with a sign", "-0", "0"},
      {"a sign in front", "+90s", "90000000000"},
      {"a negative one", "-5s", "-5000000000"},
      {"the longest", "9223372036854775807ns", "9223372036854775807"},
      {"the longest negative one", "-9223372036854775808ns",
       "-9223372036854775808"},

      {"one more", "9223372036854775808ns",
       "time: invalid duration \"9223372036854775808ns\""},
      {"too many hours", "9999999h", "time: invalid duration \"9999999h\""},
      {"too many digits", "99999999999999999999s",
       "time: invalid duration \"99999999999999999999s\""},
      {"a sum that is too long", "2562047h48m",
       "time: invalid duration \"2562047h48m\""},
      {"nothing", "", "time: invalid duration \"\""},
      {"a sign alone", "-", "time: invalid duration \"-\""},
      {"no number", "soon", "time: invalid duration \"soon\""},
      {"a point alone", ".s", "time: invalid duration \".s\""},
      {"a sign within", "1h-5m",
       "time: unknown unit \"h-\" in duration "
       "\"1h-5m\""},
      {"no unit", "60", "time: missing unit in duration \"60\""},
      {"no unit at the end", "1h30", "time: missing unit in duration \"1h30\""},
      {"days", "1d", "time: unknown unit \"d\" in duration \"1d\""},
      {"a space", "1 m", "time: unknown unit \" m\" in duration \"1 m\""},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Read(test.text), test.want) << test.reason;
  }
}

TEST(ParseGoTime, KnowsTheCalendar) {
  const struct {
    const char* reason;
    const char* text;
    bool want;
  } tests[] = {
      {"As Kubernetes writes it.", "2024-01-31T23:59:59Z", true},
      {"With an offset.", "2024-01-31T23:59:59+02:00", true},
      {"With a negative one.", "2024-01-31T23:59:59-11:30", true},
      {"With a fraction of any length.", "2024-01-31T23:59:59.0123456789Z",
       true},
      {"A leap day.", "2024-02-29T00:00:00Z", true},
      {"A leap day of a fourth century.", "2000-02-29T00:00:00Z", true},

      {"No leap day.", "2023-02-29T00:00:00Z", false},
      {"No leap day in most centuries.", "1900-02-29T00:00:00Z", false},
      {"No such day.", "2024-04-31T00:00:00Z", false},
      {"Day zero.", "2024-04-00T00:00:00Z", false},
      {"No such month.", "2024-13-01T00:00:00Z", false},
      {"No such hour.", "2024-01-01T24:00:00Z", false},
      {"No such minute.", "2024-01-01T00:60:00Z", false},
      {"No leap second.", "2024-01-01T00:00:60Z", false},
      {"A fraction without digits.", "2024-01-01T00:00:00.Z", false},
      {"No zone.", "2024-01-01T00:00:00", false},
      {"Half a zone.", "2024-01-01T00:00:00+02", false},
      {"A small t.", "2024-01-01t00:00:00Z", false},
      {"A letter in place of a digit.", "2024-0a-01T00:00:00Z", false},
      {"What stands behind the nine.", "202:-01-01T00:00:00Z", false},
      {"What is no ASCII.", "2024-01-0\xb1T00:00:00Z", false},
      {"A small z.", "2024-01-01T00:00:00z", false},
      {"A blank in place of the T.", "2024-01-01 00:00:00Z", false},
      {"A date only.", "2024-01-01", false},
      {"Something behind it.", "2024-01-01T00:00:00Z ", false},
      {"Nothing.", "", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ParseGoTime(test.text).has_value(), test.want) << test.text;
  }
}

}  // namespace
}  // namespace loom
