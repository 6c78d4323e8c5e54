// SPDX-License-Identifier: Apache-2.0
#include "data/go/integer.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "data/go/rune.h"

namespace loom {
namespace {

std::string Digits(uint64_t value, unsigned base, bool upper) {
  const char* digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text;
  do {
    text.push_back(digits[value % base]);
    value /= base;
  } while (value > 0);
  std::reverse(text.begin(), text.end());
  return text;
}

void FillWithZeros(size_t count, std::string* digits) {
  if (digits->size() < count) digits->insert(0, count - digits->size(), '0');
}

void PrintInBase(int64_t value, unsigned base, const Directive& d,
                 std::string* out) {
  bool negative = value < 0;
  uint64_t magnitude = static_cast<uint64_t>(value);
  if (negative) magnitude = 0 - magnitude;
  absl::string_view sign = Sign(negative, d);
  std::string digits = Digits(magnitude, base, d.verb == U'X');
  if (d.precision.has_value()) {
    // Go prints nothing for a zero with a precision of 0, not even the sign.
    if (*d.precision == 0 && value == 0) return Pad("", d, false, out);
    FillWithZeros(*d.precision, &digits);
  } else if (d.zero && !d.minus && d.width.has_value()) {
    FillWithZeros(std::max<size_t>(*d.width, sign.size()) - sign.size(),
                  &digits);
  }
  absl::string_view prefix;
  if (d.verb == U'O') {
    prefix = d.sharp && digits[0] != '0' ? "0o0" : "0o";
  } else if (d.sharp) {
    if (base == 2) prefix = "0b";
    if (base == 8 && digits[0] != '0') prefix = "0";
    if (base == 16) prefix = d.verb == U'X' ? "0X" : "0x";
  }
  Pad(absl::StrCat(sign, prefix, digits), d, false, out);
}

char32_t AsRune(int64_t value) {
  return value < 0 || value > kMaxRune ? kReplacement
                                       : static_cast<char32_t>(value);
}

void PrintCodePoint(int64_t value, const Directive& d, std::string* out) {
  std::string digits = Digits(static_cast<uint64_t>(value), 16, true);
  FillWithZeros(std::max(4, d.precision.value_or(0)), &digits);
  std::string text = absl::StrCat("U+", digits);
  if (d.sharp && value >= 0 && value <= kMaxRune && IsPrintable(value)) {
    absl::StrAppend(&text, " '");
    AppendRune(static_cast<char32_t>(value), &text);
    text.push_back('\'');
  }
  Pad(text, d, false, out);
}

}  // namespace

bool PrintInteger(int64_t value, const Directive& directive, std::string* out) {
  switch (directive.verb) {
    case U'v':
    case U'd':
      PrintInBase(value, 10, directive, out);
      return true;
    case U'b':
      PrintInBase(value, 2, directive, out);
      return true;
    case U'o':
    case U'O':
      PrintInBase(value, 8, directive, out);
      return true;
    case U'x':
    case U'X':
      PrintInBase(value, 16, directive, out);
      return true;
    case U'c': {
      std::string text;
      AppendRune(AsRune(value), &text);
      Pad(text, directive, true, out);
      return true;
    }
    case U'q':
      Pad(QuoteRune(AsRune(value), directive.plus), directive, true, out);
      return true;
    case U'U':
      PrintCodePoint(value, directive, out);
      return true;
    default:
      return false;
  }
}

bool PrintBool(bool value, const Directive& directive, std::string* out) {
  if (directive.verb != U'v' && directive.verb != U't') return false;
  Pad(value ? "true" : "false", directive, true, out);
  return true;
}

}  // namespace loom
