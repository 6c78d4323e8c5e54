// SPDX-License-Identifier: Apache-2.0
// ReadOutline reads the text around the actions of a document as YAML. Each value is a
// word in that text, and the beginning and the end of a block are entries of the map or
// items of the list in which they are:
//
//   labels:                        labels:
//     {{- if .spec.gold }}           LOOMo0x: 0
//     tier: {{ .spec.tier }}         tier: LOOMv1x
//     {{- end }}                     LOOMc0x: 0
//
// The result is a tree of maps, lists and scalars, with the blocks where they are. What
// is no YAML, or has a block that begins in one map and ends in another, is broken.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/convert/go_template/documents.h"

namespace loom {

struct OutlineNode;

// An entry of a map, an item of a list, or a block of them.
struct OutlineItem {
  enum class Kind { kNode, kBlock, kSplice };
  Kind kind = Kind::kNode;
  Symbol key;                         // of a map
  std::shared_ptr<OutlineNode> node;  // unless it is a block
  size_t block = 0;
  std::vector<OutlineItem> body;
  std::vector<OutlineItem> otherwise;
  Symbol splice;  // a map or list whose entries are here
};

struct OutlineNode {
  enum class Kind { kScalar, kMap, kList };
  Kind kind = Kind::kScalar;
  Symbol value;  // of a scalar
  std::string
      yaml;  // of a constant scalar, as it is written; "" if it has lines
  std::vector<OutlineItem> items;
};

// `broken` gets the reason if the result is nullptr.
std::shared_ptr<OutlineNode> ReadOutline(const Pieces& all,
                                         const GoDocument& document,
                                         std::string* broken);

}  // namespace loom
