// SPDX-License-Identifier: Apache-2.0
// FindMistake finds the most likely mistake of the author in a file that is not
// YAML. The parser only knows where it could not continue, which may be many
// lines further down.
//
//   "a:\n  b: 1\n c: 2" 3:2  c is indented by 1, its siblings by 2
//
// It reads line by line and knows less than a parser, so call it only for content that
// a parser rejects. It finds nothing in "a: 1\n".
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "data/yaml/events.h"

namespace loom {

std::optional<YamlMistake> FindMistake(absl::string_view text);

// FindForeignText identifies content that is obviously not YAML: HTML, a diff, or a
// file with the markers of a merge conflict. As for FindMistake, call it only for
// content that a parser rejects. FindForeignEncoding finds where a file is not UTF-8,
// and recognizes UTF-16.
std::optional<YamlMistake> FindForeignText(absl::string_view text);

std::optional<YamlMistake> FindForeignEncoding(absl::string_view text);

}  // namespace loom
