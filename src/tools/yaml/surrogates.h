// SPDX-License-Identifier: Apache-2.0
// JoinSurrogates makes YAML of a JSON text with surrogate pairs, which only JSON allows:
// a character beyond U+FFFF that is written as two escapes, as by Python's json.dumps.
// YAML has one escape for it. json.Unmarshal accepts them, and so do the tools of
// Kubernetes for files that are JSON.
//
// Only a file that begins with a bracket or a brace is changed, and only up to a single
// quote that begins a string, because from there on the file is not JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct JoinedText {
  std::string text;
  // The positions in `text` after each joined character, which is two bytes shorter.
  std::vector<size_t> ends;

  // Returns the position in the original.
  size_t Original(size_t at) const;
};

JoinedText JoinSurrogates(absl::string_view text);

}  // namespace loom
