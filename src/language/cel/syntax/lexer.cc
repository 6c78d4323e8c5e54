// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/lexer.h"

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
#include "base/errors.h"
#include "base/strings.h"
#include "data/go/text.h"
#include "data/value/utf8.h"
#include "language/cel/syntax/habits.h"

namespace loom {
std::string PlaceIn(absl::string_view text, size_t offset) {
  absl::string_view before = text.substr(0, std::min(offset, text.size()));
  size_t line = 1 + size_t(std::count(before.begin(), before.end(), '\n'));
  size_t start = before.rfind('\n');
  if (start != absl::string_view::npos) before.remove_prefix(start + 1);
  return absl::StrCat(line, ":", 1 + CountRunes(before));
}

absl::Status ErrorAt(absl::string_view text, size_t offset,
                     absl::string_view message) {
  return absl::InvalidArgumentError(
      absl::StrCat(PlaceIn(text, offset), ": ", message));
}

namespace {

// Longer signs come before their prefixes.
constexpr absl::string_view kSigns[] = {
    "==", "!=", "<=", ">=", "&&", "||", "[", "]", "{", "}", "(", ")",
    ".",  ",",  "-",  "!",  "?",  ":",  "+", "*", "/", "%", "<", ">"};

bool IsNameStart(char c) { return absl::ascii_isalpha(c) || c == '_'; }
bool IsNamePart(char c) { return absl::ascii_isalnum(c) || c == '_'; }

class Lexer {
 public:
  explicit Lexer(absl::string_view text) : text_(text) {}

  absl::StatusOr<Token> Next() {
    SkipBlanks();
    size_t start = at_;
    if (start == text_.size()) return Token{TokenKind::kEnd, "", start};
    LOOM_ASSIGN_OR_RETURN(TokenKind kind, Take());
    Token token{kind, text_.substr(start, at_ - start), start};
    if (kind == TokenKind::kQuoted) {
      token.text = token.text.substr(1, token.text.size() - 2);
    }
    return token;
  }

 private:
  absl::string_view Rest() const { return text_.substr(at_); }
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void SkipBlanks() {
    for (; at_ < text_.size(); ++at_) {
      if (absl::StartsWith(Rest(), "//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (at_ == text_.size()) return;
      }
      if (absl::string_view(" \t\r\n\f").find(text_[at_]) ==
          absl::string_view::npos) {
        return;
      }
    }
  }

  absl::StatusOr<TokenKind> Take() {
    if (std::optional<size_t> prefix = PrefixOfText(); prefix.has_value()) {
      return TakeText(*prefix);
    }
    if (IsNameStart(Peek())) {
      while (IsNamePart(Peek())) ++at_;
      return TokenKind::kName;
    }
    if (absl::ascii_isdigit(Peek()) ||
        (Peek() == '.' && absl::ascii_isdigit(Peek(1)))) {
      TakeNumber();
      return TokenKind::kNumber;
    }
    if (Peek() == '`') return TakeQuoted();
    for (absl::string_view sign : kSigns) {
      if (!absl::StartsWith(Rest(), sign)) continue;
      at_ += sign.size();
      return TokenKind::kSign;
    }
    return ErrorAt(
        text_, at_,
        absl::StrCat("unexpected character ",
                     QuoteRune(DecodeRune(Rest()).value, false),
                     Habit(HabitOf::kOperator, Rest().substr(0, 1))));
  }

  // Returns the number of bytes before the quotes of a string; nullopt if no
  // string begins here.
  std::optional<size_t> PrefixOfText() const {
    size_t size = 0;
    bool raw = false;
    bool bytes = false;
    for (;; ++size) {
      char c = absl::ascii_tolower(Peek(size));
      if (c == '"' || c == '\'') return size;
      bool& seen = c == 'r' ? raw : bytes;
      if ((c != 'r' && c != 'b') || seen) return std::nullopt;
      seen = true;
    }
  }

  absl::StatusOr<TokenKind> TakeText(size_t prefix) {
    size_t start = at_;
    bool raw = text_.substr(at_, prefix).find_first_of("rR") !=
               absl::string_view::npos;
    at_ += prefix;
    char quote = Peek();
    bool triple = Peek(1) == quote && Peek(2) == quote;
    std::string end(triple ? 3 : 1, quote);
    at_ += end.size();
    for (; at_ < text_.size(); ++at_) {
      if (absl::StartsWith(Rest(), end)) {
        at_ += end.size();
        return TokenKind::kText;
      }
      char c = text_[at_];
      if (!triple && (c == '\n' || c == '\r')) break;
      if (c == '\\' && !raw) ++at_;
    }
    at_ = std::min(at_, text_.size());
    return ErrorAt(text_, start,
                   "the string that begins here has no closing quote");
  }

  absl::StatusOr<TokenKind> TakeQuoted() {
    size_t start = at_++;
    while (absl::ascii_isalnum(Peek()) ||
           absl::string_view("_.-/ ").find(Peek()) != absl::string_view::npos) {
      ++at_;
    }
    if (Peek() != '`' || at_ == start + 1) {
      return ErrorAt(
          text_, start,
          "expected a name of letters, digits, spaces and _.-/ in backquotes");
    }
    ++at_;
    return TokenKind::kQuoted;
  }

  void TakeNumber() {
    auto digits = [this] {
      while (absl::ascii_isdigit(Peek())) ++at_;
    };
    if (absl::StartsWith(Rest(), "0x") && absl::ascii_isxdigit(Peek(2))) {
      for (at_ += 2; absl::ascii_isxdigit(Peek());) ++at_;
    } else {
      digits();
      bool fraction = Peek() == '.' && absl::ascii_isdigit(Peek(1));
      if (fraction) {
        ++at_;
        digits();
      }
      size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      bool exponent = absl::ascii_tolower(Peek()) == 'e' &&
                      absl::ascii_isdigit(Peek(1 + sign));
      if (exponent) {
        at_ += 1 + sign;
        digits();
      }
      if (fraction || exponent) return;
    }
    if (absl::ascii_tolower(Peek()) == 'u') ++at_;
  }

  absl::string_view text_;
  size_t at_ = 0;
};

}  // namespace

absl::StatusOr<std::vector<Token>> ReadTokens(absl::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  do {
    LOOM_ASSIGN_OR_RETURN(Token token, lexer.Next());
    tokens.push_back(token);
  } while (tokens.back().kind != TokenKind::kEnd);
  return tokens;
}

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

// The number of digits after an escape, and their base.
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

// Reads the escape at the beginning of `text`, after its backslash.
absl::Status TakeEscape(absl::string_view* text, bool bytes, std::string* out) {
  if (text->empty()) {
    return absl::InvalidArgumentError("nothing follows \\");
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
    // Quote only whole characters.
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
  // A line break is one character, regardless of the file.
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
    return absl::InvalidArgumentError("the string is not UTF-8");
  }
  return Literal(std::move(text));
}

}  // namespace loom
