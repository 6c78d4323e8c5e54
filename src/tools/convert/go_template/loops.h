// SPDX-License-Identifier: Apache-2.0
// LoopsAround computes `condition` and `forEach.items` from the blocks around a
// document, and replaces the names of loops in expressions by those of the native input.
//
//   range .spec.zones            items: composite.spec.?zones.orValue([]), read as item
//   range $i, $z := .spec.zones  items: ….transformList(k, v, {'key': k, 'value': v}),
//                                read as item.key and item.value, since it may be a map
//   a loop in a loop             items: one list of all rounds, read as item.value1 and
//                                item.value2
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/convert/go_template/documents.h"

namespace loom {

struct LoopsAround {
  Symbol condition;   // of all blocks
  std::string items;  // "" if there is no loop
  std::string broken;
  // What the names of loops become.
  std::vector<std::pair<std::string, std::string>> names;
};

// `uses` is all text in which names of the loops may be.
LoopsAround ReadLoops(const Pieces& all, const GoDocument& document,
                      const std::string& uses);

// Replaces the names: those of loops around the document, and those of loops within
// values, which become v and k.
std::string NameLoops(const Pieces& all, const LoopsAround& loops,
                      std::string text);

}  // namespace loom
