// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/quantity_value.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace loom {
namespace {

constexpr __int128 kNano = 1'000'000'000;
// 10^29 in nanos.
constexpr int kMostDigits = 38;

constexpr struct {
  absl::string_view suffix;
  int base;
  int power;
} kSuffixes[] = {{"n", 10, -9}, {"u", 10, -6}, {"m", 10, -3}, {"", 10, 0},
                 {"k", 10, 3},  {"M", 10, 6},  {"G", 10, 9},  {"T", 10, 12},
                 {"P", 10, 15}, {"E", 10, 18}, {"Ki", 2, 10}, {"Mi", 2, 20},
                 {"Gi", 2, 30}, {"Ti", 2, 40}, {"Pi", 2, 50}, {"Ei", 2, 60}};

struct Scale {
  int base = 10;
  int power = 0;
};

std::optional<Scale> ReadSuffix(absl::string_view suffix) {
  for (const auto& row : kSuffixes) {
    if (row.suffix == suffix) return Scale{row.base, row.power};
  }
  int power = 0;
  bool exponent =
      absl::ConsumePrefix(&suffix, "e") || absl::ConsumePrefix(&suffix, "E");
  if (!exponent || !absl::SimpleAtoi(suffix, &power)) return std::nullopt;
  if (power < -100 || power > 100) return std::nullopt;
  return Scale{10, power};
}

// Returns false if the amount is too large.
bool Multiply(int factor, __int128* value) {
  constexpr __int128 kMost =
      (__int128{std::numeric_limits<int64_t>::max()} << 64) - 1;
  if (*value > kMost / factor) return false;
  *value *= factor;
  return true;
}

bool MultiplyBy(int factor, int times, __int128* value) {
  for (; times > 0 && *value != 0; --times) {
    if (!Multiply(factor, value)) return false;
  }
  return true;
}

struct Digits {
  __int128 value = 0;
  int fraction = 0;  // how many stand behind the point
};

// Returns nullopt if there are no digits or too many.
std::optional<Digits> TakeDigits(absl::string_view* text) {
  Digits digits;
  int count = 0;
  bool point = false;
  for (; !text->empty(); text->remove_prefix(1)) {
    char c = (*text)[0];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!absl::ascii_isdigit(c)) break;
    if (++count > kMostDigits || !Multiply(10, &digits.value)) {
      return std::nullopt;
    }
    digits.value += c - '0';
    digits.fraction += point ? 1 : 0;
  }
  return count == 0 ? std::nullopt : std::optional(digits);
}

}  // namespace

bool ParseQuantityValue(absl::string_view text, CelQuantity* quantity) {
  quantity->text = text;
  bool negative = absl::ConsumePrefix(&text, "-");
  if (!negative) absl::ConsumePrefix(&text, "+");
  std::optional<Digits> digits = TakeDigits(&text);
  std::optional<Scale> scale = ReadSuffix(text);
  if (!digits.has_value() || !scale.has_value()) return false;
  __int128 value = digits->value;
  int tens = 9 - digits->fraction + (scale->base == 10 ? scale->power : 0);
  int twos = scale->base == 2 ? scale->power : 0;
  if (!MultiplyBy(2, twos, &value) || !MultiplyBy(10, tens, &value)) {
    return false;
  }
  // Fractions of a nano are rounded away from zero.
  bool rest = false;
  for (; tens < 0; ++tens) {
    rest = rest || value % 10 != 0;
    value /= 10;
  }
  value += rest ? 1 : 0;
  quantity->set_nanos(negative ? -value : value);
  return true;
}

int CompareQuantities(const CelQuantity& a, const CelQuantity& b) {
  if (a.nanos() == b.nanos()) return 0;
  return a.nanos() < b.nanos() ? -1 : 1;
}

std::string DecimalText(const CelQuantity& quantity) {
  __int128 rest = quantity.nanos() < 0 ? -quantity.nanos() : quantity.nanos();
  std::string digits;
  for (; rest > 0 || digits.size() < 10; rest /= 10) {
    digits.push_back(char('0' + int(rest % 10)));
  }
  std::reverse(digits.begin(), digits.end());
  digits.insert(digits.size() - 9, ".");
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return absl::StrCat(quantity.nanos() < 0 ? "-" : "", digits);
}

std::optional<int64_t> WholeAmount(const CelQuantity& quantity) {
  __int128 whole = quantity.nanos() / kNano;
  if (quantity.nanos() % kNano != 0 ||
      whole > std::numeric_limits<int64_t>::max() ||
      whole < std::numeric_limits<int64_t>::min()) {
    return std::nullopt;
  }
  return int64_t(whole);
}

double Approximately(const CelQuantity& quantity) {
  return double(quantity.nanos()) / 1e9;
}

}  // namespace loom
