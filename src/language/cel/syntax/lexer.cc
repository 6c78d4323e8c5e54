// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/lexer.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/go/rune.h"
#include "data/go/text.h"
#include "language/cel/syntax/place.h"

namespace loom {
namespace {

// Longer signs come before those that they begin with.
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
    return ErrorAt(text_, at_,
                   absl::StrCat("unexpected character ",
                                QuoteRune(DecodeRune(Rest()).value, false)));
  }

  // The bytes in front of the quotes of a text; nullopt if none begins here.
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
    return ErrorAt(text_, start, "the text that begins here has no end");
  }

  absl::StatusOr<TokenKind> TakeQuoted() {
    size_t start = at_++;
    while (absl::ascii_isalnum(Peek()) ||
           absl::string_view("_.-/ ").find(Peek()) != absl::string_view::npos) {
      ++at_;
    }
    if (Peek() != '`' || at_ == start + 1) {
      return ErrorAt(text_, start,
                     "want a name of letters, digits, blanks and _.-/ in "
                     "backquotes");
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

}  // namespace loom
