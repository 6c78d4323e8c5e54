// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/node_path.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The child of that name or index, or the node itself if there is none.
uint32_t Descend(const YamlNodes& nodes, uint32_t at, absl::string_view step) {
  while (nodes[at].kind == YamlNode::Kind::kAlias) at = nodes[at].target;
  const YamlNode& node = nodes[at];
  if (node.kind == YamlNode::Kind::kSequence) {
    size_t index = 0;
    bool found = absl::SimpleAtoi(step, &index) && index < node.children.size();
    return found ? node.children[index] : at;
  }
  std::optional<size_t> key = KeyIndex(nodes, at, step);
  return key.has_value() ? node.children[*key + 1] : at;
}

}  // namespace

std::optional<size_t> KeyIndex(const YamlNodes& nodes, uint32_t map,
                               absl::string_view name) {
  const YamlNode& node = nodes[map];
  std::optional<size_t> found;
  if (node.kind != YamlNode::Kind::kMap) return found;
  for (size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const YamlNode& key = nodes[node.children[i]];
    if (key.kind == YamlNode::Kind::kScalar && key.text == name) found = i;
  }
  return found;
}

uint32_t NodeAt(const YamlNodes& nodes, uint32_t root,
                absl::Span<const absl::string_view> path) {
  for (absl::string_view step : path) root = Descend(nodes, root, step);
  return root;
}

std::string PathText(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& step : path) {
    const bool index =
        !step.empty() && absl::c_all_of(step, absl::ascii_isdigit);
    if (index) {
      absl::StrAppend(&text, "[", step, "]");
    } else {
      absl::StrAppend(&text, text.empty() ? "" : ".", step);
    }
  }
  return text;
}

}  // namespace loom
