// SPDX-License-Identifier: Apache-2.0
// ReplacedText writes the sections `dependencies` and `readiness`, and `ttl`, into the
// YAML of a native step. They replace the lines of steps of function-sequencer and
// function-auto-ready. The comment of a rule is moved before the entries that replace
// the rule.
//
//   # before the cluster           - step: order
//   - sequence: [net, cluster]       becomes, at the end of the input before it,
//
//   dependencies:
//   # before the cluster
//   - resource: cluster
//     dependsOn:
//     - resource: net
//
// A name or condition that stays the same keeps its quotes.
#pragma once

#include <string>
#include <vector>

#include "tools/convert/native_text.h"
#include "tools/convert/sequences.h"
#include "tools/yaml/block_style.h"
#include "tools/yaml/edit.h"

namespace loom {

class ReplacedText {
 public:
  // `column` is where the fields of the native input begin.
  ReplacedText(const DocumentText& document, size_t column)
      : document_(document),
        column_(column),
        style_(BlockStyleOf(document.nodes, document.layout, document.root)) {}

  // Adds the replacement of the step whose input is at `input` of the document. `cuts`
  // are the lines that are removed.
  void AddSequencer(const Value* value, const NodePath& input,
                    const std::vector<TextRange>& cuts);
  void AddAutoReady(const Value* value, const NodePath& input,
                    const std::vector<TextRange>& cuts);

  // Returns all sections, in the order of their first steps, and `ttl` unless it is "".
  std::vector<Surgery::Piece> Finish(const std::string& ttl) &&;

 private:
  struct Section {
    std::string name;
    std::vector<Surgery::Piece> pieces;
  };
  // The comments of the removed lines, which are taken one after the other.
  struct Comments {
    std::vector<TextRange> all;
    size_t taken = 0;
  };

  Section& SectionOf(const std::string& name);
  Comments CommentsIn(const std::vector<TextRange>& cuts) const;
  // Takes the comments that begin before that offset, as lines.
  void Take(size_t until, size_t column, Comments* comments,
            Section* section) const;
  // Returns the range of the rule with that number: an item of a list, or a field of a
  // map.
  TextRange RuleRange(uint32_t rules, size_t number) const;
  std::string EntryText(const SequenceEntry& entry, bool is_v1,
                        const NodePath& rules) const;
  std::string NameText(const SequenceName& name,
                       const NodePath& sequence) const;
  // Returns a string as written at the path if it is on one line there, otherwise with
  // the quotes that it needs.
  std::string SameText(const NodePath& path, const std::string& text) const;

  const DocumentText& document_;
  const size_t column_;
  const BlockStyle style_;
  std::vector<Section> sections_;
};

}  // namespace loom
