// SPDX-License-Identifier: Apache-2.0
// ReadTokens splits the source of an expression into tokens, according to the
// specification of CEL. Tokens are separated by blanks and comments, which begin with
// // and end with the line.
//
//   r"\d" + b'x'    kText r"\d", kSign +, kText b'x', kEnd
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

// ReadNumber and ReadText return the value of a literal: 31 for "0x1F", and the one
// byte 255 for "b'\\xff'". The escapes are those of the specification: \a \b \f \n \r
// \t \v \\ \? \" \' \`, \xHH, three octal digits, and in strings \uHHHH and \UHHHHHHHH.
// `negative` is true if the number follows a minus sign. Errors are InvalidArgument
// without a position.
absl::StatusOr<Literal> ReadNumber(absl::string_view token, bool negative);
absl::StatusOr<Literal> ReadText(absl::string_view token);

}  // namespace loom
