// SPDX-License-Identifier: Apache-2.0
// Texts as Go's fmt prints them: padded, quoted, in hexadecimal. Part of
// data/go/format.h.
//
//   %8s of "héé"             "     héé": the width counts characters
//   %.2s of "héé"            hé
//   %x of "héé"              68c3a9c3a9
//   QuoteText("a\tb")        "a\tb": in double quotes, the tab as \t
//   QuoteRune(U'*')          '*'
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {
// Characters of UTF-8 text one by one, as Go's range loop reads them: a byte
// that belongs to no character counts as one character, U+FFFD.
//
//   Rune rune = DecodeRune("é!");                // U+00E9, 2 bytes, valid
//   rune = DecodeRune("\xFF!");                  // U+FFFD, 1 byte, not valid
//   size_t count = CountRunes("héé");            // 3
//   std::string valid = ToValidUtf8("a\xFF");    // "a\uFFFD"

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr char32_t kMaxRune = 0x10FFFF;

struct Rune {
  char32_t value = 0;
  size_t size = 0;  // in bytes
  bool valid = true;
};

// The first character of `text`, which must not be empty.
Rune DecodeRune(absl::string_view text);

// Appends the character in UTF-8. A number that is no character, such as a
// surrogate, is appended as U+FFFD.
void AppendRune(char32_t rune, std::string* out);

size_t CountRunes(absl::string_view text);

// Whether Go's %q leaves the character as it is: a letter, mark, number,
// punctuation, symbol or the ASCII space.
bool IsPrintable(char32_t rune);

// The text with U+FFFD in the place of every byte that belongs to no character.
std::string ToValidUtf8(absl::string_view text);

// The names of Unicode classes in \p{…} that Go reads since 1.25 and RE2 does
// not: the long names of categories, and any name in another case or with
// blanks, `_` and `-`, which do not count. The rule is Go's.
//
//   ClassInRe2("Lowercase_Letter")     "Ll"
//   ClassInRe2("greek")                "Greek"
//   ClassInRe2("foo")                  "Foo", which RE2 refuses
//
// A name that RE2 knows as it stands, such as Old_Italic, is not to be given to
// ClassInRe2: it would make Olditalic of it. Go's ASCII, Assigned, Cn and LC
// have no name in RE2 and are refused.

// The name by which RE2 knows the class `name`, which it does not know as such.
std::string ClassInRe2(absl::string_view name);

// Upper and lower case as Go's strings.ToUpper and ToLower map them: each
// character to one character, by no rule of any one language.
//
//   ToUpperCase("straße")     "STRAßE": ß has no capital of one character
//   ToLowerCase("ΑΣ")         "ασ": a final Σ is not special
//   ToLowerCase("İ")          "i"

std::string ToUpperCase(absl::string_view text);
std::string ToLowerCase(absl::string_view text);

// One directive of a format, read: how an argument is to be printed.
struct Directive {
  char32_t verb = U'v';
  bool minus = false;
  bool plus = false;
  bool sharp = false;
  bool space = false;
  bool zero = false;
  bool go_syntax = false;  // %#v
  // %s notes that a number or a boolean does not fit (ScalarsUnderS).
  bool refuses_scalars = false;
  std::optional<int> width;
  std::optional<int> precision;
};

// The sign of a number: "-", or what the flags + and space ask for.
absl::string_view Sign(bool negative, const Directive& directive);

// Appends `text` and fills it up to the width, which counts characters: in
// front of the text, or behind it under the flag -. It fills with blanks, or
// with zeros if `zeros` is true and the flag 0 is set.
void Pad(absl::string_view text, const Directive& directive, bool zeros,
         std::string* out);

// Prints a string under one of the verbs v s q x X. Under any other verb it
// prints nothing and returns false.
bool PrintText(absl::string_view text, const Directive& directive,
               std::string* out);

// A text in double quotes, or a character in single ones, with Go's escapes for
// everything that is not printable. `ascii` escapes all beyond ASCII, too.
std::string QuoteText(absl::string_view text, bool ascii);
std::string QuoteRune(char32_t rune, bool ascii);

}  // namespace loom
