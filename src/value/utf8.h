// SPDX-License-Identifier: Apache-2.0
// Whether text is UTF-8, as protobuf demands of every string: no overlong
// forms, no surrogates, nothing beyond U+10FFFF. ASCII, which nearly all of it
// is, goes eight bytes at a time.
#pragma once

#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

namespace loom {

// The same for any text.
bool IsUtf8Slow(absl::string_view text);

inline bool IsUtf8(absl::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  const char* at = text.data();
  size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    if (word & kHighBits) return IsUtf8Slow({at, left});
  }
  uint64_t word = 0;
  if (left > 0) std::memcpy(&word, at, left);
  return (word & kHighBits) == 0 || IsUtf8Slow({at, left});
}

}  // namespace loom
