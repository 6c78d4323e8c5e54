// SPDX-License-Identifier: Apache-2.0
// Texts as Go's fmt prints them: padded, quoted, in hexadecimal. Part of
// go/format.h.
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

// What stands between % and the value: how one argument is printed.
struct Directive {
  char32_t verb = U'v';
  bool minus = false;
  bool plus = false;
  bool sharp = false;
  bool space = false;
  bool zero = false;
  bool go_syntax = false;  // %#v
  std::optional<int> width;
  std::optional<int> precision;
};

// What stands in front of a number: "-", or what the flags + and space ask for.
absl::string_view Sign(bool negative, const Directive& directive);

// Appends `text`, filled up to the width in characters: on the left, or with
// `-` on the right. `zeros` allows the flag 0 to fill with zeros.
void Pad(absl::string_view text, const Directive& directive, bool zeros,
         std::string* out);

// Prints a string. False, with nothing printed, if the verb is not one of a
// string's: v s q x X.
bool PrintText(absl::string_view text, const Directive& directive,
               std::string* out);

// In double quotes, or in single ones, with Go's escapes for everything that
// is not printable; `ascii` escapes all beyond ASCII, too.
std::string QuoteText(absl::string_view text, bool ascii);
std::string QuoteRune(char32_t rune, bool ascii);

}  // namespace loom
