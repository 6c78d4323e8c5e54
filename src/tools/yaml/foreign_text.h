// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "tools/yaml/mistake.h"

namespace loom {

std::optional<YamlMistake> FindForeignText(absl::string_view text);

std::optional<YamlMistake> FindForeignEncoding(absl::string_view text);

}  // namespace loom
