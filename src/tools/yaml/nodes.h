// SPDX-License-Identifier: Apache-2.0
// YamlNodes is the syntax tree of a YAML file, with the location of each node. It does
// not interpret the nodes: tools/yaml/reader.h handles aliases, `<<`, duplicate keys and
// the meaning of plain scalars.
//
// If the text is not YAML, the error is reported where the author made the mistake
// (tools/yaml/mistake.h).
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
  // The tag of a scalar, and its string. A scalar without a tag has "?" if it is plain,
  // and "!" if it is quoted or a block.
  std::string tag;
  std::string text;
  // The items of a sequence, or the alternating keys and values of a map.
  std::vector<uint32_t> children;
  // The node that an alias refers to.
  uint32_t target = 0;
  // The number of bytes before the node in the file.
  size_t offset = 0;
};

class YamlNodes {
 public:
  // `name` is the name of the file. InvalidArgument: `text` is not YAML. The message is
  // `name:line:column: why`, or `name: why` if it is nested deeper than 500 levels.
  static absl::StatusOr<YamlNodes> Parse(std::string name, std::string text);

  const YamlNode& operator[](uint32_t node) const { return nodes_[node]; }
  size_t size() const { return nodes_.size(); }
  // The root of each document. Empty documents have no root and are left out.
  const std::vector<uint32_t>& roots() const { return roots_; }

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  // The bytes of a line without its line break; "" if there is no such line.
  absl::string_view Line(size_t line) const;

  // Lines and columns count from 1. Columns count characters.
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

  // Fills nodes_ and roots_ from text_. InvalidArgument: as for Parse, but the location
  // is where the parser could not continue.
  absl::Status ReadNodes();

  std::string name_;
  std::string text_;
  std::vector<size_t> lines_;  // the offset of each line
  std::vector<YamlNode> nodes_;
  std::vector<uint32_t> roots_;
};

// Finds a node of a syntax tree by the keys that lead to it, such as {"a", "1"}; if
// there is none, returns the nearest node above it. The key of a list item is its
// decimal index. Aliases are followed to their targets. If a map has duplicate keys,
// the last one wins.
uint32_t NodeAt(const YamlNodes& nodes, uint32_t root,
                absl::Span<const absl::string_view> path);

// Returns the index of a key among the children of a map; nullopt if there is none.
std::optional<size_t> KeyIndex(const YamlNodes& nodes, uint32_t map,
                               absl::string_view name);

// Returns the path as messages show it: {"spec", "zones", "1", "name"} becomes
// spec.zones[1].name.
std::string PathText(const std::vector<std::string>& path);

// Returns whether `path` is `outer` or leads to a value inside it.
bool IsWithin(absl::string_view path, absl::string_view outer);

using NodePath = std::vector<std::string>;

// A NodeRemark is a message to the author about a conversion, with its location in the
// document. A refusal says why something is not converted. A note says what may be
// different after the conversion.
//
// A remark about a problem in an input has the path of that input, and in `place` the
// path of the problem in it, as its message has it: resources[1].name. A remark about a
// part of a string, such as a template, has the offset of the part in the document.
struct NodeRemark {
  NodePath path;
  std::string message;
  std::string help = {};
  std::string place = {};
  std::optional<size_t> offset = {};
};

struct NodeRemarks {
  std::vector<NodeRemark> notes;
  std::vector<NodeRemark> refusals;
};

// Returns the path with more keys at its end: Below({"spec"}, {"mode"}).
inline NodePath Below(NodePath path, const NodePath& members) {
  path.insert(path.end(), members.begin(), members.end());
  return path;
}

}  // namespace loom
