// SPDX-License-Identifier: Apache-2.0
// ReadTokens splits the source of an expression into tokens, according to the
// specification of CEL. Tokens are separated by blanks and comments, which begin with
// // and end with the line.
//
//   a.b >= 0x1F     kName a, kSign ., kName b, kSign >=, kNumber 0x1F, kEnd
//   r"\d" + b'x'    kText r"\d", kSign +, kText b'x', kEnd
//   "abc            fails: 1:1: the string that begins here has no closing quote
//   a # b           fails: 1:3: unexpected character '#'; write // before a comment
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/syntax/parser.h"

namespace loom {
// Returns a position in an expression as line and column, both from 1, as in editors.
// Columns count characters.
//
//   PlaceIn("a &&\n b", 6)      // "2:2"

std::string PlaceIn(absl::string_view text, size_t offset);

// Returns InvalidArgument: "1:5: message".
absl::Status ErrorAt(absl::string_view text, size_t offset,
                     absl::string_view message);

enum class TokenKind {
  kName,    // also true, false, null and in
  kQuoted,  // a name in backquotes, which `text` does not include
  kNumber,
  kText,  // a string or bytes, with prefix and quotes
  kSign,
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  absl::string_view text;  // a part of the expression
  size_t offset = 0;

  bool Is(absl::string_view sign) const {
    return kind == TokenKind::kSign && text == sign;
  }
};

// The last token is kEnd. Returns InvalidArgument, with line and column, if a part of
// the expression is not a token.
absl::StatusOr<std::vector<Token>> ReadTokens(absl::string_view text);

// ReadNumber and ReadText return the value of a literal.
//
//   ReadNumber("0x1F", false)        int64 31
//   ReadNumber("5u", false)          uint64 5
//   ReadNumber("9223372036854775808", true)     int64: the smallest value
//   ReadText("'a\\x41'")             "aA"
//   ReadText("b'\\xff'")             one byte, 255
//   ReadText("r'\\d'")               \d unchanged
//
//   ReadNumber("9223372036854775808", false)    fails: the number is too large
//   ReadText("'\\q'")                           fails: unknown escape sequence \q
//
// The escapes are those of the specification: \a \b \f \n \r \t \v \\ \? \" \' \`,
// \xHH, three octal digits, and in strings \uHHHH and \UHHHHHHHH.

// `negative` is true if the number follows a minus sign. Errors are InvalidArgument
// without a position.
absl::StatusOr<Literal> ReadNumber(absl::string_view token, bool negative);
absl::StatusOr<Literal> ReadText(absl::string_view token);

}  // namespace loom
