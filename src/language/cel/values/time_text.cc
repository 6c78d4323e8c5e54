// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/time_text.h"

#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/time/civil_time.h"
#include "data/value/number.h"
#include "language/input/fields.h"

namespace loom {
namespace {

constexpr int64_t kNanos = 1'000'000'000;
constexpr absl::CivilSecond kEpoch(1970, 1, 1);

std::optional<int> TakeTimeDigits(absl::string_view* text, size_t least,
                                  size_t most) {
  size_t count = 0;
  int value = 0;
  while (count < text->size() && count < most &&
         absl::ascii_isdigit((*text)[count])) {
    value = value * 10 + ((*text)[count++] - '0');
  }
  if (count < least) return std::nullopt;
  text->remove_prefix(count);
  return value;
}

// Reads the digits after a point. Digits beyond nanoseconds are dropped.
std::optional<int32_t> TakeFraction(absl::string_view* text) {
  if (!absl::ConsumePrefix(text, ".")) return 0;
  int32_t nanos = 0;
  size_t count = 0;
  for (; !text->empty() && absl::ascii_isdigit((*text)[0]); ++count) {
    if (count < 9) nanos = nanos * 10 + ((*text)[0] - '0');
    text->remove_prefix(1);
  }
  if (count == 0) return std::nullopt;
  for (; count < 9; ++count) nanos *= 10;
  return nanos;
}

// Reads [+-]hh:mm and returns seconds. The hours have at least `least` digits.
std::optional<int64_t> TakeOffset(absl::string_view* text, size_t least) {
  int64_t sign = 1;
  if (absl::ConsumePrefix(text, "-")) {
    sign = -1;
  } else if (!absl::ConsumePrefix(text, "+") && least == 2) {
    return std::nullopt;
  }
  std::optional<int> hours = TakeTimeDigits(text, least, 2);
  if (!hours || !absl::ConsumePrefix(text, ":")) return std::nullopt;
  std::optional<int> minutes = TakeTimeDigits(text, 2, 2);
  if (!minutes || *hours > 24 || *minutes > 60) return std::nullopt;
  return sign * (*hours * 3600 + *minutes * 60);
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
  std::optional<int> year = TakeTimeDigits(&text, 4, 4);
  if (!year || !absl::ConsumePrefix(&text, "-")) return std::nullopt;
  std::optional<int> month = TakeTimeDigits(&text, 2, 2);
  if (!month || !absl::ConsumePrefix(&text, "-")) return std::nullopt;
  std::optional<int> day = TakeTimeDigits(&text, 2, 2);
  if (!day || !absl::ConsumePrefix(&text, "T")) return std::nullopt;
  std::optional<int> hour = TakeTimeDigits(&text, 2, 2);
  if (!hour || !absl::ConsumePrefix(&text, ":")) return std::nullopt;
  std::optional<int> minute = TakeTimeDigits(&text, 2, 2);
  if (!minute || !absl::ConsumePrefix(&text, ":")) return std::nullopt;
  std::optional<int> second = TakeTimeDigits(&text, 2, 2);
  if (!second) return std::nullopt;
  std::optional<int32_t> nanos = TakeFraction(&text);
  if (!nanos) return std::nullopt;
  std::optional<int64_t> offset =
      absl::ConsumePrefix(&text, "Z") ? 0 : TakeOffset(&text, 2);
  absl::CivilSecond civil(*year, *month, *day, *hour, *minute, *second);
  bool is_date = civil.month() == *month && civil.day() == *day &&
                 civil.hour() == *hour && civil.minute() == *minute &&
                 civil.second() == *second;
  if (!offset || !is_date || !text.empty()) return std::nullopt;
  CelTime time{civil - kEpoch - *offset, *nanos};
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
    std::optional<int64_t> taken = TakeOffset(&zone, 1);
    if (!taken || !zone.empty()) return std::nullopt;
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
