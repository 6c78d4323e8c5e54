// SPDX-License-Identifier: Apache-2.0
// What yaml-cpp does otherwise than go-yaml, and what is done about it: two escapes and
// surrogate pairs, which it decodes wrongly, and its error messages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// FixEscapes fixes what yaml-cpp makes of two escapes between double quotes: of
// `\N`, the next line (U+0085), and of `\_`, the non-breaking space (U+00A0), which
// PyYAML writes, it makes one byte, which is no UTF-8.
//
//   std::string text = FixEscapes("a\xA0z");     // "a\xC2\xA0z"
//
// The rest of the text must be UTF-8, as it is if the file is: then a byte that
// belongs to no character can come from these escapes alone.
std::string FixEscapes(absl::string_view text);

// JoinSurrogates makes YAML of what JSON alone may have: a character beyond U+FFFF that
// is written as two escapes, as Python's json.dumps writes it. YAML has one escape for it.
//
//   JoinedText joined = JoinSurrogates(R"({"a": "\ud83d\ude00"})");
//   // joined.text == R"({"a": "\U0001f600"})"
//   size_t close = joined.Original(17);     // 19, where the quote is closed
//
// Only a text that begins with a bracket or a brace is changed, and only up to a single
// quote that begins a text, since behind it the text is no JSON.

struct JoinedText {
  std::string text;
  // The places in it behind each character that was joined; it is two bytes shorter.
  std::vector<size_t> ends;

  // The place in the text as it was.
  size_t Original(size_t at) const;
};

JoinedText JoinSurrogates(absl::string_view text);

// ParserWords says in words of people what yaml-cpp reports, for the case that
// FindMistake finds no better reason.
//
//   "illegal map value"    →  a colon cannot stand here; quote the value, or
//                             check the indentation
//
//   std::string words = ParserWords("illegal map value");
//
// A message that the table does not have becomes "this is no YAML here".
std::string ParserWords(absl::string_view message);

}  // namespace loom
