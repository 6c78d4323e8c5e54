// SPDX-License-Identifier: Apache-2.0
#include "convert/native_text.h"

#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "convert/native_tree.h"
#include "edit/mover.h"
#include "yaml/node_path.h"

namespace loom {
namespace {

NodePath StepPath(size_t index) {
  return {"spec", "pipeline", absl::StrCat(index)};
}

bool IsHead(absl::string_view member) {
  return member == "apiVersion" || member == "kind" || member == "metadata";
}

// Makes one native step of a run.
class RunText {
 public:
  RunText(const Run& run, const std::string& function,
          const DocumentText& document)
      : run_(run),
        function_(function),
        document_(document),
        nodes_(document.nodes),
        mover_(document.nodes, document.layout, &document.surgery) {}

  std::optional<NodeRemark> Convert() {
    if (!Head()) return Stuck(run_.first);
    uint32_t input = NodeAt(document_, InputPath(run_.first));
    bool unwraps = Group(run_.first) == "extra-resources.fn.crossplane.io";
    if (run_.count == 1 && !unwraps) return std::nullopt;
    std::optional<Mover::End> end = mover_.EndOf(input);
    if (!end.has_value()) return Stuck(run_.first);
    end_ = *end;
    Own(input);
    if (unwraps && !Unwrap(input)) return Stuck(run_.first);
    for (size_t i = run_.first + 1; i < run_.first + run_.count; ++i) {
      if (!MoveStep(i)) return Stuck(i);
    }
    return std::nullopt;
  }

 private:
  using Moves = std::vector<Mover::Move>;

  NodePath InputPath(size_t step) const {
    return Below(StepPath(step), {"input"});
  }

  std::optional<NodeRemark> Stuck(size_t step) const {
    return NodeRemark{
        StepPath(step),
        "a map or list of this step that has to be taken apart is in "
        "flow style, empty, or an alias"};
  }

  std::string Group(size_t step) const {
    uint32_t version =
        NodeAt(document_, Below(InputPath(step), {"apiVersion"}));
    const std::string& text = nodes_[version].text;
    return text.substr(0, text.find('/'));
  }
  bool IsEnvironment(size_t step) const {
    return Group(step) == "environmentconfigs.fn.crossplane.io";
  }

  // The members of the first step that stay where they are.
  bool Head() {
    NodePath step = StepPath(run_.first), input = InputPath(run_.first);
    uint32_t map = NodeAt(document_, input);
    if (KeyIndex(nodes_, map, "kind").has_value() &&
        !ReplaceScalar(document_, Below(input, {"kind"}), "Input")) {
      return false;
    }
    if (IsEnvironment(run_.first)) RenameEnvironment(map);
    return ReplaceScalar(document_, Below(step, {"step"}), run_.name) &&
           ReplaceScalar(document_, Below(step, {"functionRef", "name"}),
                         function_) &&
           ReplaceScalar(document_, Below(input, {"apiVersion"}),
                         std::string(kNativeVersion));
  }

  void RenameEnvironment(uint32_t input) {
    std::optional<size_t> spec = KeyIndex(nodes_, input, "spec");
    if (!spec.has_value()) return;
    RenameKey(document_, nodes_[input].children[*spec + 1],
              "environmentConfigs", "configs");
    RenameKey(document_, input, "spec", "environment");
  }

