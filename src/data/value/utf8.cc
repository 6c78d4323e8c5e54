// SPDX-License-Identifier: Apache-2.0
#include "data/value/utf8.h"

namespace loom {
namespace {

// The number of bytes of a character that begins with `lead`, or 0 if no
// character does, and the range of its second byte. The ranges are from table
// 3-7 of the Unicode standard.
struct Shape {
  int size;
  uint8_t low;
  uint8_t high;
};

Shape ShapeOf(uint8_t lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xc2) return {0, 0, 0};
  if (lead < 0xe0) return {2, 0x80, 0xbf};
  if (lead == 0xe0) return {3, 0xa0, 0xbf};
  if (lead == 0xed) return {3, 0x80, 0x9f};
  if (lead < 0xf0) return {3, 0x80, 0xbf};
  if (lead == 0xf0) return {4, 0x90, 0xbf};
  if (lead < 0xf4) return {4, 0x80, 0xbf};
  if (lead == 0xf4) return {4, 0x80, 0x8f};
  return {0, 0, 0};
}

}  // namespace

bool IsUtf8Slow(absl::string_view text) {
  for (size_t i = 0; i < text.size();) {
    Shape shape = ShapeOf(uint8_t(text[i]));
    if (shape.size == 0 || i + shape.size > text.size()) return false;
    for (int k = 1; k < shape.size; ++k) {
      uint8_t byte = uint8_t(text[i + k]);
      uint8_t low = k == 1 ? shape.low : 0x80;
      uint8_t high = k == 1 ? shape.high : 0xbf;
      if (byte < low || byte > high) return false;
    }
    i += shape.size;
  }
  return true;
}

}  // namespace loom
