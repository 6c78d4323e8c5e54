// SPDX-License-Identifier: Apache-2.0
// YamlLayout says where the nodes of a YAML text end, which lines belong to an
// entry of a block collection, and where the comments are. yaml-cpp reports
// only where nodes begin. It is for changing a text in place.
//
//   a: 1            the entry a is line 1
//   # about b       the entry b is lines 2 to 4
//   b:
//     - x           the only entry of the list is line 4
//
// An entry is a member of a block map or an item of a block list. It has its
// lines, with the comment lines and blank lines before it. Of the comment lines
// between two entries, those that are indented deeper than the second one belong
// to what precedes, up to the first one that is not. Behind the last entry of a
// collection, lines that are indented less belong to the collections around it.
//
//   LOOM_ASSIGN_OR_RETURN(YamlNodes nodes,
//                         YamlNodes::Parse("xr.yaml", "a: [1, 2] # two"));
//   YamlLayout layout(nodes);
//   size_t end = layout.End(nodes[nodes.roots()[0]].children[1]);     // 9
//
// An entry whose line begins with something else than spaces, such as the second
// dash in `- - x`, has no lines of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct TextRange {
  size_t begin = 0;
  size_t end = 0;
};

// A member of a block map or an item of a block list.
struct BlockEntry {
  TextRange lines;  // with the comments that belong to it
  size_t begin;     // of the key or the dash
  size_t column;    // of the same, in bytes
};

class YamlLayout {
 public:
  // The nodes must outlive the layout.
  explicit YamlLayout(const YamlNodes& nodes);

  // The offset behind the last byte of a node. Of a missing value, the offset
  // behind the colon or dash.
  size_t End(uint32_t node) const { return ends_[node]; }

  // Whether a map or list is written with braces or brackets.
  bool IsFlow(uint32_t node) const;
  // Where the text of a node begins, behind its anchor and tag.
  size_t Content(uint32_t node) const;

  // The entry of the child `index` of a block collection: an item, or the key of
  // a member. nullopt: the collection is in flow style, or the entry has no
  // lines of its own.
  std::optional<BlockEntry> Entry(uint32_t collection, size_t index) const;

  // All comments in their order, from `#` to the end of the line.
  const std::vector<TextRange>& comments() const { return comments_; }

 private:
  friend class LayoutBuilder;
  size_t LineStart(size_t at) const;
  size_t NextLine(size_t at) const;
  bool IsComment(size_t at) const;
  size_t LeadOf(size_t begin) const;
  size_t TrailOf(size_t end, size_t column) const;

  const YamlNodes& nodes_;
  std::vector<size_t> ends_;
  std::vector<size_t> dashes_;  // of each item of a block list, by its node
  std::vector<TextRange> scalars_;
  std::vector<TextRange> comments_;
};

// LayoutBuilder walks a syntax tree in the order of its text and finds where each
// node ends, for YamlLayout.
//
//   'it''s'       ends behind the closing quote
//   |             ends behind the last line of the block
//   two  words    ends where as many characters have passed as its text has
//   [a, b]        ends behind its bracket
//   a list        ends where its last item ends

// The position behind all that may precede the text of a node: a tag, an anchor,
// space and comments.
size_t SkipProperties(absl::string_view text, size_t at);

class LayoutBuilder {
 public:
  LayoutBuilder(const YamlNodes& nodes, std::vector<size_t>* ends,
                std::vector<size_t>* dashes, std::vector<TextRange>* scalars)
      : nodes_(nodes),
        text_(nodes.text()),
        ends_(*ends),
        dashes_(*dashes),
        scalars_(*scalars) {}

  void Build();

 private:
  // `behind`: the offset behind what precedes the node, which is where a missing
  // value ends. `indent`: the column of the block collection around it, or -1.
  void Visit(uint32_t node, size_t behind, int indent);
  void VisitChildren(uint32_t node, size_t behind, int indent);
  void VisitItems(uint32_t node, size_t behind);
  void VisitMembers(uint32_t node, size_t behind, int indent);
  size_t EndOfScalar(const YamlNode& node, size_t behind, int indent);
  size_t EndOfBlock(const YamlNode& node, size_t at, int indent) const;
  size_t EndOfPlain(absl::string_view words, size_t at) const;
  size_t EndOfQuoted(size_t at) const;
  int Column(size_t at) const;

  const YamlNodes& nodes_;
  absl::string_view text_;
  std::vector<size_t>& ends_;
  std::vector<size_t>& dashes_;
  std::vector<TextRange>& scalars_;
};

}  // namespace loom
