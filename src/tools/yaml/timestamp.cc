// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/timestamp.h"

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace loom {
namespace {

// A number of `least` to `most` digits.
std::optional<int> Take(absl::string_view* text, size_t least, size_t most) {
  int value = 0;
  size_t count = 0;
  while (count < most && count < text->size() &&
         absl::ascii_isdigit((*text)[count])) {
    value = value * 10 + ((*text)[count++] - '0');
  }
  if (count < least) return std::nullopt;
  text->remove_prefix(count);
  return value;
}

bool TakeWithin(absl::string_view* text, size_t least, int low, int high) {
  std::optional<int> value = Take(text, least, 2);
  return value.has_value() && *value >= low && *value <= high;
}

int DaysOf(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool TakeDate(absl::string_view* text) {
  std::optional<int> year = Take(text, 4, 4);
  if (!year.has_value() || !absl::ConsumePrefix(text, "-")) return false;
  std::optional<int> month = Take(text, 1, 2);
  if (!month.has_value() || *month < 1 || *month > 12) return false;
  return absl::ConsumePrefix(text, "-") &&
         TakeWithin(text, 1, 1, DaysOf(*year, *month));
}

// hh:mm:ss, and a fraction after a point or, which Go allows too, a comma.
bool TakeTime(absl::string_view* text) {
  if (!TakeWithin(text, 1, 0, 23) || !absl::ConsumePrefix(text, ":") ||
      !TakeWithin(text, 1, 0, 59) || !absl::ConsumePrefix(text, ":") ||
      !TakeWithin(text, 1, 0, 59)) {
    return false;
  }
  if (text->size() > 1 && ((*text)[0] == '.' || (*text)[0] == ',') &&
      absl::ascii_isdigit((*text)[1])) {
    text->remove_prefix(1);
    while (!text->empty() && absl::ascii_isdigit((*text)[0])) {
      text->remove_prefix(1);
    }
  }
  return true;
}

bool TakeZone(absl::string_view* text) {
  if (absl::ConsumePrefix(text, "Z")) return true;
  return (absl::ConsumePrefix(text, "+") || absl::ConsumePrefix(text, "-")) &&
         TakeWithin(text, 2, 0, 24) && absl::ConsumePrefix(text, ":") &&
         TakeWithin(text, 2, 0, 60);
}

}  // namespace

bool IsTimestamp(absl::string_view text) {
  if (!TakeDate(&text)) return false;
  if (text.empty()) return true;
  if (absl::ConsumePrefix(&text, "T") || absl::ConsumePrefix(&text, "t")) {
    return TakeTime(&text) && TakeZone(&text) && text.empty();
  }
  if (!absl::ConsumePrefix(&text, " ")) return false;
  while (absl::ConsumePrefix(&text, " ")) {
  }
  return TakeTime(&text) && text.empty();
}

}  // namespace loom
