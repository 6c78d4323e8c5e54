// SPDX-License-Identifier: Apache-2.0
// Checks whether a string is UTF-8 as protobuf requires it: each character in the
// fewest bytes, no surrogates, and nothing beyond U+10FFFF. Nearly all strings are
// ASCII, which is checked eight bytes at a time.
#pragma once

#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

namespace loom {

// Does the same without the shortcut for ASCII.
bool IsUtf8Slow(absl::string_view text);

inline bool IsAscii(absl::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const char* at = text.data();
  const size_t size = text.size();
  if (size < 4) {
    return size == 0 ||
           uint8_t(at[0] | at[size / 2] | at[size - 1]) < uint8_t(kHighBits);
  }
  if (size < 8) {
    uint32_t first, last;
    std::memcpy(&first, at, 4);
    std::memcpy(&last, at + size - 4, 4);
    return ((first | last) & uint32_t(kHighBits)) == 0;
  }
  uint64_t word;
  uint64_t bits = 0;
  for (size_t i = 0; i + 8 < size; i += 8) {
    std::memcpy(&word, at + i, 8);
    bits |= word;
  }
  // The last eight bytes. Some of them may be read a second time.
  std::memcpy(&word, at + size - 8, 8);
  bits |= word;
  return (bits & kHighBits) == 0;
}

inline bool IsUtf8(absl::string_view text) {
  return IsAscii(text) || IsUtf8Slow(text);
}

}  // namespace loom
