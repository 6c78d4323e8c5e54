// SPDX-License-Identifier: Apache-2.0
// ScanFlow reads a list or a map between brackets: where it ends, and the first
// mistake in it.
//
//   FlowScan good = ScanFlow("[a, {b: c}] x", /*at=*/0, /*indent=*/-1);
//   size_t end = good.end;                         // 11
//
//   [a, b          unclosed [: add the ] that ends this list
//   {a: [1}        this } does not close the [ at (the place of the [)
//   {a: 1 b: 2}    a comma is missing in front of this (the b)
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "tools/yaml/mistake.h"

namespace loom {

struct FlowScan {
  // The position behind the closing bracket. It means nothing if there is a
  // mistake.
  size_t end = 0;
  std::optional<YamlMistake> mistake;
};

// `at` is the bracket, [ or {, and `indent` the column of the key or list item
// whose value it is, counted from 0, or -1.
FlowScan ScanFlow(absl::string_view text, size_t at, int indent);

}  // namespace loom
