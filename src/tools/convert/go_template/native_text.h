// SPDX-License-Identifier: Apache-2.0
// NativeLines writes an outline as the lines of a template with expressions.
//
//   region: LOOMv0x          region: ${composite.spec.region}
//   name: "LOOMv1x-db"       name: ${composite.metadata.name}-db
//   a block with `tier`      tier: ${c ? optional.of('gold') : optional.none()}
#pragma once

#include <string>
#include <vector>

#include "tools/convert/go_template/slots.h"

namespace loom {

class NativeLines {
 public:
  explicit NativeLines(const Pieces& all) : all_(all) {}

  // Return lines, each of which begins with `margin` spaces and has a line feed.
  std::string Map(const std::vector<OutlineItem>& items, size_t margin);
  std::string List(const std::vector<OutlineItem>& items, size_t margin);
  // Returns `key:` with its value behind it or below it.
  std::string Entry(const std::string& key, const OutlineNode& node,
                    size_t margin);

  // Lists that have expressions are written as one expression, as `status` wants.
  void set_lists_are_whole(bool value) { lists_are_whole_ = value; }
  const std::string& broken() const { return broken_; }

 private:
  std::string SlotValue(const Slot& slot, size_t margin);
  std::string NodeValue(const OutlineNode& node, size_t margin);
  std::string Scalar(const OutlineNode& node, size_t margin) const;
  bool IsConstant(const OutlineNode& node) const;

  const Pieces& all_;
  bool lists_are_whole_ = false;
  std::string broken_;
};

// Returns a string of the native input, without quotes of YAML: `a-${b}`.
std::string InlineOf(const Symbol& symbol);

// Returns the same as YAML, with quotes where they are needed.
std::string YamlOf(const std::string& text);

}  // namespace loom
