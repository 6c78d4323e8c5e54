// SPDX-License-Identifier: Apache-2.0
// NearestName finds the name that a user probably meant: the candidate with the
// smallest edit distance to the mistyped name (bytes added, removed or replaced). The
// distance must be at most 2 and less than half the length of the mistyped name.
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
// Returns "" if no candidate is near enough and none is a slip away (IsSlip). If
// several candidates have the same distance, returns the first one.
std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates);

// DidYouMean suggests a name at the end of a message, and MeantHelp in a line of its own.
// Both are "" without a name.
//
//   DidYouMean("region")  →  ` (did you mean "region"?)`
//   MeantHelp("region")   →  `did you mean region?`
std::string DidYouMean(absl::string_view meant);
std::string MeantHelp(absl::string_view meant);

// IsSlip reports whether one name is probably a typing error for the other: one letter
// is missing, added or replaced, or two adjacent letters are swapped. Pairs of which
// both names are often right do not count: names that differ in a digit or in the last
// letter, and plurals.
//
//   IsSlip("rgion", "region")        true
//   IsSlip("subnetA", "subnetB")     false
//   IsSlip("minSize", "maxSize")     false, two letters differ
//
// The rule is ours.
bool IsSlip(absl::string_view name, absl::string_view other);

// WithArticle puts "a" or "an" in front of a name, depending on its pronunciation.
//
//   WithArticle("Bucket")       "a Bucket"
//   WithArticle("Instance")     "an Instance"
//   WithArticle("XShop")        "an XShop"
//   WithArticle("User")         "a User"
std::string WithArticle(absl::string_view name);

// Shortened cuts a string to at most `most` bytes, but never inside a UTF-8 character.
// Use it to quote strings of any length in a message.
//
//   Shortened("grüße", 4)  →  "grü"     (ü has two bytes)
//   Shortened("grüße", 3)  →  "gr"      (half of ü is left out)
//
// Cut also shows that something is missing: Cut("grüße", 4) is "grü…".

// Returns a view of `text`: all of it if it is short enough.
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

// SizeOfControl and AppendControl find control characters and escape them. A control
// character is one that a terminal or a line-based reader may interpret instead of
// showing it: C0 including line feed and tab, DEL, C1, the line and paragraph
// separators, and the characters that change the direction of writing. Output that
// contains strings from outside escapes them as JSON does: the bell becomes \u0007. The
// rule is ours. The log (server/process/log.h), the messages of a response
// (crossplane/contract/message.h) and the command line follow it.
//
//   size_t none = SizeOfControl("a\tb");         // 0: "a" is none
//   size_t bell = SizeOfControl("\a!");          // 1
//   size_t line = SizeOfControl("\u2028");       // 3, the bytes of its UTF-8

// Returns the size in bytes of the first character of a UTF-8 string if it is a control
// character. Returns 0 for any other character and for the empty string.
size_t SizeOfControl(absl::string_view text);

// Appends \u and four hexadecimal digits. `control` must be one control character.
void AppendControl(absl::string_view control, std::string* out);

// Returns the string on one line, with all control characters escaped:
// Visible("a\n\u202e") is `a\u000a\u202e`.
std::string Visible(absl::string_view text);

// Makes lines that quote a file safe to print. A terminal interprets control
// characters, and the runner of a CI job reads commands from the log. All output for
// people passes through this function.
//
//   Printed("a\x1b[2J\r\n")          a\u001b[2J\u000d, followed by the line feed
//   Printed("  ::error::all good")   "  \u003a:error::all good"
//   Printed("x ##[group]y")          x #\u0023[group]y
//
// GitHub's runner reads a command from a line that begins with `::`, and from `##[`
// anywhere in a line. Azure Pipelines reads one from `##vso[`. Line feeds are kept. The
// escapes are valid in JSON, where they denote the same characters.
std::string Printed(absl::string_view text);

}  // namespace loom
