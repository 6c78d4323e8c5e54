// SPDX-License-Identifier: Apache-2.0
#include "data/go/float.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
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

// The shortest digits that read back as the same number; with an exponent below
// 1e-4 and from 1e6 on.
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

// 0x1.5p+05: one digit before the point, and behind it as many as the precision
// says or as the number needs.
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

// The magnitude in the form that the verb asks for.
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

// The flag #: there is always a point, and %v, %g, %G and %x have trailing
// zeros up to the precision, which is 6 by default.
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
    // Of the prefix 0x, Go does not count the 0 as a digit, but the x.
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

// An infinity always has a sign, NaN only where a flag asks for one.
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

}  // namespace loom
