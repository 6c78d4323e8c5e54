// SPDX-License-Identifier: Apache-2.0
// NearestName finds the name that a user meant and mistyped: the candidate at
// the smallest edit distance (characters added, removed or replaced), if that
// is at most 2 and less than half of the length of the name.
//
//   NearestName("--insecur", {"--insecure", "--debug"})  →  "--insecure"
//   NearestName("--verbose", {"--insecure", "--debug"})  →  ""
//
// The rule is ours.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace loom {
// Returns the first of several candidates at the same distance, and "" if none
// is near enough.
std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates);

// Shortened cuts a text to at most `most` bytes, and never inside a character
// of UTF-8. It is for text of any length that is quoted in a message.
//
//   Shortened("grüße", 4)  →  "grü"     (ü has two bytes)
//   Shortened("grüße", 3)  →  "gr"      (half of ü is left out)
//
// Cut also tells that something is missing: Cut("grüße", 4) is "grü…".

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

// Control characters are those that a terminal or a reader of lines may
// interpret instead of showing them: C0 with the line feed and the tab, DEL, C1,
// the separators of lines and paragraphs, and the characters that change the
// direction of writing. Output with strings from outside escapes them, as
// JSON does: the bell becomes \u0007. The rule is ours; the log (server/process/log.h)
// and the messages of a response (crossplane/contract/message.h) follow it.
//
//   size_t none = SizeOfControl("a\tb");         // 0: "a" is none
//   size_t bell = SizeOfControl("\a!");          // 1
//   size_t line = SizeOfControl("\u2028");       // 3, the bytes of its UTF-8

// The size in bytes of the first character of a UTF-8 text if it is a control
// character. 0 for all others, and for the empty text.
size_t SizeOfControl(absl::string_view text);

// Appends \u and four hexadecimal digits. `control` is one control character.
void AppendControl(absl::string_view control, std::string* out);

}  // namespace loom
