// SPDX-License-Identifier: Apache-2.0
// IsUtf8 tells whether a text is UTF-8 as protobuf demands it of every string:
// no character in more bytes than it needs, no surrogates, nothing beyond
// U+10FFFF. ASCII, which nearly all text is, is checked eight bytes at a time.
//
//   bool yes = IsUtf8("caf\xC3\xA9");     // true
//   bool no = IsUtf8("caf\xE9");          // false: a byte of Latin-1
#pragma once

#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

namespace loom {

// The same without the short cut for ASCII.
bool IsUtf8Slow(absl::string_view text);

inline bool IsUtf8(absl::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const char* at = text.data();
  size_t size = text.size();
  if (size < 8) {
    char bits = 0;
    for (size_t i = 0; i < size; ++i) bits |= at[i];
    return bits >= 0 || IsUtf8Slow(text);
  }
  uint64_t word;
  uint64_t bits = 0;
  for (size_t i = 0; i + 8 < size; i += 8) {
    std::memcpy(&word, at + i, 8);
    bits |= word;
  }
  std::memcpy(&word, at + size - 8,
              8);  // the last eight, some of them for the second time
  bits |= word;
  return (bits & kHighBits) == 0 || IsUtf8Slow(text);
}

}  // namespace loom
