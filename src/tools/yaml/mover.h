// SPDX-License-Identifier: Apache-2.0
// Mover moves entries of block collections to the end of other ones, in the text
// of a document. The lines of an entry keep their bytes and are shifted to the
// column of where they go. Comments that stand between moved entries, or beside
// what is dropped, become lines in front of the next moved entry.
//
//   Mover mover(nodes, layout, &surgery);
//   std::optional<Mover::End> end = mover.EndOf(input);
//   std::vector<Mover::Move> moves;
//   mover.Add(step_input, key, *end, &moves);
//   mover.Cut(lines_of_step, std::move(moves), *end);
//
// Add and EndOf fail for what has no lines of its own, as in flow style.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/surgery.h"

namespace loom {

class Mover {
 public:
  // The end of a collection.
  struct End {
    size_t at;      // the beginning of the line behind it
    size_t owner;   // where the collection begins
    size_t column;  // of its entries
  };
  struct Move {
    TextRange lines;
    size_t column;
    End to;
  };

  Mover(const YamlNodes& nodes, const YamlLayout& layout, Surgery* surgery)
      : nodes_(nodes), layout_(layout), surgery_(*surgery) {}

  // nullopt: the collection is empty or in flow style.
  std::optional<End> EndOf(uint32_t collection) const;

  // Adds the move of an entry, which `index` names as in YamlLayout::Entry.
  // false: it has no lines of its own.
  bool Add(uint32_t collection, size_t index, const End& to,
           std::vector<Move>* moves) const;

  // Removes the lines and inserts what moves out of them. `otherwise` is where
  // comments go if nothing moves.
  void Cut(TextRange lines, std::vector<Move> moves, const End& otherwise);

  // The comment lines that Cut writes for the comments in a part of the text.
  std::vector<Surgery::Piece> Comments(TextRange part, size_t column) const;

 private:
  const YamlNodes& nodes_;
  const YamlLayout& layout_;
  Surgery& surgery_;
};

}  // namespace loom
