// SPDX-License-Identifier: Apache-2.0
// These functions correct where yaml-cpp differs from go-yaml: two escapes and
// surrogate pairs, which it decodes wrongly, and its error messages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// Corrects two escapes in double quotes: yaml-cpp decodes `\N`, the next line (U+0085),
// and `\_`, the non-breaking space (U+00A0), which PyYAML writes, to one byte, which is
// not UTF-8. The rest of the string must be UTF-8, as it is if the file is: then a byte
// that belongs to no character can only come from these escapes.
std::string FixEscapes(absl::string_view text);

// The YAML of a JSON text with surrogate pairs, which only JSON allows: JoinSurrogates
// converts a character beyond U+FFFF that is written as two escapes, as by Python's
// json.dumps. YAML has one escape for it.
//
// Only a file that begins with a bracket or a brace is changed, and only up to a single
// quote that begins a string, because from there on the file is not JSON.
struct JoinedText {
  std::string text;
  // The positions in `text` after each joined character, which is two bytes shorter.
  std::vector<size_t> ends;

  // Returns the position in the original.
  size_t Original(size_t at) const;
};

JoinedText JoinSurrogates(absl::string_view text);

// Rewords an error message of yaml-cpp, for the case that FindMistake finds no better
// reason. A message that the table does not have becomes "this is not YAML".
std::string ParserWords(absl::string_view message);

}  // namespace loom
