// SPDX-License-Identifier: Apache-2.0
#include "data/go/time.h"

#include <cstdint>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/civil_time.h"
#include "data/go/format.h"

namespace loom {
namespace {

constexpr uint64_t kMost = uint64_t{1} << 63;

constexpr struct {
  absl::string_view name;
  uint64_t nanoseconds;
} kUnits[] = {
    {"ns", 1},
    {"us", 1000},
    {"\xc2\xb5s", 1000},  // the micro sign
    {"\xce\xbcs", 1000},  // the Greek letter
    {"ms", 1000 * 1000},
    {"s", 1000 * 1000 * 1000},
    {"m", uint64_t{60} * 1000 * 1000 * 1000},
    {"h", uint64_t{3600} * 1000 * 1000 * 1000},
};

absl::Status Wrong(absl::string_view what, absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("time: ", what, " duration ", Quoted(text)));
}

bool IsDigit(absl::string_view text) {
  return !text.empty() && absl::ascii_isdigit(text[0]);
}

// Reads the digits at the front; returns nullopt if there are too many.
std::optional<uint64_t> TakeInteger(absl::string_view* text) {
  uint64_t value = 0;
  for (; IsDigit(*text); text->remove_prefix(1)) {
    if (value > kMost / 10) return std::nullopt;
    value = value * 10 + uint64_t((*text)[0] - '0');
    if (value > kMost) return std::nullopt;
  }
  return value;
}

// Reads the digits after a point as a number and its divisor. Digits beyond the range
// are ignored.
struct Fraction {
  uint64_t value = 0;
  double scale = 1;
};

Fraction TakeLongFraction(absl::string_view* text) {
  Fraction fraction;
  bool full = false;
  for (; IsDigit(*text); text->remove_prefix(1)) {
    const auto digit = uint64_t((*text)[0] - '0');
    full |= fraction.value > (kMost - 1) / 10 ||
            fraction.value * 10 + digit > kMost;
    if (full) continue;
    fraction.value = fraction.value * 10 + digit;
    fraction.scale *= 10;
  }
  return fraction;
}

absl::string_view TakeUnit(absl::string_view* text) {
  size_t end = 0;
  while (end < text->size() && (*text)[end] != '.' &&
         !absl::ascii_isdigit((*text)[end])) {
    ++end;
  }
  absl::string_view unit = text->substr(0, end);
  text->remove_prefix(end);
  return unit;
}

absl::StatusOr<uint64_t> NanosecondsOf(absl::string_view unit,
                                       absl::string_view text) {
  if (unit.empty()) return Wrong("missing unit in", text);
  for (const auto& row : kUnits) {
    if (row.name == unit) return row.nanoseconds;
  }
  return Wrong(absl::StrCat("unknown unit ", Quoted(unit), " in"), text);
}

// Reads a number with its unit, and adds it to the sum.
absl::Status TakePart(absl::string_view text, absl::string_view* rest,
                      uint64_t* sum) {
  if ((*rest)[0] != '.' && !IsDigit(*rest)) return Wrong("invalid", text);
  const bool has_digits = IsDigit(*rest);
  std::optional<uint64_t> whole = TakeInteger(rest);
  if (!whole.has_value()) return Wrong("invalid", text);
  Fraction fraction;
  bool has_fraction = false;
  if (absl::ConsumePrefix(rest, ".")) {
    has_fraction = IsDigit(*rest);
    fraction = TakeLongFraction(rest);
  }
  if (!has_digits && !has_fraction) return Wrong("invalid", text);
  auto unit = NanosecondsOf(TakeUnit(rest), text);
  if (!unit.ok()) return unit.status();
  if (*whole > kMost / *unit) return Wrong("invalid", text);
  uint64_t part = *whole * *unit;
  part += uint64_t(double(fraction.value) * (double(*unit) / fraction.scale));
  if (part > kMost || *sum + part > kMost) return Wrong("invalid", text);
  *sum += part;
  return absl::OkStatus();
}

// Reads digits at a position; -1 if one of them is none.
template <size_t kCount>
int DigitsAt(absl::string_view text, size_t at) {
  int number = 0;
  for (size_t i = at; i < at + kCount; ++i) {
    const unsigned digit = static_cast<unsigned char>(text[i]) - unsigned{'0'};
    if (digit > 9) return -1;
    number = number * 10 + int(digit);
  }
  return number;
}

int DaysIn(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month != 2) return kDays[month - 1];
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return leap ? 29 : 28;
}

