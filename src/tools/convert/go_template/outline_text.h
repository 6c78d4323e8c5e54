// SPDX-License-Identifier: Apache-2.0
// OutlineText is the text of a document in which actions are words (outline.h).
//
//   WordOf('v', 3)      LOOMv3x
//   ReadWord("LOOMv3x") v, 3
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/convert/go_template/documents.h"

namespace loom {

struct OutlineText {
  std::string text;
  std::vector<Symbol> values;  // of the words with v and s
  std::string broken;
};

std::string WordOf(char kind, size_t number);
std::optional<std::pair<char, size_t>> ReadWord(absl::string_view word);

// A text with words as parts: literals and values.
std::vector<Symbol> PartsOfWords(absl::string_view text,
                                 const std::vector<Symbol>& values);

OutlineText WriteOutline(const Pieces& all, const GoDocument& document);

}  // namespace loom
