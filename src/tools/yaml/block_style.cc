// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/block_style.h"

#include <optional>

namespace loom {
namespace {

class StyleReader {
 public:
  StyleReader(const YamlNodes& nodes, const YamlLayout& layout)
      : nodes_(nodes), layout_(layout) {}

  BlockStyle Read(uint32_t root) {
    Visit(root);
    BlockStyle style;
    style.map = map_.value_or(style.map);
    style.list = list_.value_or(style.list);
    return style;
  }

 private:
  void Visit(uint32_t node) {
    if (map_.has_value() && list_.has_value()) return;
    const YamlNode& here = nodes_[node];
    if (here.kind == YamlNode::Kind::kSequence) {
      for (uint32_t item : here.children) Visit(item);
    }
    if (here.kind != YamlNode::Kind::kMap) return;
    for (size_t i = 0; i + 1 < here.children.size(); i += 2) {
      Measure(node, i, here.children[i + 1]);
      Visit(here.children[i + 1]);
    }
  }

  void Measure(uint32_t map, size_t key, uint32_t value) {
    const YamlNode& node = nodes_[value];
    const bool is_list = node.kind == YamlNode::Kind::kSequence;
    if ((!is_list && node.kind != YamlNode::Kind::kMap) ||
        node.children.empty()) {
      return;
    }
    std::optional<size_t>& found = is_list ? list_ : map_;
    const auto outer = layout_.Entry(map, key);
    const auto inner = layout_.Entry(value, 0);
    if (found.has_value() || !outer.has_value() || !inner.has_value() ||
        inner->column < outer->column) {
      return;
    }
    found = inner->column - outer->column;
  }

  const YamlNodes& nodes_;
  const YamlLayout& layout_;
  std::optional<size_t> map_;
  std::optional<size_t> list_;
};

}  // namespace

BlockStyle BlockStyleOf(const YamlNodes& nodes, const YamlLayout& layout,
                        uint32_t root) {
  return StyleReader(nodes, layout).Read(root);
}

}  // namespace loom
