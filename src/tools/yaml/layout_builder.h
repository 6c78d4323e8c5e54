// SPDX-License-Identifier: Apache-2.0
// LayoutBuilder walks a syntax tree in the order of its text and finds where each
// node ends, for tools/yaml/layout.h.
//
//   'it''s'       ends behind the closing quote
//   |             ends behind the last line of the block
//   two  words    ends where as many characters have passed as its text has
//   [a, b]        ends behind its bracket
//   a list        ends where its last item ends
#pragma once

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct TextRange;

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
