// SPDX-License-Identifier: Apache-2.0
// SameText compares two texts of the same length, which for names of members is faster
// here than by a call of the C library.
//
//   SameText("spec", "spec", 4)      true
//   SameText("kind", "name", 4)      false
#pragma once

#include <cstdint>
#include <cstring>

namespace loom {

inline bool SameText(const char* a, const char* b, size_t size) {
  auto same = [a, b](auto word, size_t at) {
    auto other = word;
    std::memcpy(&word, a + at, sizeof word);
    std::memcpy(&other, b + at, sizeof other);
    return word == other;
  };
  if (size >= 8) {
    if (!same(uint64_t{}, 0) || !same(uint64_t{}, size - 8)) return false;
    return size <= 16 || std::memcmp(a + 8, b + 8, size - 16) == 0;
  }
  if (size >= 4) return same(uint32_t{}, 0) && same(uint32_t{}, size - 4);
  if (size == 0) return true;
  return a[0] == b[0] && a[size / 2] == b[size / 2] &&
         a[size - 1] == b[size - 1];
}

}  // namespace loom
