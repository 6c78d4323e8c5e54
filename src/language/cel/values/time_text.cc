// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/time_text.h"

#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/time/civil_time.h"
#include "data/go/time.h"
#include "data/value/number.h"

namespace loom {
namespace {

constexpr int64_t kNanos = 1'000'000'000;
constexpr absl::CivilSecond kEpoch(1970, 1, 1);

// Reads [+-]hh:mm and returns seconds. The hour may have one digit.
std::optional<int64_t> OffsetOf(absl::string_view zone) {
  const bool negative = absl::ConsumePrefix(&zone, "-");
  if (!negative) absl::ConsumePrefix(&zone, "+");
  const size_t colon = zone.size() == 4 ? 1 : 2;
  if ((zone.size() != 4 && zone.size() != 5) || zone[colon] != ':') {
    return std::nullopt;
  }
  int64_t hours = 0, minutes = 0;
  for (size_t i = 0; i < zone.size(); ++i) {
    if (i == colon) continue;
    if (!absl::ascii_isdigit(zone[i])) return std::nullopt;
    int64_t& number = i < colon ? hours : minutes;
    number = number * 10 + (zone[i] - '0');
  }
  if (hours > 24 || minutes > 60) return std::nullopt;
  return (negative ? -60 : 60) * (60 * hours + minutes);
}

std::string Fraction(int32_t nanos) {
  if (nanos == 0) return "";
  std::string digits = absl::StrFormat(".%09d", nanos);
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

// Returns the same time with nanos that are not negative.
CelTime FromBelow(CelTime time) {
  int64_t carry = time.nanos / kNanos;
  auto nanos = int32_t(time.nanos % kNanos);
  if (nanos < 0) {
    nanos += int32_t(kNanos);
    --carry;
  }
  return {time.seconds + carry, nanos};
}

}  // namespace

std::optional<CelTime> ParseTimestamp(absl::string_view text) {
  const std::optional<absl::Time> parsed = ParseGoTime(text);
  if (!parsed.has_value()) return std::nullopt;
  const int64_t seconds = absl::ToUnixSeconds(*parsed);
  const absl::Duration rest = *parsed - absl::FromUnixSeconds(seconds);
  const CelTime time{seconds, int32_t(absl::ToInt64Nanoseconds(rest))};
  return IsTimestamp(time) ? std::optional(time) : std::nullopt;
}

std::string TimestampText(CelTime time) {
  absl::CivilSecond civil = kEpoch + time.seconds;
  return absl::StrCat(
      absl::StrFormat("%04d-%02d-%02dT%02d:%02d:%02d", civil.year(),
                      civil.month(), civil.day(), civil.hour(), civil.minute(),
                      civil.second()),
      Fraction(time.nanos), "Z");
}

std::optional<CelTime> ParseDuration(absl::string_view text) {
  absl::StatusOr<absl::Duration> duration = ParseGoDuration(text);
  if (!duration.ok()) return std::nullopt;
  return TimeOfNanos(absl::ToInt64Nanoseconds(*duration));
}

std::string DurationText(CelTime duration) {
  // Like Go's Duration.Seconds, which is a double.
  return absl::StrCat(
      PlainDecimal(double(duration.seconds) + double(duration.nanos) / 1e9),
      "s");
}

bool IsTimestamp(CelTime time) {
  static const int64_t kFirst = absl::CivilSecond(1, 1, 1) - kEpoch;
  static const int64_t kBeyond = absl::CivilSecond(10000, 1, 1) - kEpoch;
  return time.seconds >= kFirst && time.seconds < kBeyond;
}

CelTime TimeOfNanos(int64_t nanos) {
  return {nanos / kNanos, int32_t(nanos % kNanos)};
}

std::optional<int64_t> NanosOf(CelTime time) {
  __int128 nanos = __int128(time.seconds) * kNanos + time.nanos;
  if (nanos > std::numeric_limits<int64_t>::max() ||
      nanos < std::numeric_limits<int64_t>::min()) {
    return std::nullopt;
  }
  return int64_t(nanos);
}

CelTime Sum(CelTime a, CelTime b) {
  return FromBelow({a.seconds + b.seconds, a.nanos + b.nanos});
}

CelTime Difference(CelTime a, CelTime b) {
  return FromBelow({a.seconds - b.seconds, a.nanos - b.nanos});
}

std::optional<CelClock> ClockAt(CelTime time, absl::string_view zone) {
  int64_t offset = 0;
  if (!zone.empty() && zone != "UTC") {
    const std::optional<int64_t> taken = OffsetOf(zone);
    if (!taken) return std::nullopt;
    offset = *taken;
  }
  absl::CivilSecond civil = kEpoch + (time.seconds + offset);
  absl::CivilDay day(civil);
  CelClock clock;
  clock.year = civil.year();
  clock.month = civil.month() - 1;
  clock.day = civil.day() - 1;
  // Weekday counts from Monday.
  clock.day_of_week = (int(absl::GetWeekday(day)) + 1) % 7;
  clock.day_of_year = absl::GetYearDay(day) - 1;
  clock.hours = civil.hour();
  clock.minutes = civil.minute();
  clock.seconds = civil.second();
  clock.milliseconds = time.nanos / 1'000'000;
  return clock;
}

}  // namespace loom
