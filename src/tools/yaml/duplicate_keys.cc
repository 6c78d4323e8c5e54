// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/duplicate_keys.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

class DuplicateKeyFinder {
 public:
  explicit DuplicateKeyFinder(const YamlNodes& nodes) : nodes_(nodes) {}

  void Walk(uint32_t at) {
    const YamlNode& node = nodes_[at];
    if (node.kind == YamlNode::Kind::kMap) WalkMap(node);
    if (node.kind != YamlNode::Kind::kSequence) return;
    for (size_t i = 0; i < node.children.size(); ++i) {
      path_.push_back(absl::StrCat(i));
      Walk(node.children[i]);
      path_.pop_back();
    }
  }

  std::vector<DuplicateKey> found() && { return std::move(found_); }

 private:
  void WalkMap(const YamlNode& map) {
    absl::flat_hash_map<std::string, uint32_t> first;
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const YamlNode& key = nodes_[map.children[i]];
      // What is a list or a map is no key, and the reader says so.
      const bool is_merge = key.tag == "?" && key.text == "<<";
      if (key.kind == YamlNode::Kind::kScalar && !is_merge) {
        auto there = first.emplace(key.text, map.children[i]);
        if (!there.second) {
          found_.push_back({map.children[i], there.first->second, path_});
        }
      }
      path_.push_back(key.text);
      Walk(map.children[i + 1]);
      path_.pop_back();
    }
  }

  const YamlNodes& nodes_;
  NodePath path_;
  std::vector<DuplicateKey> found_;
};

}  // namespace

std::vector<DuplicateKey> DuplicateKeys(const YamlNodes& nodes, uint32_t root) {
  DuplicateKeyFinder finder(nodes);
  finder.Walk(root);
  return std::move(finder).found();
}

}  // namespace loom
