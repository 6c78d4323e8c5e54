// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/literal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/shortened.h"
#include "base/status_macros.h"
#include "data/go/rune.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

absl::Status TooLarge() {
  return absl::InvalidArgumentError("the number is too large");
}

std::optional<uint64_t> ReadDigits(absl::string_view token) {
  uint64_t value = 0;
  if (absl::ConsumePrefix(&token, "0x")) {
    bool read = absl::SimpleHexAtoi(token, &value);
    return read ? std::optional(value) : std::nullopt;
  }
  bool read = absl::SimpleAtoi(token, &value);
  return read ? std::optional(value) : std::nullopt;
}

constexpr struct {
  char escape;
  char stands_for;
} kEscapes[] = {{'a', '\a'}, {'b', '\b'}, {'f', '\f'},  {'n', '\n'},
                {'r', '\r'}, {'t', '\t'}, {'v', '\v'},  {'\\', '\\'},
                {'?', '?'},  {'"', '"'},  {'\'', '\''}, {'`', '`'}};

// How many digits stand behind an escape, and how they are read.
struct Digits {
  size_t count = 0;
  int base = 16;
};

Digits DigitsOf(char escape, bool bytes) {
  if (escape == 'x' || escape == 'X') return {2, 16};
  if (escape == 'u' && !bytes) return {4, 16};
  if (escape == 'U' && !bytes) return {8, 16};
  return {};
}

int DigitOf(char c, int base) {
  int digit = absl::ascii_isdigit(c) ? c - '0' : -1;
  if (digit < 0 && absl::ascii_isxdigit(c)) {
    digit = absl::ascii_tolower(c) - 'a' + 10;
  }
  return digit < base ? digit : -1;
}

// Reads the escape that `text` begins with, behind its backslash.
absl::Status TakeEscape(absl::string_view* text, bool bytes, std::string* out) {
  if (text->empty()) {
    return absl::InvalidArgumentError("nothing stands behind \\");
  }
  char escape = (*text)[0];
  for (const auto& [letter, stands_for] : kEscapes) {
    if (escape != letter) continue;
    out->push_back(stands_for);
    text->remove_prefix(1);
    return absl::OkStatus();
  }
  bool octal = escape >= '0' && escape <= '3';
  Digits digits = octal ? Digits{3, 8} : DigitsOf(escape, bytes);
  size_t start = octal ? 0 : 1;
  uint32_t code = 0;
  bool read = digits.count > 0 && text->size() >= start + digits.count;
  for (size_t i = 0; read && i < digits.count; ++i) {
    int digit = DigitOf((*text)[start + i], digits.base);
    read = digit >= 0;
    code = code * uint32_t(digits.base) + uint32_t(digit);
  }
  bool surrogate = code >= 0xd800 && code < 0xe000;
  if (!read || (!bytes && (surrogate || code > kMaxRune))) {
    // Whole characters of it.
    size_t shown = std::max(start + digits.count, DecodeRune(*text).size);
    return absl::InvalidArgumentError(
        absl::StrCat("unknown escape sequence \\", Shortened(*text, shown)));
  }
  text->remove_prefix(start + digits.count);
  if (bytes) {
    out->push_back(char(code));
  } else {
    AppendRune(code, out);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Literal> ReadNumber(absl::string_view token, bool negative) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  bool hex = absl::StartsWith(token, "0x");
  if (!hex && token.find_first_of(".eE") != absl::string_view::npos) {
    double value = 0;
    if (!absl::SimpleAtod(token, &value) || std::isinf(value)) {
      return TooLarge();
    }
    return Literal(negative ? -value : value);
  }
  bool is_unsigned =
      absl::ConsumeSuffix(&token, "u") || absl::ConsumeSuffix(&token, "U");
  std::optional<uint64_t> value = ReadDigits(token);
  if (!value.has_value()) return TooLarge();
  if (is_unsigned) return Literal(*value);
  if (*value > kMost + (negative ? 1 : 0)) return TooLarge();
  return Literal(negative ? int64_t(~*value + 1) : int64_t(*value));
}

absl::StatusOr<Literal> ReadText(absl::string_view token) {
  bool raw = false;
  bool bytes = false;
  for (; absl::ascii_isalpha(token[0]); token.remove_prefix(1)) {
    (absl::ascii_tolower(token[0]) == 'r' ? raw : bytes) = true;
  }
  size_t quotes =
      token.size() >= 6 && token[1] == token[0] && token[2] == token[0] ? 3 : 1;
  // A line ends with one character, whatever the file had.
  std::string body =
      absl::StrReplaceAll(token.substr(quotes, token.size() - 2 * quotes),
                          {{"\r\n", "\n"}, {"\r", "\n"}});
  token = body;
  std::string text;
  while (!token.empty()) {
    size_t plain =
        raw ? token.size() : std::min(token.find('\\'), token.size());
    text.append(token.data(), plain);
    token.remove_prefix(plain);
    if (token.empty()) break;
    token.remove_prefix(1);
    LOOM_RETURN_IF_ERROR(TakeEscape(&token, bytes, &text));
  }
  if (bytes) return Literal(ByteText{std::move(text)});
  if (!IsUtf8(text)) {
    return absl::InvalidArgumentError("the text is not UTF-8");
  }
  return Literal(std::move(text));
}

}  // namespace loom
