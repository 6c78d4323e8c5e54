// SPDX-License-Identifier: Apache-2.0
// SectionLines writes the sections `dependencies` and `readiness`, and `ttl`, of a
// native step. They replace steps of function-sequencer and function-auto-ready. The
// comment of a rule is moved before the entries that replace the rule.
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

#include "tools/convert/sequences.h"
#include "tools/yaml/block_style.h"
#include "tools/yaml/edit.h"

namespace loom {

class SectionLines {
 public:
  // `edit` has the document that is converted. `column` is where the fields of the
  // native input begin.
  SectionLines(const YamlEdit& edit, size_t column)
      : edit_(edit),
        column_(column),
        style_(BlockStyleOf(edit.nodes(), edit.layout(), *edit.NodeAt({}))) {}

  // Add the replacement of the step whose input is `value`, at `input` of the document.
  // `dropped` are the lines that are removed.
  void AddSequencer(const Value* value, const NodePath& input,
                    const std::vector<TextRange>& dropped);
  void AddAutoReady(const Value* value, const NodePath& input,
                    const std::vector<TextRange>& dropped);

  // Returns all sections, in the order of their first steps, and `ttl` unless it is "".
  std::string Finish(const std::string& ttl) &&;

 private:
  struct Section {
    std::string name;
    std::string lines;
  };
  // The comments of the removed lines, which are taken one after the other.
  struct Comments {
    std::vector<TextRange> all;
    size_t taken = 0;
  };

  std::string& LinesOf(const std::string& section);
  Comments CommentsIn(const std::vector<TextRange>& dropped) const;
  // Takes the comments that begin before that offset, as lines.
  void Take(size_t until, size_t column, Comments* comments,
            std::string* lines) const;
  // Returns the range of a rule, which is an item of a list or a field of a map.
  TextRange RuleRange(const NodePath& rule) const;
  std::string EntryText(const SequenceEntry& entry, bool is_v1,
                        const NodePath& rules) const;
  std::string NameText(const SequenceName& name,
                       const NodePath& sequence) const;
  // Returns a string as written at the path if it is on one line there, otherwise with
  // the quotes that it needs.
  std::string SameText(const NodePath& path, const std::string& text) const;

  const YamlEdit& edit_;
  const size_t column_;
  const BlockStyle style_;
  std::vector<Section> sections_;
};

}  // namespace loom
