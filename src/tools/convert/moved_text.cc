// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/moved_text.h"

#include <optional>
#include <utility>

#include "tools/yaml/nodes.h"

namespace loom {

bool IsHead(absl::string_view member) {
  return member == "apiVersion" || member == "kind" || member == "metadata";
}

void RenameEnvironment(const DocumentText& document, uint32_t input) {
  const YamlNodes& nodes = document.nodes;
  std::optional<size_t> spec = KeyIndex(nodes, input, "spec");
  if (!spec.has_value()) return;
  RenameKey(document, nodes[input].children[*spec + 1], "environmentConfigs",
            "configs");
  RenameKey(document, input, "spec", "environment");
}

void MovedText::Own(uint32_t input) {
  const YamlNode& map = nodes_[input];
  for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
    Own(nodes_[map.children[i]].text, map.children[i + 1]);
  }
}

void MovedText::Own(std::string name, uint32_t value) {
  if (name == "spec") name = "environment";
  owned_.emplace(name, value);
  if (name != "environment") return;
  const YamlNode& map = nodes_[value];
  if (map.kind != YamlNode::Kind::kMap) return;
  for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
    std::string member = nodes_[map.children[i]].text;
    if (member == "environmentConfigs") member = "configs";
    owned_.emplace("environment." + member, map.children[i + 1]);
  }
}

bool MovedText::Unwrap(uint32_t input) {
  owned_.erase("environment");
  std::optional<size_t> spec = KeyIndex(nodes_, input, "spec");
  if (!spec.has_value()) return true;
  std::optional<BlockEntry> entry = document_.layout.Entry(input, *spec);
  Moves moves;
  if (!entry.has_value() ||
      !MoveExtra(nodes_[input].children[*spec + 1], &moves)) {
    return false;
  }
  mover_.Cut(entry->lines, std::move(moves), end_);
  return true;
}

bool MovedText::MoveStep(const TextRange& lines, uint32_t input,
                         bool is_environment) {
  const YamlNode& map = nodes_[input];
  if (map.kind != YamlNode::Kind::kMap) return false;
  if (is_environment && !owned_.contains("environment")) {
    RenameEnvironment(document_, input);
  }
  Moves moves;
  for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
    if (IsHead(nodes_[map.children[i]].text)) continue;
    if (!MoveMember(is_environment, input, i, &moves)) return false;
  }
  mover_.Cut(lines, std::move(moves), end_);
  return true;
}

bool MovedText::MoveMember(bool is_environment, uint32_t input, size_t key,
                           Moves* moves) {
  std::string name = nodes_[nodes_[input].children[key]].text;
  uint32_t value = nodes_[input].children[key + 1];
  if (name == "spec" && !is_environment) return MoveExtra(value, moves);
  if (name == "spec") name = "environment";
  auto owned = owned_.find(name);
  if (owned == owned_.end()) {
    Own(name, value);
    return mover_.Add(input, key, end_, moves);
  }
  if (name == "environment") return MoveEnvironment(value, moves);
  return MoveItems(name, value, owned->second, moves);
}

// Moves the fields of a second `environment` to the end of the first one.
bool MovedText::MoveEnvironment(uint32_t from, Moves* moves) {
  std::optional<Mover::End> end = mover_.EndOf(owned_.at("environment"));
  const YamlNode& map = nodes_[from];
  if (map.kind != YamlNode::Kind::kMap) return false;
  for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
    std::string name = nodes_[map.children[i]].text;
    if (name == "environmentConfigs") name = "configs";
    auto owned = owned_.find("environment." + name);
    if (owned == owned_.end()) {
      if (!end.has_value() || !mover_.Add(from, i, *end, moves)) return false;
      owned_.emplace("environment." + name, map.children[i + 1]);
    } else if (name == "configs") {
      if (!MoveItems(name, map.children[i + 1], owned->second, moves)) {
        return false;
      }
    }
  }
  return true;
}

bool MovedText::MoveExtra(uint32_t spec, Moves* moves) {
  const YamlNode& map = nodes_[spec];
  if (map.kind != YamlNode::Kind::kMap) return false;
  for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
    const std::string& name = nodes_[map.children[i]].text;
    if (name == "policy" || name == "context") continue;
    auto owned = owned_.find(name);
    bool moved = owned == owned_.end() ? mover_.Add(spec, i, end_, moves)
                                       : MoveItems(name, map.children[i + 1],
                                                   owned->second, moves);
    if (!moved) return false;
    owned_.emplace(name, map.children[i + 1]);
  }
  return true;
}

bool MovedText::MoveItems(const std::string& name, uint32_t from, uint32_t to,
                          Moves* moves) const {
  std::optional<Mover::End> end = mover_.EndOf(to);
  if (!end.has_value() || nodes_[from].kind != YamlNode::Kind::kSequence ||
      nodes_[to].kind != YamlNode::Kind::kSequence) {
    return false;
  }
  for (size_t i = 0; i < nodes_[from].children.size(); ++i) {
    if (name == "patchSets" && HasNamed(to, nodes_[from].children[i])) continue;
    if (!mover_.Add(from, i, *end, moves)) return false;
  }
  return true;
}

// Whether the list has an item of the same name.
bool MovedText::HasNamed(uint32_t list, uint32_t item) const {
  auto name = [this](uint32_t node) {
    std::optional<size_t> key = KeyIndex(nodes_, node, "name");
    return key.has_value() ? nodes_[nodes_[node].children[*key + 1]].text : "";
  };
  for (uint32_t other : nodes_[list].children) {
    if (name(other) == name(item)) return true;
  }
  return false;
}

}  // namespace loom
