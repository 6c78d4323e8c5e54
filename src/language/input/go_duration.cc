// SPDX-License-Identifier: Apache-2.0
#include "language/input/go_duration.h"

#include <cstdint>
#include <limits>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/go/quoted.h"

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

// The digits in front; nullopt if they are too many.
std::optional<uint64_t> TakeInteger(absl::string_view* text) {
  uint64_t value = 0;
  for (; IsDigit(*text); text->remove_prefix(1)) {
    if (value > kMost / 10) return std::nullopt;
    value = value * 10 + uint64_t((*text)[0] - '0');
    if (value > kMost) return std::nullopt;
  }
  return value;
}

// The digits behind a point, as a number and what it is to be divided by. Digits
// beyond the range do not count.
struct Fraction {
  uint64_t value = 0;
  double scale = 1;
};

Fraction TakeFraction(absl::string_view* text) {
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

// Takes a number with its unit, and adds it to the sum.
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
    fraction = TakeFraction(rest);
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

}  // namespace loom
