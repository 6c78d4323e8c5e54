// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/escapes.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The bytes of the character that begins with this one.
size_t CharacterSize(uint8_t first) {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 1;
}

}  // namespace

std::string MendEscapes(absl::string_view text) {
  std::string mended;
  mended.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const uint8_t first = static_cast<uint8_t>(text[at]);
    if (first == 0x85 || first == 0xA0) mended.push_back('\xC2');
    const size_t size = CharacterSize(first);
    absl::StrAppend(&mended, text.substr(at, size));
    at += size;
  }
  return mended;
}

}  // namespace loom
