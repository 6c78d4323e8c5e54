// SPDX-License-Identifier: Apache-2.0
// Shortened cuts a text to at most `most` bytes, and never inside a character
// of UTF-8. It is for text of any length that is quoted in a message.
//
//   Shortened("grüße", 4)  →  "grü"     (ü has two bytes)
//   Shortened("grüße", 3)  →  "gr"      (half of ü is left out)
//
// Cut also tells that something is missing: Cut("grüße", 4) is "grü…".
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace loom {

// Returns a view of `text`, which is the whole of it if it is short enough.
inline absl::string_view Shortened(absl::string_view text, size_t most) {
  if (text.size() <= most) return text;
  // In UTF-8 a byte 10xxxxxx is not the first of its character.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) {
    --most;
  }
  return text.substr(0, most);
}

// The text, or its beginning and `…`, which are not counted in `most`.
inline std::string Cut(absl::string_view text, size_t most) {
  return absl::StrCat(Shortened(text, most), text.size() > most ? "…" : "");
}

}  // namespace loom
