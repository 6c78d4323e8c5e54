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
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

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

}  // namespace loom
