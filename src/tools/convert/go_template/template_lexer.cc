// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/template_lexer.h"

#include <cstdint>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"

namespace loom {
namespace {

using TokenKind = GoToken::Kind;

bool IsNamePart(char c) { return absl::ascii_isalnum(c) || c == '_'; }

// The offset behind a quoted string that begins at `at`; npos if it has no end.
size_t BehindQuotes(absl::string_view text, size_t at) {
  const char quote = text[at];
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (quote != '`' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    } else if (quote != '`' && text[i] == '\n') {
      return absl::string_view::npos;
    }
  }
  return absl::string_view::npos;
}

class ActionLexer {
 public:
  ActionLexer(absl::string_view text, size_t offset)
      : text_(text), offset_(offset) {}

  std::vector<GoToken> Lex() && {
    while (true) {
      const size_t before = at_;
      while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
      GoToken& token = tokens_.emplace_back();
      token.spaced = at_ > before;
      token.offset = offset_ + at_;
      if (at_ == text_.size()) return std::move(tokens_);
      Take(&token);
      if (token.kind == TokenKind::kWrong) return std::move(tokens_);
    }
  }

 private:
  void Take(GoToken* token) {
    const char c = text_[at_];
    if (c == '"' || c == '`') return TakeString(token);
    if (c == '.' && at_ + 1 < text_.size() && IsNamePart(text_[at_ + 1]) &&
        !absl::ascii_isdigit(text_[at_ + 1])) {
      ++at_;
      return TakeName(TokenKind::kField, token);
    }
    if (c == '.') return TakeSign(TokenKind::kDot, 1, token);
    if (c == '$') {
      ++at_;
      return TakeName(TokenKind::kVariable, token);
    }
    if (c == '(') return TakeSign(TokenKind::kOpen, 1, token);
    if (c == ')') return TakeSign(TokenKind::kClose, 1, token);
    if (c == '|') return TakeSign(TokenKind::kPipe, 1, token);
    if (c == ',') return TakeSign(TokenKind::kComma, 1, token);
    if (absl::StartsWith(text_.substr(at_), ":=")) {
      return TakeSign(TokenKind::kDeclare, 2, token);
    }
    if (c == '=') return TakeSign(TokenKind::kAssign, 1, token);
    if (absl::ascii_isdigit(c) || c == '-' || c == '+')
      return TakeNumber(token);
    if (IsNamePart(c)) return TakeName(TokenKind::kName, token);
    token->kind = TokenKind::kWrong;
    token->text = "this character has no meaning in an action";
  }

  void TakeSign(TokenKind kind, size_t size, GoToken* token) {
    token->kind = kind;
    at_ += size;
  }

  void TakeName(TokenKind kind, GoToken* token) {
    const size_t begin = at_;
    while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
    token->kind = kind;
    token->text = std::string(text_.substr(begin, at_ - begin));
  }

  void TakeNumber(GoToken* token) {
    const size_t begin = at_++;
    while (at_ < text_.size() && (IsNamePart(text_[at_]) || text_[at_] == '.'))
      ++at_;
    token->kind = TokenKind::kNumber;
    token->text = std::string(text_.substr(begin, at_ - begin));
  }

  void TakeString(GoToken* token) {
    const size_t end = BehindQuotes(text_, at_);
    token->kind = TokenKind::kWrong;
    token->text = "this string has no end";
    if (end == absl::string_view::npos) return;
    const absl::string_view inner = text_.substr(at_ + 1, end - at_ - 2);
    std::string plain(inner);
    if (text_[at_] == '"' && !absl::CUnescape(inner, &plain)) {
      token->text = "this string has an unknown escape";
      return;
    }
    token->kind = TokenKind::kString;
    token->text = std::move(plain);
    at_ = end;
  }

  const absl::string_view text_;
  const size_t offset_;
  size_t at_ = 0;
  std::vector<GoToken> tokens_;
};

}  // namespace

std::vector<GoToken> LexAction(absl::string_view action, size_t offset) {
  return ActionLexer(action, offset).Lex();
}

size_t EndOfAction(absl::string_view text, size_t begin,
                   absl::string_view right) {
  for (size_t i = begin; i < text.size();) {
    if (absl::StartsWith(text.substr(i), right)) return i;
    if (text[i] == '"' || text[i] == '`') {
      const size_t behind = BehindQuotes(text, i);
      i = behind == absl::string_view::npos ? i + 1 : behind;
    } else {
      ++i;
    }
  }
  return absl::string_view::npos;
}

}  // namespace loom
