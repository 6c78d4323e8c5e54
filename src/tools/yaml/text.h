// SPDX-License-Identifier: Apache-2.0
// WriteText writes a text as YAML: without quotes if it then reads back as the
// same text, otherwise in the quotes that it needs, or as a block if it has
// several lines. The rules are those of go-yaml v2.
//
//   bucket            bucket
//   yes               "yes"           (it would be a boolean)
//   a: b              'a: b'          (it would be a map)
//   a\tb              "a\tb"          (a tab is not printable)
//   one\ntwo          |-              and two indented lines
//
//   YamlPage page;
//   WriteText("a: b", /*key=*/false, /*indent=*/2, &page);
//
// Except in keys, a text with or without quotes is folded at the first space
// after column 80. Words are never broken.
#pragma once

#include "absl/strings/string_view.h"
#include "tools/yaml/page.h"

namespace loom {

// Whether the text contains no line break of any kind.
bool IsOneLine(absl::string_view text);

// Writes `text` at the end of the page. `key`: it is a key, so it stays on one
// line. `indent`: the column at which further lines begin.
void WriteText(absl::string_view text, bool key, int indent, YamlPage* page);

}  // namespace loom
