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
