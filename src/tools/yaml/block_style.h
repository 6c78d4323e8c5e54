// SPDX-License-Identifier: Apache-2.0
// BlockStyle is the indentation style of a document, so that added lines look like the
// existing ones.
//
// The first map in a map and the first list in a map determine the style: the number of
// spaces by which each is indented. Flow style is ignored. A document without either
// has the style of kubectl (2 and 0).
#pragma once

#include <cstddef>
#include <cstdint>

#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct BlockStyle {
  size_t map = 2;   // how much deeper the fields of a map are than its key
  size_t list = 0;  // how much deeper the dashes of a list are than its key
};

BlockStyle BlockStyleOf(const YamlNodes& nodes, const YamlLayout& layout,
                        uint32_t root);

}  // namespace loom
