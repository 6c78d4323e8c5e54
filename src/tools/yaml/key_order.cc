// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/key_order.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"

namespace loom {
namespace {

std::u32string CodePoints(absl::string_view text) {
  std::u32string points;
  for (char byte : text) {
    uint8_t bits = static_cast<uint8_t>(byte);
    if ((bits & 0xC0) == 0x80 && !points.empty()) {
      points.back() = points.back() << 6 | (bits & 0x3F);
    } else {
      points.push_back(bits < 0x80   ? bits
                       : bits < 0xE0 ? bits & 0x1F
                       : bits < 0xF0 ? bits & 0x0F
                                     : bits & 0x07);
    }
  }
  return points;
}

// Exact for ASCII and Latin-1. Of the other characters, all are taken for
// letters but those in blocks of punctuation and symbols.
bool IsLetter(char32_t c) {
  if (c < 0x80) return absl::ascii_isalpha(static_cast<unsigned char>(c));
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c == 0xD7 || c == 0xF7) return false;
  return !(c >= 0x2000 && c < 0x2C00) && !(c >= 0x3000 && c < 0x3005) &&
         !(c >= 0x3007 && c < 0x3031) && !(c >= 0xE000 && c < 0xF900) &&
         !(c >= 0xFE00 && c < 0xFE70) && !(c >= 0x1F000 && c < 0x20000);
}

bool IsDigit(char32_t c) { return c >= '0' && c <= '9'; }

// A number in a key, and the position behind its digits.
struct Number {
  int64_t value;
  size_t end;
};

// The digits of the number that precede `at` are equal in both keys. Instead of
// them stands `start`: 1 if one of them is not 0 and has to count, otherwise 0.
Number NumberAt(const std::u32string& text, size_t at, int64_t start) {
  Number number{start, at};
  while (number.end < text.size() && IsDigit(text[number.end])) {
    uint64_t shifted = static_cast<uint64_t>(number.value) * 10;
    number.value = static_cast<int64_t>(shifted + (text[number.end++] - '0'));
  }
  return number;
}

// Whether `at` follows a run of digits that contains another digit than 0.
bool FollowsDigits(const std::u32string& text, size_t at) {
  while (at > 0 && IsDigit(text[at - 1])) {
    if (text[--at] != '0') return true;
  }
  return false;
}

}  // namespace

bool KeyLess(absl::string_view left, absl::string_view right) {
  std::u32string a = CodePoints(left);
  std::u32string b = CodePoints(right);
  size_t shorter = std::min(a.size(), b.size());
  size_t at = std::mismatch(a.begin(), a.begin() + shorter, b.begin()).first -
              a.begin();
  if (at == shorter) return a.size() < b.size();
  if (IsLetter(a[at]) && IsLetter(b[at])) return a[at] < b[at];
  if (IsLetter(a[at]) || IsLetter(b[at])) return IsLetter(b[at]);
  bool zero = a[at] == '0' || b[at] == '0';
  int64_t start = zero && FollowsDigits(a, at) ? 1 : 0;
  Number x = NumberAt(a, at, start);
  Number y = NumberAt(b, at, start);
  if (x.value != y.value) return x.value < y.value;
  if (x.end != y.end) return x.end < y.end;
  return a[at] < b[at];
}

std::vector<const Member*> InKeyOrder(const Value& object) {
  std::vector<const Member*> members;
  members.reserve(object.MemberCount());
  for (const Member& member : object.GetObject()) members.push_back(&member);
  std::stable_sort(members.begin(), members.end(),
                   [](const Member* a, const Member* b) {
                     return KeyLess(View(a->name), View(b->name));
                   });
  return members;
}

}  // namespace loom
