// SPDX-License-Identifier: Apache-2.0
// NoteQuirks notes where a native step may give another value than the function
// that it replaces, because a flaw of that function is mended
// (docs/differences.md). The table in quirks.cc says what it looks for.
//
//   string: {type: Format, fmt: "%d"}
//     fmt "%d": a whole number is written as 5, not as %!d(float64=5)
//
// Values in a `base` and in `defaultData` are no settings, and are passed over.
#pragma once

#include <vector>

#include "data/value/value.h"
#include "tools/yaml/node_remark.h"

namespace loom {

// `section` is at `path` of its document.
void NoteQuirks(const Value& section, const NodePath& path,
                std::vector<NodeRemark>* notes);

}  // namespace loom
