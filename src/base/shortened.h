// SPDX-License-Identifier: Apache-2.0
// Shortened cuts a text that somebody else wrote, between two characters of
// UTF-8.
//
//   Shortened("grüße", 3)  →  "gr"      ü is two bytes
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

inline absl::string_view Shortened(absl::string_view text, size_t most) {
  if (text.size() <= most) return text;
  // Bytes 10xxxxxx go on with a character.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) {
    --most;
  }
  return text.substr(0, most);
}

}  // namespace loom
