// SPDX-License-Identifier: Apache-2.0
// Functions that print strings as Go's fmt does: padded, quoted, or in hexadecimal.
// data/go/format.h uses them.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {
inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr char32_t kMaxRune = 0x10FFFF;

// A character of a UTF-8 string, as Go's range loop reads it. A byte that belongs to no
// character counts as one character, U+FFFD.
struct Rune {
  char32_t value = 0;
  size_t size = 0;  // in bytes
  bool valid = true;
};

// Returns the first character of `text`, which must not be empty.
Rune DecodeRune(absl::string_view text);

// Appends the character in UTF-8. A number that is not a character, such as a
// surrogate, is appended as U+FFFD.
void AppendRune(char32_t rune, std::string* out);

size_t CountRunes(absl::string_view text);

// Returns whether Go's %q leaves the character unchanged: a letter, mark, number,
// punctuation, symbol or the ASCII space.
bool IsPrintable(char32_t rune);

// Returns the string with every byte that belongs to no character replaced by U+FFFD.
std::string ToValidUtf8(absl::string_view text);

// Returns RE2's name for a Unicode class in \p{…} that Go has accepted since 1.25 and
// RE2 does not: the long names of categories, and any name in another case or with
// blanks, `_` and `-`, which are ignored. The rule is Go's.
//
//   ClassInRe2("Lowercase_Letter")     "Ll"
//   ClassInRe2("foo")                  "Foo", which RE2 refuses
//
// Do not call it with a name that RE2 already accepts, such as Old_Italic: the result
// would be Olditalic. Go's ASCII, Assigned, Cn and LC have no name in RE2 and are
// refused.
std::string ClassInRe2(absl::string_view name);

// ToUpperCase and ToLowerCase map strings as Go's strings.ToUpper and ToLower do: each
// character to one character, without the rules of any one language. "straße" becomes
// "STRAßE", and "ΑΣ" becomes "ασ".
std::string ToUpperCase(absl::string_view text);
std::string ToLowerCase(absl::string_view text);

// A parsed directive of a format, which says how to print an argument.
struct Directive {
  char32_t verb = U'v';
  bool minus = false;
  bool plus = false;
  bool sharp = false;
  bool space = false;
  bool zero = false;
  bool go_syntax = false;  // %#v
  // %s prints a note that a number or a boolean does not fit (ScalarsUnderS).
  bool refuses_scalars = false;
  std::optional<int> width;
  std::optional<int> precision;
};

// Returns the sign of a number: "-", or what the flags + and space ask for.
absl::string_view Sign(bool negative, const Directive& directive);

// Appends `text`, padded to the width, which counts characters: before `text`, or after
// it under the flag -. Padding before `text` consists of zeros if `zeros` is true and
// the flag 0 is set, otherwise of blanks.
void Pad(absl::string_view text, const Directive& directive, bool zeros,
         std::string* out);

// Prints a string under one of the verbs v s q x X. Returns false and prints nothing
// under any other verb.
bool PrintText(absl::string_view text, const Directive& directive,
               std::string* out);

// QuoteText returns a string in double quotes, and QuoteRune a character in single
// quotes, with Go's escapes for everything that is not printable. `ascii` also escapes
// everything beyond ASCII.
std::string QuoteText(absl::string_view text, bool ascii);
std::string QuoteRune(char32_t rune, bool ascii);

}  // namespace loom
