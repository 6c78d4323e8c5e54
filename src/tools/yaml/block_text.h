// SPDX-License-Identifier: Apache-2.0
// ScanBlockText reads a text below `|` or `>`: where it ends, and the first
// mistake in it.
//
//   BlockText block = ScanBlockText("|\n  x\ny", /*at=*/0, /*indent=*/0);
//   size_t end = block.end;              // 5: behind the x
//
//   >=1.0     the text of a block begins on the line below >; quote …
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "tools/yaml/mistake.h"

namespace loom {

struct BlockText {
  // The end of its last line.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the | or >, and `indent` the column of the key or list item whose
// value it is, counted from 0, or -1.
BlockText ScanBlockText(absl::string_view text, size_t at, int indent);

}  // namespace loom
