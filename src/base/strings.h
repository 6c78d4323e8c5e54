// SPDX-License-Identifier: Apache-2.0
// Functions for names and strings in messages. The rules are ours.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace loom {
// Finds the name that a user probably meant: the candidate with the smallest edit
// distance to `name` (bytes added, removed or replaced), which must be at most 2 and
// less than half the length of `name`. If none is near enough, returns a candidate that
// is a slip away (IsSlip), or "". Among equal distances, the first candidate wins.
//
//   NearestName("--insecur", {"--insecure", "--debug"})  →  "--insecure"
std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates);

// Suggest a name: DidYouMean at the end of a message, as ` (did you mean "region"?)`, and
// MeantHelp in a line of its own. Both are "" without a name.
std::string DidYouMean(absl::string_view meant);
std::string MeantHelp(absl::string_view meant);

// Returns whether one name is probably a typing error for the other: one letter is
// missing, added or replaced, or two adjacent letters are swapped. Names that differ in
// a digit or in the last letter, and plurals, are often both right and do not count.
bool IsSlip(absl::string_view name, absl::string_view other);

// Puts "a" or "an" in front of a name, depending on its pronunciation: "an Instance",
// "an XShop", "a User".
std::string WithArticle(absl::string_view name);

// Returns "1 file" or "2 files".
inline std::string Counted(size_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

// Cuts a string to at most `most` bytes, but never inside a UTF-8 character. Returns a
// view of `text`: Shortened("grüße", 4) is "grü".
inline absl::string_view Shortened(absl::string_view text, size_t most) {
  if (text.size() <= most) return text;
  // In UTF-8 a byte 10xxxxxx is not the first of its character.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) {
    --most;
  }
  return text.substr(0, most);
}

// Returns the string, or its beginning and `…`, which does not count toward `most`.
inline std::string Cut(absl::string_view text, size_t most) {
  return absl::StrCat(Shortened(text, most), text.size() > most ? "…" : "");
}

// Returns the size in bytes of the first character of a UTF-8 string if it is a control
// character, otherwise 0. Control characters are those that a terminal or a line-based
// reader may interpret instead of showing them: C0 including line feed and tab, DEL,
// C1, the line and paragraph separators, and the characters that change the direction
// of writing. Output that contains strings from outside escapes them as JSON does: the
// bell becomes \u0007.
size_t SizeOfControl(absl::string_view text);

// Appends \u and four hexadecimal digits. `control` must be one control character.
void AppendControl(absl::string_view control, std::string* out);

// Returns the string on one line, with all control characters escaped.
std::string Visible(absl::string_view text);

// Makes lines that quote a file safe to print, because a terminal interprets control
// characters, and the runner of a CI job reads commands from the log: GitHub's from a
// line that begins with `::` and from `##[`, Azure Pipelines' from `##vso[`. All output
// for people passes through this function. Line feeds are kept. The escapes are valid
// in JSON, where they denote the same characters.
//
//   Printed("a\x1b[2J\r\n")          a\u001b[2J\u000d, followed by the line feed
//   Printed("  ::error::all good")   "  \u003a:error::all good"
std::string Printed(absl::string_view text);

}  // namespace loom