// Reads the digits after a point, if there is one. Digits beyond nanoseconds are
// dropped.
bool TakeNanoseconds(absl::string_view* text, int64_t* nanoseconds) {
  if (text->empty() || text->front() != '.') return true;
  text->remove_prefix(1);
  size_t count = 0;
  for (; IsDigit(*text); ++count) {
    if (count < 9) *nanoseconds = *nanoseconds * 10 + ((*text)[0] - '0');
    text->remove_prefix(1);
  }
  for (size_t i = count; i < 9; ++i) *nanoseconds *= 10;
  return count > 0;
}

// Reads Z or an offset such as +01:30, in minutes.
bool ReadZone(absl::string_view text, int* offset) {
  if (text == "Z") return true;
  constexpr size_t kOffset = 6;
  if (text.size() != kOffset) return false;
  const char sign = text.front();
  const int hours = DigitsAt<2>(text, 1), minutes = DigitsAt<2>(text, 4);
  if ((sign != '+' && sign != '-') || text[3] != ':' || hours < 0 ||
      hours > 24 || minutes < 0 || minutes > 60) {
    return false;
  }
  *offset = (sign == '-' ? -1 : 1) * (60 * hours + minutes);
  return true;
}

struct GoTime {
  int year, month, day, hour, minute, second;
  int64_t nanoseconds = 0;
  int offset = 0;
};

// Reads 2006-01-02T15:04:05, a fraction, and a zone.
bool ReadTime(absl::string_view text, GoTime* time) {
  constexpr size_t kSeconds = 19;
  if (text.size() < kSeconds || text[4] != '-' || text[7] != '-' ||
      text[10] != 'T' || text[13] != ':' || text[16] != ':') {
    return false;
  }
  time->year = DigitsAt<4>(text, 0);
  time->month = DigitsAt<2>(text, 5);
  time->day = DigitsAt<2>(text, 8);
  time->hour = DigitsAt<2>(text, 11);
  time->minute = DigitsAt<2>(text, 14);
  time->second = DigitsAt<2>(text, 17);
  const bool exists =
      time->year >= 0 && time->month >= 1 && time->month <= 12 &&
      time->day >= 1 && time->day <= DaysIn(time->year, time->month) &&
      time->hour >= 0 && time->hour <= 23 && time->minute >= 0 &&
      time->minute <= 59 && time->second >= 0 && time->second <= 59;
  text.remove_prefix(kSeconds);
  return exists && TakeNanoseconds(&text, &time->nanoseconds) &&
         ReadZone(text, &time->offset);
}

}  // namespace

absl::StatusOr<absl::Duration> ParseGoDuration(absl::string_view text) {
  absl::string_view rest = text;
  const bool negative = absl::ConsumePrefix(&rest, "-");
  if (!negative) absl::ConsumePrefix(&rest, "+");
  if (rest == "0") return absl::ZeroDuration();
  if (rest.empty()) return Wrong("invalid", text);
  uint64_t sum = 0;
  while (!rest.empty()) {
    absl::Status taken = TakePart(text, &rest, &sum);
    if (!taken.ok()) return taken;
  }
  if (negative && sum == kMost) {
    return absl::Nanoseconds(std::numeric_limits<int64_t>::min());
  }
  if (sum == kMost) return Wrong("invalid", text);
  const auto nanoseconds = int64_t(sum);
  return absl::Nanoseconds(negative ? -nanoseconds : nanoseconds);
}

bool IsGoTime(absl::string_view text) {
  GoTime time;
  return ReadTime(text, &time);
}

std::optional<absl::Time> ParseGoTime(absl::string_view text) {
  GoTime time;
  if (!ReadTime(text, &time)) return std::nullopt;
  const absl::CivilSecond civil(time.year, time.month, time.day, time.hour,
                                time.minute, time.second);
  return absl::FromUnixSeconds(civil - absl::CivilSecond(1970) -
                               60 * time.offset) +
         absl::Nanoseconds(time.nanoseconds);
}

}  // namespace loom
