// SPDX-License-Identifier: Apache-2.0
// DuplicateKeys finds keys that a map has twice. The reader takes the last one silently.
//
//   for (const DuplicateKey& each : DuplicateKeys(document.nodes(), document.node())) {
//     std::cout << PlaceText(PositionOf(document.nodes(), each.key));
//   }
//
//   {size: 1, size: 2}        the second size
//   {<<: *a, <<: *b}          none: both are merged
#pragma once

#include <cstdint>
#include <vector>

#include "tools/yaml/nodes.h"

namespace loom {

struct DuplicateKey {
  uint32_t key;    // the node of the key
  uint32_t first;  // that of the first key of this name
  NodePath path;   // of the map
};

// Returns those below a node, in the order of the file. Aliases are not followed.
std::vector<DuplicateKey> DuplicateKeys(const YamlNodes& nodes, uint32_t root);

}  // namespace loom
