// SPDX-License-Identifier: Apache-2.0
// YamlLayout finds where the nodes of a YAML file end, which lines belong to an entry
// of a block collection, and where the comments are. libyaml reports only where nodes
// begin. The layout is used to change a file in-place.
//
//   a: 1            the entry a is line 1
//   # about b       the entry b is lines 2 to 4
//   b:
//     - x           the only entry of the list is line 4
//
// An entry is a field of a block map or an item of a block list. It includes its lines,
// and the comment lines and blank lines before it. Comment lines between two entries
// belong to the first entry if they are indented deeper than the second, up to the
// first line that is not. After the last entry of a collection, lines that are indented
// less belong to the collections around it.
//
// An entry whose line begins with anything but spaces, such as the second dash in `- -
// x`, has no lines of its own.
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

// A field of a block map or an item of a block list.
struct BlockEntry {
  TextRange lines;  // with the comments that belong to it
  size_t begin;     // of the key or the dash
  size_t column;    // of the same, in bytes
};

class YamlLayout {
 public:
  // The nodes must outlive the layout.
  explicit YamlLayout(const YamlNodes& nodes);

  // Returns the offset after the last byte of a node; for a missing value, the offset
  // after the colon or dash.
  size_t End(uint32_t node) const { return ends_[node]; }

  // Returns whether a map or list is written with braces or brackets.
  bool IsFlow(uint32_t node) const;
  // Returns where the content of a node begins, after its anchor and tag.
  size_t Content(uint32_t node) const;

  // Returns the entry of the child `index` of a block collection: an item, or the key
  // of a field. nullopt: the collection is in flow style, or the entry has no lines of
  // its own.
  std::optional<BlockEntry> Entry(uint32_t collection, size_t index) const;

  // Returns all comments in order, from `#` to the end of the line.
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
  std::vector<size_t> dashes_;  // of each item of a block list, by node
  std::vector<TextRange> scalars_;
  std::vector<TextRange> comments_;
};

// Returns the position after everything that may precede the content of a node: a tag,
// an anchor, spaces and comments.
size_t SkipProperties(absl::string_view text, size_t at);

// LayoutBuilder walks a syntax tree in document order and finds where each node ends,
// for YamlLayout: a string after its closing quote, a block after its last line, a list
// in brackets after its bracket, and any other list where its last item ends.
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
  // `behind` is the offset after what precedes the node, which is where a missing value
  // ends. `indent` is the column of the block collection around it, or -1.
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
