// SPDX-License-Identifier: Apache-2.0
// JoinSurrogates makes YAML of what JSON alone may have: a character beyond U+FFFF that
// is written as two escapes, as Python's json.dumps writes it. YAML has one escape for it.
//
//   JoinedText joined = JoinSurrogates(R"({"a": "\ud83d\ude00"})");
//   // joined.text == R"({"a": "\U0001f600"})"
//   size_t close = joined.Original(17);     // 19, where the quote is closed
//
// Only a text that begins with a bracket or a brace is changed, and only up to a single
// quote that begins a text, since behind it the text is no JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct JoinedText {
  std::string text;
  // The places in it behind each character that was joined; it is two bytes shorter.
  std::vector<size_t> ends;

  // The place in the text as it was.
  size_t Original(size_t at) const;
};

JoinedText JoinSurrogates(absl::string_view text);

}  // namespace loom
