// SPDX-License-Identifier: Apache-2.0
// ReadTokens splits the text of an expression into tokens, as the specification of CEL
// has them. Blanks and comments, which begin with // and end with the line, separate.
//
//   a.b >= 0x1F     kName a, kSign ., kName b, kSign >=, kNumber 0x1F, kEnd
//   r"\d" + b'x'    kText r"\d", kSign +, kText b'x', kEnd
//   "abc            fails: 1:1: the text that begins here has no end
//   a # b           fails: 1:3: unexpected character '#'; write // in front of a comment
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/syntax/parser.h"

namespace loom {
// Where something stands in an expression: line and column, both from 1, as editors
// count them. Columns count characters.
//
//   PlaceIn("a &&\n b", 6)      // "2:2"

std::string PlaceIn(absl::string_view text, size_t offset);

// InvalidArgument: "1:5: message".
absl::Status ErrorAt(absl::string_view text, size_t offset,
                     absl::string_view message);

enum class TokenKind {
  kName,    // also true, false, null and in
  kQuoted,  // a name in backquotes; the text is without them
  kNumber,
  kText,  // as it is written, with its prefix and quotes
  kSign,
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  absl::string_view text;  // of the expression
  size_t offset = 0;

  bool Is(absl::string_view sign) const {
    return kind == TokenKind::kSign && text == sign;
  }
};

// The last token is kEnd. InvalidArgument, with line and column: the text has
// something that is no token.
absl::StatusOr<std::vector<Token>> ReadTokens(absl::string_view text);

// Literals of CEL: what a token of a number or a text stands for.
//
//   ReadNumber("0x1F", false)        int64 31
//   ReadNumber("5u", false)          uint64 5
//   ReadNumber("9223372036854775808", true)     int64: the least there is
//   ReadText("'a\\x41'")             "aA"
//   ReadText("b'\\xff'")             one byte, 255
//   ReadText("r'\\d'")               \d as it is
//
//   ReadNumber("9223372036854775808", false)    fails: the number is too large
//   ReadText("'\\q'")                           fails: unknown escape sequence \q
//
// The escapes are those of the specification: \a \b \f \n \r \t \v \\ \? \" \' \`,
// \xHH, three octal digits, and in texts \uHHHH and \UHHHHHHHH.

// `negative`: a minus stands in front. InvalidArgument, without a place.
absl::StatusOr<Literal> ReadNumber(absl::string_view token, bool negative);
absl::StatusOr<Literal> ReadText(absl::string_view token);

}  // namespace loom
