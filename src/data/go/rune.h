// SPDX-License-Identifier: Apache-2.0
// Characters of UTF-8 text one by one, as Go's range loop reads them: a byte
// that belongs to no character counts as one character, U+FFFD.
//
//   Rune rune = DecodeRune("é!");                // U+00E9, 2 bytes, valid
//   rune = DecodeRune("\xFF!");                  // U+FFFD, 1 byte, not valid
//   size_t count = CountRunes("héé");            // 3
//   std::string valid = ToValidUtf8("a\xFF");    // "a\uFFFD"
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr char32_t kMaxRune = 0x10FFFF;

struct Rune {
  char32_t value = 0;
  size_t size = 0;  // in bytes
  bool valid = true;
};

// The first character of `text`, which must not be empty.
Rune DecodeRune(absl::string_view text);

// Appends the character in UTF-8. A number that is no character, such as a
// surrogate, is appended as U+FFFD.
void AppendRune(char32_t rune, std::string* out);

size_t CountRunes(absl::string_view text);

// Whether Go's %q leaves the character as it is: a letter, mark, number,
// punctuation, symbol or the ASCII space.
bool IsPrintable(char32_t rune);

// The text with U+FFFD in the place of every byte that belongs to no character.
std::string ToValidUtf8(absl::string_view text);

}  // namespace loom
