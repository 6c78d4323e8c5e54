// SPDX-License-Identifier: Apache-2.0
#include "data/value/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace loom {

std::optional<int64_t> AsInteger(double value) {
  if (!(std::fabs(value) <= kMaxExactInteger)) return std::nullopt;
  int64_t whole = static_cast<int64_t>(value);
  if (static_cast<double>(whole) != value) return std::nullopt;
  return whole;
}

std::optional<int64_t> AsInteger(const Value& value) {
  if (value.IsInt64()) return value.GetInt64();
  if (value.IsDouble()) return AsInteger(value.GetDouble());
  return std::nullopt;
}

Value Normalized(double value) {
  std::optional<int64_t> whole = AsInteger(value);
  return whole.has_value() ? Integer(*whole) : Real(value);
}

namespace {

// The shortest decimal digits that read back as the same double:
// 0.d₁d₂d₃… × 10^point.
struct Decimal {
  bool negative = false;
  std::string digits;
  int point = 0;
};

Decimal Shortest(double value) {
  Decimal decimal;
  decimal.negative = std::signbit(value);
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value),
                           std::chars_format::scientific)
                 .ptr;
  const char* e = std::find(buffer, end, 'e');
  for (const char* at = buffer; at != e; ++at) {
    if (*at != '.') decimal.digits.push_back(*at);
  }
  int exponent = 0;
  std::from_chars(e + (e[1] == '+' ? 2 : 1), end, exponent);
  decimal.point = exponent + 1;
  return decimal;
}

// The digits after the shortest ones are zeros, as in Go, and not the exact
// digits, as in C++: 1e23 is a one and 23 zeros.
void AppendPlain(const Decimal& decimal, std::string* out) {
  if (decimal.negative) out->push_back('-');
  const std::string& digits = decimal.digits;
  int count = static_cast<int>(digits.size());
  if (decimal.point <= 0) {
    absl::StrAppend(out, "0.", std::string(-decimal.point, '0'), digits);
  } else if (decimal.point >= count) {
    absl::StrAppend(out, digits, std::string(decimal.point - count, '0'));
  } else {
    absl::StrAppend(out, digits.substr(0, decimal.point), ".",
                    digits.substr(decimal.point));
  }
}

}  // namespace

void AppendJsonNumber(const Value& number, std::string* out) {
  if (IsInt64(number)) {
    absl::StrAppend(out, number.GetInt64());
    return;
  }
  double value = number.GetDouble();
  if (value == 0) {
    absl::StrAppend(out, std::signbit(value) ? "-0" : "0");
    return;
  }
  Decimal decimal = Shortest(value);
  if (decimal.point > -6 && decimal.point <= 21) {
    AppendPlain(decimal, out);
    return;
  }
  if (decimal.negative) out->push_back('-');
  absl::StrAppend(out, decimal.digits.substr(0, 1));
  if (decimal.digits.size() > 1) {
    absl::StrAppend(out, ".", decimal.digits.substr(1));
  }
  int exponent = decimal.point - 1;
  absl::StrAppend(out, exponent < 0 ? "e-" : "e+", std::abs(exponent));
}

std::string PlainDecimal(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Inf" : "+Inf";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  std::string text;
  AppendPlain(Shortest(value), &text);
  return text;
}

}  // namespace loom
