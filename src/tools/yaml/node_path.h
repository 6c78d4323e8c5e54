// SPDX-License-Identifier: Apache-2.0
// NodeAt finds a node of a syntax tree by the names of the members that lead to
// it. An item of a list is named by its decimal index, and an alias stands for
// its target. Of equal keys the last one counts.
//
//   LOOM_ASSIGN_OR_RETURN(YamlNodes nodes,
//                         YamlNodes::Parse("xr.yaml", "a: [1, 2]"));
//   uint32_t second = NodeAt(nodes, nodes.roots()[0], {"a", "1"});
//
// A path that leads nowhere, such as {"a", "7"}, gives the nearest node above.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/yaml/nodes.h"

namespace loom {

uint32_t NodeAt(const YamlNodes& nodes, uint32_t root,
                absl::Span<const absl::string_view> path);

// The index, among the children of a map, of the key of that name. nullopt: it
// has no such key, or the node is no map.
std::optional<size_t> KeyIndex(const YamlNodes& nodes, uint32_t map,
                               absl::string_view name);

// The path as messages have it: {"spec", "zones", "1", "name"} is
// spec.zones[1].name.
std::string PathText(const std::vector<std::string>& path);

}  // namespace loom
