// SPDX-License-Identifier: Apache-2.0
#include "data/go/rune.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace loom {
namespace {

constexpr uint32_t kPrintableBounds[] = {
#include "data/go/printable.inc"
};

constexpr bool IsSurrogate(char32_t rune) {
  return rune >= 0xD800 && rune <= 0xDFFF;
}

constexpr Rune kInvalid = {kReplacement, 1, false};

}  // namespace

Rune DecodeRune(absl::string_view text) {
  auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return kInvalid;
  char32_t rune = lead & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return kInvalid;
    rune = rune << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (rune < kLeast[size] || rune > kMaxRune || IsSurrogate(rune)) {
    return kInvalid;
  }
  return {rune, size, true};
}

void AppendRune(char32_t rune, std::string* out) {
  if (rune > kMaxRune || IsSurrogate(rune)) rune = kReplacement;
  auto tail = [rune](int shift) {
    return static_cast<char>(0x80 | (rune >> shift & 0x3F));
  };
  if (rune < 0x80) {
    out->push_back(static_cast<char>(rune));
  } else if (rune < 0x800) {
    out->append({static_cast<char>(0xC0 | rune >> 6), tail(0)});
  } else if (rune < 0x10000) {
    out->append({static_cast<char>(0xE0 | rune >> 12), tail(6), tail(0)});
  } else {
    out->append(
        {static_cast<char>(0xF0 | rune >> 18), tail(12), tail(6), tail(0)});
  }
}

size_t CountRunes(absl::string_view text) {
  size_t count = 0;
  for (; !text.empty(); text.remove_prefix(DecodeRune(text).size)) ++count;
  return count;
}

bool IsPrintable(char32_t rune) {
  if (rune < 0x80) return rune >= 0x20 && rune < 0x7F;
  auto bound = std::upper_bound(std::begin(kPrintableBounds),
                                std::end(kPrintableBounds), rune);
  return (bound - std::begin(kPrintableBounds)) % 2 == 1;
}

std::string ToValidUtf8(absl::string_view text) {
  std::string valid;
  while (!text.empty()) {
    Rune rune = DecodeRune(text);
    AppendRune(rune.value, &valid);
    text.remove_prefix(rune.size);
  }
  return valid;
}

}  // namespace loom
