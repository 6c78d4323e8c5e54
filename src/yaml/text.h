// SPDX-License-Identifier: Apache-2.0
// How a text stands in YAML: plain where that reads back as the same text, in
// the quotes it needs otherwise, as a block where it has lines.
//
//   bucket            bucket
//   yes               "yes"           (a boolean in YAML 1.1)
//   a: b              'a: b'          (an indicator)
//   a\tb              "a\tb"          (no printable character)
//   one\ntwo          |-              and two indented lines
//
// Plain and quoted text is folded at the first space past column 80; words are
// never broken, keys never folded. Whose rules these are: go-yaml v2's.
#pragma once

#include "absl/strings/string_view.h"
#include "yaml/page.h"

namespace loom {

// No line break of any kind.
bool IsOneLine(absl::string_view text);

// Writes `text`, as a key of one line or not; further lines begin at column
// `indent`.
void WriteText(absl::string_view text, bool key, int indent, YamlPage* page);

}  // namespace loom