  // Notes the sections that an input brings, by the names that they get.
  void Own(uint32_t input) {
    const YamlNode& map = nodes_[input];
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      Own(nodes_[map.children[i]].text, map.children[i + 1]);
    }
  }
  void Own(std::string name, uint32_t value) {
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

  // Takes the members of the first step's `spec` out of it.
  bool Unwrap(uint32_t input) {
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

  bool MoveStep(size_t step) {
    uint32_t pipeline = NodeAt(document_, {"spec", "pipeline"});
    uint32_t input = NodeAt(document_, InputPath(step));
    const YamlNode& map = nodes_[input];
    std::optional<BlockEntry> entry = document_.layout.Entry(pipeline, step);
    if (!entry.has_value() || map.kind != YamlNode::Kind::kMap) return false;
    if (IsEnvironment(step) && !owned_.contains("environment")) {
      RenameEnvironment(input);
    }
    Moves moves;
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const std::string& name = nodes_[map.children[i]].text;
      if (!IsHead(name) && !MoveMember(step, input, i, &moves)) return false;
    }
    mover_.Cut(entry->lines, std::move(moves), end_);
    return true;
  }

  bool MoveMember(size_t step, uint32_t input, size_t key, Moves* moves) {
    std::string name = nodes_[nodes_[input].children[key]].text;
    uint32_t value = nodes_[input].children[key + 1];
    if (name == "spec" && !IsEnvironment(step)) return MoveExtra(value, moves);
    if (name == "spec") name = "environment";
    auto owned = owned_.find(name);
    if (owned == owned_.end()) {
      Own(name, value);
      return mover_.Add(input, key, end_, moves);
    }
    if (name == "environment") return MoveEnvironment(value, moves);
    return MoveItems(name, value, owned->second, moves);
  }

  // The members of a second `environment` go to the end of the first one.
  bool MoveEnvironment(uint32_t from, Moves* moves) {
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

  bool MoveExtra(uint32_t spec, Moves* moves) {
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

  bool MoveItems(const std::string& name, uint32_t from, uint32_t to,
                 Moves* moves) {
    std::optional<Mover::End> end = mover_.EndOf(to);
    if (!end.has_value() || nodes_[from].kind != YamlNode::Kind::kSequence ||
        nodes_[to].kind != YamlNode::Kind::kSequence) {
      return false;
    }
    for (size_t i = 0; i < nodes_[from].children.size(); ++i) {
      if (name == "patchSets" && HasNamed(to, nodes_[from].children[i]))
        continue;
      if (!mover_.Add(from, i, *end, moves)) return false;
    }
    return true;
  }

  // Whether the list has an item of the same name.
  bool HasNamed(uint32_t list, uint32_t item) const {
    auto name = [this](uint32_t node) {
      std::optional<size_t> key = KeyIndex(nodes_, node, "name");
      return key.has_value() ? nodes_[nodes_[node].children[*key + 1]].text
                             : "";
    };
    for (uint32_t other : nodes_[list].children) {
      if (name(other) == name(item)) return true;
    }
    return false;
  }

  const Run& run_;
  const std::string& function_;
  const DocumentText& document_;
  const YamlNodes& nodes_;
  Mover mover_;
  Mover::End end_ = {};
  std::map<std::string, uint32_t> owned_;
};

}  // namespace

uint32_t NodeAt(const DocumentText& document, const NodePath& path) {
  std::vector<absl::string_view> steps(path.begin(), path.end());
  return NodeAt(document.nodes, document.root, steps);
}

bool ReplaceScalar(const DocumentText& document, const NodePath& path,
                   const std::string& text) {
  uint32_t node = NodeAt(document, path);
  const YamlNode& scalar = document.nodes[node];
  if (scalar.kind != YamlNode::Kind::kScalar || scalar.text.empty()) {
    return false;
  }
  document.surgery.Replace(
      {document.layout.Content(node), document.layout.End(node)},
      FillText(text));
  return true;
}

void RenameKey(const DocumentText& document, uint32_t map,
               const std::string& key, const std::string& name) {
  std::optional<size_t> index = KeyIndex(document.nodes, map, key);
  if (!index.has_value()) return;
  uint32_t node = document.nodes[map].children[*index];
  document.surgery.Replace(
      {document.layout.Content(node), document.layout.End(node)}, name);
}

std::optional<NodeRemark> ConvertStepsInText(const Chain& chain,
                                             const std::string& function,
                                             const DocumentText& document) {
  for (const Run& run : chain.runs) {
    std::optional<NodeRemark> stuck =
        RunText(run, function, document).Convert();
    if (stuck.has_value()) return stuck;
  }
  return std::nullopt;
}

std::optional<NodeRemark> RenameFunctionsInText(
    const std::vector<size_t>& steps, const std::string& function,
    const DocumentText& document) {
  for (size_t step : steps) {
    NodePath path = Below(StepPath(step), {"functionRef", "name"});
    if (!ReplaceScalar(document, path, function)) {
      return NodeRemark{StepPath(step),
                        "functionRef.name is no plain text here"};
    }
  }
  return std::nullopt;
}

}  // namespace loom
