// SPDX-License-Identifier: Apache-2.0
// ReadTokens splits the text of an expression into tokens, as the specification of CEL
// has them. Blanks and comments, which begin with // and end with the line, separate.
//
//   a.b >= 0x1F     kName a, kSign ., kName b, kSign >=, kNumber 0x1F, kEnd
//   r"\d" + b'x'    kText r"\d", kSign +, kText b'x', kEnd
//   "abc            fails: 1:1: the text that begins here has no end
//   a # b           fails: 1:3: unexpected character '#'
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

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

}  // namespace loom
