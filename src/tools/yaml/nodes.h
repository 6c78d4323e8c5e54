// SPDX-License-Identifier: Apache-2.0
// YamlNodes is the syntax tree of a YAML text, in which each node has its place
// in the text. It holds what the parser of yaml-cpp reports, without
// interpreting it: aliases, `<<`, equal keys and the meaning of plain scalars
// are left to tools/yaml/reader.h.
//
//   LOOM_ASSIGN_OR_RETURN(YamlNodes nodes,
//                         YamlNodes::Parse("xr.yaml", "a: [1]"));
//   const YamlNode& map = nodes[nodes.roots()[0]];
//   const YamlNode& list = nodes[map.children[1]];
//   std::string place = nodes.Place(list.offset);     // "xr.yaml:1:4"
//
// What yaml-cpp refuses is reported where the author made the mistake
// (tools/yaml/mistake.h). So is some of what yaml-cpp lets pass and go-yaml does
// not, such as a quote that is never closed, a tab in the indentation and
// control characters:
//
//   xr.yaml:3:1: a tab cannot indent; use spaces
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

struct YamlNode {
  enum class Kind : uint8_t { kScalar, kSequence, kMap, kAlias };

  Kind kind = Kind::kScalar;
  // Of a scalar: its tag as yaml-cpp reports it, which is "?" for a plain
  // scalar without a tag and "!" for a quoted or block scalar without one; and
  // its text.
  std::string tag;
  std::string text;
  // The items of a sequence; of a map, a key and its value in turn.
  std::vector<uint32_t> children;
  // The node that an alias stands for.
  uint32_t target = 0;
  // The bytes of the text in front of the node.
  size_t offset = 0;
};

class YamlNodes {
 public:
  // `name` is the name of the file. InvalidArgument: the text is no YAML; the
  // message is `name:line:column: why`.
  static absl::StatusOr<YamlNodes> Parse(std::string name, std::string text);

  const YamlNode& operator[](uint32_t node) const { return nodes_[node]; }
  size_t size() const { return nodes_.size(); }
  // The root of each document. Empty documents have none and are left out.
  const std::vector<uint32_t>& roots() const { return roots_; }

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  // The bytes of a line without its line break; "" if there is no such line.
  absl::string_view Line(size_t line) const;

  // Line and column count from 1, the column in characters.
  struct LineAndColumn {
    size_t line;
    size_t column;
  };
  LineAndColumn At(size_t offset) const;

  // `name:line:column`.
  std::string Place(size_t offset) const;
  // `line:column`.
  std::string LineColumn(size_t offset) const;
  // InvalidArgument with the message `name:line:column: why`.
  absl::Status Error(size_t offset, absl::string_view why) const;

 private:
  friend class YamlNodeBuilder;
  YamlNodes() = default;

  // Fills nodes_ and roots_ from text_. InvalidArgument: as for Parse, but with
  // the place at which the parser could not go on.
  absl::Status ReadNodes();

  std::string name_;
  std::string text_;
  std::vector<size_t> lines_;  // the offset of each line
  std::vector<YamlNode> nodes_;
  std::vector<uint32_t> roots_;
};

// NodeAt finds a node of a syntax tree by the names of the members that lead to
// it. An item of a list is named by its decimal index, and an alias stands for
// its target. Of equal keys the last one counts.
//
//   LOOM_ASSIGN_OR_RETURN(YamlNodes nodes,
//                         YamlNodes::Parse("xr.yaml", "a: [1, 2]"));
//   uint32_t second = NodeAt(nodes, nodes.roots()[0], {"a", "1"});
//
// A path that leads nowhere, such as {"a", "7"}, gives the nearest node above.
uint32_t NodeAt(const YamlNodes& nodes, uint32_t root,
                absl::Span<const absl::string_view> path);

// The index, among the children of a map, of the key of that name. nullopt: it
// has no such key, or the node is no map.
std::optional<size_t> KeyIndex(const YamlNodes& nodes, uint32_t map,
                               absl::string_view name);

// The path as messages have it: {"spec", "zones", "1", "name"} is
// spec.zones[1].name.
std::string PathText(const std::vector<std::string>& path);

// A NodeRemark is what an author is told of a conversion, with the place in the
// document: a refusal, which is why something is not converted, or a note, which
// is what may be different afterwards.
//
//   {{"spec", "resources", "1"}, "the resource has no name", "name it …"}

using NodePath = std::vector<std::string>;

struct NodeRemark {
  NodePath path;
  std::string message;
  std::string help = {};
};

struct NodeRemarks {
  std::vector<NodeRemark> notes;
  std::vector<NodeRemark> refusals;
};

// The path with more members: Below({"spec"}, {"mode"}).
inline NodePath Below(NodePath path, const NodePath& members) {
  path.insert(path.end(), members.begin(), members.end());
  return path;
}

}  // namespace loom
