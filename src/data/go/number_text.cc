// SPDX-License-Identifier: Apache-2.0
#include "data/go/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "data/go/quoted.h"

namespace loom {
namespace {

absl::Status Failed(absl::string_view wanted, absl::string_view text,
                    absl::string_view why) {
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
                      "want ", wanted, ", got ", Quoted(text), ": ", why)),
                  absl::StrCat("want ", wanted));
}

constexpr absl::string_view kInteger = "a decimal whole number of 64 bits";
constexpr absl::string_view kFraction = "a number";
constexpr absl::string_view kBool = "true or false";

constexpr absl::string_view kSyntax = "invalid syntax";
constexpr absl::string_view kRange = "value out of range";

bool ConsumeSign(absl::string_view* text) {
  if (text->empty() || ((*text)[0] != '+' && (*text)[0] != '-')) return false;
  text->remove_prefix(1);
  return true;
}

std::optional<double> Special(absl::string_view text) {
  bool negative = absl::StartsWith(text, "-");
  if (absl::EqualsIgnoreCase(text, "nan")) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  ConsumeSign(&text);
  if (absl::EqualsIgnoreCase(text, "inf") ||
      absl::EqualsIgnoreCase(text, "infinity")) {
    double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  return std::nullopt;
}

// An underscore stands between two digits, or between 0x and a digit. Go counts
// a to f as digits of a hexadecimal number also in its exponent, where only
// decimal digits are allowed.
bool UnderscoresSeparateDigits(absl::string_view digits, bool hex) {
  auto is_digit = [&](size_t i) {
    return i < digits.size() && (hex ? absl::ascii_isxdigit(digits[i])
                                     : absl::ascii_isdigit(digits[i]));
  };
  for (size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] != '_') continue;
    bool after_digit = i == 0 ? hex : is_digit(i - 1);
    if (!after_digit || !is_digit(i + 1)) return false;
  }
  return true;
}

// Whether the text is digits [. digits] [exponent], which is what may stand
// behind the sign and 0x once the underscores are removed.
bool IsFloat(absl::string_view text, bool hex) {
  size_t digits = 0;
  bool point = false;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (hex ? absl::ascii_isxdigit(text[i])
                   : absl::ascii_isdigit(text[i])) {
      ++digits;
    } else {
      break;
    }
  }
  if (digits == 0) return false;
  if (i == text.size()) return !hex;
  if (absl::ascii_tolower(text[i]) != (hex ? 'p' : 'e')) return false;
  absl::string_view exponent = text.substr(i + 1);
  ConsumeSign(&exponent);
  return !exponent.empty() &&
         std::all_of(exponent.begin(), exponent.end(), absl::ascii_isdigit);
}

// Whether the leading digits exceed 64 bits. Go notices this before it gets to
// the character that is no digit.
bool OverflowsEarly(absl::string_view text) {
  size_t count = 0;
  while (count < text.size() && absl::ascii_isdigit(text[count])) ++count;
  uint64_t number;
  return count > 0 && !absl::SimpleAtoi(text.substr(0, count), &number);
}

}  // namespace

absl::StatusOr<int64_t> ParseGoInt(absl::string_view text) {
  absl::string_view digits = text;
  ConsumeSign(&digits);
  if (digits.empty() ||
      !std::all_of(digits.begin(), digits.end(), absl::ascii_isdigit)) {
    return Failed(kInteger, text, OverflowsEarly(digits) ? kRange : kSyntax);
  }
  int64_t number;
  if (!absl::SimpleAtoi(text, &number)) {
    return Failed(kInteger, text, kRange);
  }
  return number;
}

absl::StatusOr<double> ParseGoFloat(absl::string_view text) {
  if (std::optional<double> special = Special(text)) return *special;
  absl::string_view rest = text;
  bool negative = ConsumeSign(&rest) && text[0] == '-';
  bool hex = absl::StartsWithIgnoreCase(rest, "0x");
  if (hex) rest.remove_prefix(2);
  if (!UnderscoresSeparateDigits(rest, hex)) {
    return Failed(kFraction, text, kSyntax);
  }
  std::string digits(rest);
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  if (!IsFloat(digits, hex)) return Failed(kFraction, text, kSyntax);

  double number = 0;
  auto result = absl::from_chars(
      digits.data(), digits.data() + digits.size(), number,
      hex ? absl::chars_format::hex : absl::chars_format::general);
  if (result.ec == std::errc::result_out_of_range && std::fabs(number) > 1) {
    return Failed(kFraction, text, kRange);
  }
  return negative ? -number : number;
}

absl::StatusOr<bool> ParseGoBool(absl::string_view text) {
  for (absl::string_view yes : {"1", "t", "T", "TRUE", "true", "True"}) {
    if (text == yes) return true;
  }
  for (absl::string_view no : {"0", "f", "F", "FALSE", "false", "False"}) {
    if (text == no) return false;
  }
  return Failed(kBool, text, kSyntax);
}

}  // namespace loom
