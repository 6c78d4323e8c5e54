// SPDX-License-Identifier: Apache-2.0
// FindMistake looks in a text that is no YAML for the mistake that its author
// most likely made. The parser only knows where it could not go on, which may
// be many lines further down.
//
//   "a: [1\nb: 2\n"     1:4  unclosed [: add the ] that ends this list
//   "a:\n  b: 1\n c: 2" 3:2  c is indented by 1, its siblings by 2
//
//   std::optional<YamlMistake> mistake = FindMistake("a: 'x\n");
//   std::string words = mistake->words;
//
// It reads the text line by line and knows less than a parser, so it must not
// be asked about text that a parser accepts. It finds nothing in "a: 1\n".
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {

struct YamlMistake {
  // The bytes of the text in front of the mistake.
  size_t offset = 0;
  // What is wrong and what to do about it.
  std::string words;
  // Another place that the last of the words ("… the { at") refer to.
  std::optional<size_t> refers_to;
};

std::optional<YamlMistake> FindMistake(absl::string_view text);

// FindForeignText tells what a text is if it is obviously not YAML: HTML, a
// diff, or a file with the markers of a merge conflict. As for FindMistake, the
// text must be one that a parser refuses.
//
//   "<!DOCTYPE html>\n…"    1:1  this is HTML, not YAML; download the raw file
//
//   std::optional<YamlMistake> mistake = FindForeignText("<html>\n");
//
// FindForeignEncoding tells where a text is not UTF-8, and knows UTF-16. Both
// find nothing in "a: 1\n".
std::optional<YamlMistake> FindForeignText(absl::string_view text);

std::optional<YamlMistake> FindForeignEncoding(absl::string_view text);

}  // namespace loom
