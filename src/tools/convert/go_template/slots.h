// SPDX-License-Identifier: Apache-2.0
// ResolveMap and ResolveList replace the blocks of an outline by expressions. In a map,
// each key then has one slot: a tree, an expression, or an expression of an optional,
// which omits the key if it is none.
//
//   LOOMo0x, tier: gold, LOOMc0x     tier: c ? optional.of('gold') : optional.none()
//   with an else that has tier       tier: c ? 'gold' : 'silver'
//   a loop over a map                the whole map: m.transformMapEntry(…)
//
// CelOfNode writes a tree as one expression, with the same rules.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/convert/go_template/outline.h"

namespace loom {

struct Slot {
  Symbol key;
  std::shared_ptr<OutlineNode> node;  // nullptr: the value is `cel`
  Symbol cel;
  bool optional = false;  // `cel` is an optional
};

struct Slots {
  std::vector<Slot> slots;
  std::string whole;   // if it is one expression as a whole
  std::string broken;  // the reason
};

Slots ResolveMap(const Pieces& all, const std::vector<OutlineItem>& items);
Slots ResolveList(const Pieces& all, const std::vector<OutlineItem>& items);

// `broken` gets the reason if there is no such expression.
std::string CelOfNode(const Pieces& all, const OutlineNode& node,
                      std::string* broken);

}  // namespace loom
