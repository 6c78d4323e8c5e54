// SPDX-License-Identifier: Apache-2.0
#include "data/go/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"

namespace loom {
namespace {

constexpr int kNano = -9;
// Any number of this many digits fits an int64.
constexpr int kExactDigits = 18;

struct Suffix {
  bool binary = false;
  int exponent = 0;
};

constexpr struct {
  absl::string_view text;
  Suffix suffix;
} kSuffixes[] = {
    {"", {false, 0}},   {"n", {false, -9}}, {"u", {false, -6}},
    {"m", {false, -3}}, {"k", {false, 3}},  {"M", {false, 6}},
    {"G", {false, 9}},  {"T", {false, 12}}, {"P", {false, 15}},
    {"E", {false, 18}}, {"Ki", {true, 10}}, {"Mi", {true, 20}},
    {"Gi", {true, 30}}, {"Ti", {true, 40}}, {"Pi", {true, 50}},
    {"Ei", {true, 60}},
};

std::optional<Suffix> FindSuffix(absl::string_view text) {
  for (const auto& row : kSuffixes) {
    if (row.text == text) return row.suffix;
  }
  if (text.size() < 2 || absl::ascii_tolower(text[0]) != 'e') {
    return std::nullopt;
  }
  absl::string_view digits = text.substr(1);
  int64_t exponent;
  if (!absl::SimpleAtoi(digits, &exponent)) return std::nullopt;
  // Beyond these limits, every amount is infinite or rounds to one nano.
  return Suffix{false, static_cast<int>(
                           std::clamp<int64_t>(exponent, -1000000, 1000000))};
}

// A quantity in its parts.
struct Parts {
  bool negative = false;
  bool has_digits = false;
  std::string whole;  // without leading zeros, but at least one digit
  std::string fraction;
  Suffix suffix;
};

absl::string_view TakeDigits(absl::string_view* text) {
  size_t count = 0;
  while (count < text->size() && absl::ascii_isdigit((*text)[count])) ++count;
  absl::string_view digits = text->substr(0, count);
  text->remove_prefix(count);
  return digits;
}

// Returns whether the string has the form of a suffix. Kubernetes has one error
// for an unknown suffix, and another for a string without that form.
bool LooksLikeSuffix(absl::string_view text) {
  text.remove_prefix(
      std::min(text.find_first_not_of("eEinumkKMGTP"), text.size()));
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    text.remove_prefix(1);
  }
  TakeDigits(&text);
  return text.empty();
}

absl::StatusOr<Parts> SplitQuantity(absl::string_view text) {
  Parts parts;
  bool empty = text.empty();
  if (!empty && (text[0] == '-' || text[0] == '+')) {
    parts.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  parts.whole = std::string(TakeDigits(&text));
  parts.has_digits = !parts.whole.empty();
  parts.whole.erase(0, parts.whole.find_first_not_of('0'));
  if (parts.whole.empty()) parts.whole = "0";
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    parts.fraction = std::string(TakeDigits(&text));
    parts.has_digits |= !parts.fraction.empty();
  }
  if (empty || !LooksLikeSuffix(text)) {
    return absl::FailedPreconditionError(
        "quantities must match the regular expression "
        "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  }
  std::optional<Suffix> suffix = FindSuffix(text);
  if (!suffix.has_value()) {
    return absl::FailedPreconditionError("unable to parse quantity's suffix");
  }
  parts.suffix = *suffix;
  return parts;
}

double FromDecimal(absl::string_view text) {
  double number = 0;
  auto result =
      absl::from_chars(text.data(), text.data() + text.size(), number);
  bool too_large = result.ec == std::errc::result_out_of_range && number > 1;
  return too_large ? HUGE_VAL : number;
}

// Returns 10^n as Go's math.Pow10 does: a product or quotient of two table
// entries.
double Pow10(int n) {
  if (n > 308) return HUGE_VAL;
  if (n < -323) return 0;
  auto entry = [](int exponent) {
    return FromDecimal(absl::StrCat("1e", exponent));
  };
  if (n >= 0) return entry(n / 32 * 32) * entry(n % 32);
  return entry(n / 32 * 32) / entry(-n % 32);
}

// Returns the amount as Kubernetes computes it if an int64 times a power of ten
// certainly holds it; nullopt otherwise.
std::optional<double> Exact(const Parts& parts) {
  int digits = static_cast<int>(
      std::min<size_t>(parts.whole.size() + parts.fraction.size(), 1000));
  int room = kExactDigits - digits;
  int scale = parts.suffix.exponent;
  int64_t factor = 1;
  if (parts.suffix.binary) {
    if (!parts.fraction.empty()) return std::nullopt;
    // 2^10 has about three decimal digits.
    room = 15 - digits - parts.suffix.exponent * 3 / 10 - 1;
    scale = 0;
    factor = int64_t{1} << parts.suffix.exponent;
  }
  if (room < 0) return std::nullopt;
  scale -= static_cast<int>(parts.fraction.size());
  if (scale < kNano) return std::nullopt;
  int64_t amount;
  if (!absl::SimpleAtoi(parts.whole + parts.fraction, &amount)) {
    return std::nullopt;
  }
  amount *= factor;
  if (parts.negative) amount = -amount;
  double number = static_cast<double>(amount);
  return scale == 0 ? number : number * Pow10(scale);
}

void MultiplyDigits(int factor, std::string* digits) {
  int carry = 0;
  for (size_t i = digits->size(); i-- > 0;) {
    carry += ((*digits)[i] - '0') * factor;
    (*digits)[i] = static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  if (carry > 0) digits->insert(0, absl::StrCat(carry));
}

void DropLeadingZeros(std::string* digits) {
  digits->erase(0, digits->find_first_not_of('0'));
}

// Cuts `count` digits off the end and rounds up unless all of them are zero.
void CutDigits(size_t count, std::string* digits) {
  if (digits->size() <= count)
    digits->insert(0, count + 1 - digits->size(), '0');
  size_t keep = digits->size() - count;
  bool exact = digits->find_first_not_of('0', keep) == std::string::npos;
  digits->resize(keep);
  if (exact) return;
  size_t i = keep;
  while (i > 0 && (*digits)[i - 1] == '9') (*digits)[--i] = '0';
  if (i == 0) {
    digits->insert(0, "1");
  } else {
    ++(*digits)[i - 1];
  }
}

// Returns the amount as Kubernetes computes it if an int64 may not hold it:
// exactly, in whole nanos, and converted to a double at the end.
double InNanos(const Parts& parts) {
  std::string nanos = parts.whole + parts.fraction;
  if (parts.suffix.binary) {
    for (int i = 0; i < parts.suffix.exponent; i += 10) {
      MultiplyDigits(1024, &nanos);
    }
  }
  DropLeadingZeros(&nanos);
  if (nanos.empty()) return 0;
  int64_t shift = -kNano - static_cast<int64_t>(parts.fraction.size());
  if (!parts.suffix.binary) shift += parts.suffix.exponent;
  if (shift < 0) {
    CutDigits(static_cast<size_t>(-shift), &nanos);
    DropLeadingZeros(&nanos);
    shift = 0;
  }
  if (parts.suffix.binary) {
    nanos.append(shift, '0');
    shift = 0;
    constexpr absl::string_view kMost = "9223372036854775807000000000";
    if (nanos.size() > kMost.size() ||
        (nanos.size() == kMost.size() && nanos > kMost)) {
      return 9223372036854775807.0;
    }
  }
  return FromDecimal(absl::StrCat(nanos, "e", shift)) * Pow10(kNano);
}

}  // namespace

absl::StatusOr<double> ParseQuantity(absl::string_view text) {
  LOOM_ASSIGN_OR_RETURN(Parts parts, SplitQuantity(text));
  if (std::optional<double> exact = Exact(parts)) return *exact;
  if (!parts.has_digits) {
    return absl::FailedPreconditionError(
        "unable to parse numeric part of quantity");
  }
  double amount = InNanos(parts);
  // Kubernetes has no minus zero.
  return parts.negative && amount != 0 ? -amount : amount;
}

}  // namespace loom
