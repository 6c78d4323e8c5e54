// SPDX-License-Identifier: Apache-2.0
#include "data/go/numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/redacted_message.h"
#include "data/go/format.h"
#include "data/go/text.h"

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

namespace {

// The largest double has 309 digits before the point, and the precision is
// bounded; to_chars needs room for both.
constexpr size_t kRoom = 2048;

template <typename... Precision>
std::string Decimal(double value, std::chars_format format,
                    Precision... precision) {
  char buffer[kRoom];
  auto result =
      std::to_chars(buffer, buffer + kRoom, value, format, precision...);
  return std::string(buffer, result.ptr);
}

// Returns the shortest digits that read back as the same number, with an
// exponent below 1e-4 and from 1e6 on.
std::string Shortest(double value) {
  std::string text = Decimal(value, std::chars_format::scientific);
  int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  if (exponent < -4 || exponent >= 6) return text;
  return Decimal(value, std::chars_format::fixed);
}

std::string Exponent(int exponent) {
  return absl::StrCat(exponent < 0 ? "-" : "+",
                      absl::Dec(std::abs(exponent), absl::kZeroPad2));
}

// value == mantissa × 2^exponent
struct Binary {
  uint64_t mantissa;
  int exponent;
};

constexpr int kMantissaBits = 52;

Binary Split(double value) {
  uint64_t bits = std::bit_cast<uint64_t>(value);
  uint64_t mantissa = bits & ((uint64_t{1} << kMantissaBits) - 1);
  int biased = static_cast<int>(bits >> kMantissaBits & 0x7FF);
  if (biased == 0) return {mantissa, 1 - 1023 - kMantissaBits};
  return {mantissa | uint64_t{1} << kMantissaBits,
          biased - 1023 - kMantissaBits};
}

// 0x1.5p+05: one digit before the point, and after it as many digits as the
// precision requires or, without a precision, the number needs.
std::string Hexadecimal(double value, std::optional<int> precision) {
  auto [mantissa, exponent] = Split(value);
  exponent += kMantissaBits;
  if (mantissa == 0) exponent = 0;
  while (mantissa != 0 && mantissa >> kMantissaBits == 0) {
    mantissa <<= 1;
    --exponent;
  }
  constexpr int kDigits = kMantissaBits / 4;
  if (precision.has_value() && *precision < kDigits) {
    int dropped = kMantissaBits - 4 * *precision;
    uint64_t half = uint64_t{1} << (dropped - 1);
    uint64_t rest = mantissa & (2 * half - 1);
    mantissa >>= dropped;
    if (rest > half || (rest == half && mantissa % 2 == 1)) ++mantissa;
    mantissa <<= dropped;
    if (mantissa >> (kMantissaBits + 1) != 0) {
      mantissa >>= 1;
      ++exponent;
    }
  }
  std::string digits;
  for (int shift = kMantissaBits - 4; shift >= 0; shift -= 4) {
    digits.push_back("0123456789abcdef"[mantissa >> shift & 15]);
  }
  if (precision.has_value()) {
    digits.resize(*precision, '0');
  } else {
    digits.erase(digits.find_last_not_of('0') + 1);
  }
  return absl::StrCat("0x", mantissa >> kMantissaBits,
                      digits.empty() ? "" : ".", digits, "p",
                      Exponent(exponent));
}

bool IsOneOf(absl::string_view verbs, char32_t verb) {
  return verb < 0x80 && absl::StrContains(verbs, static_cast<char>(verb));
}

// Returns the magnitude in the form of the verb.
std::string Magnitude(double value, const Directive& d) {
  switch (absl::ascii_tolower(static_cast<char>(d.verb))) {
    case 'e':
      return Decimal(value, std::chars_format::scientific,
                     d.precision.value_or(6));
    case 'f':
      return Decimal(value, std::chars_format::fixed, d.precision.value_or(6));
    case 'x':
      return Hexadecimal(value, d.precision);
    case 'b': {
      auto [mantissa, exponent] = Split(value);
      return absl::StrCat(mantissa, "p", exponent < 0 ? "" : "+", exponent);
    }
    default:
      return d.precision.has_value()
                 ? Decimal(value, std::chars_format::general, *d.precision)
                 : Shortest(value);
  }
}

// Applies the flag #: the result always has a point, and %v, %g, %G and %x have
// trailing zeros up to the precision, which is 6 by default.
void ForcePoint(const Directive& d, std::string* number) {
  bool hex = absl::ascii_tolower(static_cast<char>(d.verb)) == 'x';
  size_t end = number->find_first_of(hex ? "pP" : "eE");
  if (end == std::string::npos) end = number->size();
  std::string tail = number->substr(end);
  number->resize(end);
  int wanted = IsOneOf("vgGx", d.verb) ? d.precision.value_or(6) : 0;
  bool significant = false;
  for (char c : *number) {
    if (c == '.') continue;
    // In the prefix 0x, Go counts the x as a digit, but not the 0.
    if (c != '0') significant = true;
    if (significant) --wanted;
  }
  if (number->find('.') == std::string::npos) {
    if (*number == "0") --wanted;
    number->push_back('.');
  }
  if (wanted > 0) number->append(wanted, '0');
  absl::StrAppend(number, tail);
}

// Infinity always has a sign; NaN has one only if a flag requires it.
std::string NotFinite(double value, const Directive& d) {
  if (std::isnan(value)) return absl::StrCat(Sign(false, d), "NaN");
  absl::string_view sign = Sign(value < 0, d);
  return absl::StrCat(sign.empty() ? "+" : sign, "Inf");
}

}  // namespace

bool PrintFloat(double value, const Directive& directive, std::string* out) {
  if (!IsOneOf("veEfFgGbxX", directive.verb)) return false;
  if (!std::isfinite(value)) {
    Pad(NotFinite(value, directive), directive, false, out);
    return true;
  }
  absl::string_view sign = Sign(std::signbit(value), directive);
  std::string number = Magnitude(std::fabs(value), directive);
  if (directive.verb < U'a') absl::AsciiStrToUpper(&number);
  if (directive.sharp && directive.verb != U'b') ForcePoint(directive, &number);
  size_t size = sign.size() + number.size();
  size_t width = directive.width.value_or(0);
  if (directive.zero && !directive.minus && width > size) {
    number.insert(0, width - size, '0');
  }
  Pad(absl::StrCat(sign, number), directive, false, out);
  return true;
}

bool IsFloatVerb(char32_t verb) { return IsOneOf("eEfFgG", verb); }

namespace {

absl::Status Failed(absl::string_view wanted, absl::string_view text,
                    absl::string_view why) {
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
                      "expected ", wanted, ", got ", Quoted(text), ": ", why)),
                  absl::StrCat("expected ", wanted));
}

constexpr absl::string_view kInteger = "a 64-bit decimal integer";
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

// An underscore must be between two digits, or between 0x and a digit. For this
// rule, Go counts a to f as digits even in the exponent of a hexadecimal
// number, where only decimal digits are allowed.
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

// Returns whether the string is digits [. digits] [exponent], the form after
// the sign and 0x once the underscores are removed.
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

// Returns whether the leading digits exceed 64 bits. Go detects this before it
// reaches a character that is not a digit.
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
