// SPDX-License-Identifier: Apache-2.0
// LexAction splits what is between the delimiters of a Go template into tokens.
//
//   $x.size | default 3       $x  .size  |  default  3  (end)
//
// A field that follows without a space belongs to what is before it, as in `$x.size`.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct GoToken {
  enum class Kind {
    kName,
    kField,  // `.size`
    kDot,
    kVariable,
    kString,
    kNumber,
    kOpen,
    kClose,
    kPipe,
    kDeclare,
    kAssign,
    kComma,
    kEnd,
    kWrong,
  };
  Kind kind = Kind::kEnd;
  std::string text;     // without `.`, `$` and quotes
  bool spaced = false;  // whether white space is before it
  size_t offset = 0;
};

// The last token is kEnd, or kWrong with the reason as its text. `offset` is that of
// the action in its template.
std::vector<GoToken> LexAction(absl::string_view action, size_t offset);

// Returns where the action ends that begins there: the offset of `right`, or npos.
// Delimiters inside of strings do not end it.
size_t EndOfAction(absl::string_view text, size_t begin,
                   absl::string_view right);

}  // namespace loom
