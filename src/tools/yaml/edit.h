// SPDX-License-Identifier: Apache-2.0
// Surgery, Mover and Fill change a YAML document in-place, so that order and comments
// stay. Surgery removes and inserts parts, Mover moves entries of block collections,
// and a Fill writes one field.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {

// Surgery changes parts of a string and leaves all other bytes unchanged: it replaces
// ranges, removes lines and inserts lines from elsewhere in the string, shifted to
// another column. Changes inside a range move with it.
//
//   Surgery surgery("a:\n  x: 1\nb:\n  y: 2\n");
//   surgery.Cut({10, 20});                                    // all of b
//   surgery.Insert(10, 3, {Surgery::Lines({13, 20}, 0)});      // its y, into a
//   std::string text = surgery.Text();        // "a:\n  x: 1\n  y: 2\n"
//
// Lines that are shifted to the left lose only spaces. The result is undefined if a
// range begins or ends inside a replaced one; the caller parses the result again.
class Surgery {
 public:
  // An insertion: a string, or lines of the old string.
  struct Piece {
    std::string text;
    TextRange lines;
    int shift = 0;
  };
  static Piece Text(std::string text) { return {std::move(text), {}, 0}; }
  static Piece Lines(TextRange lines, int shift) { return {"", lines, shift}; }

  // `text` must outlive the surgery.
  explicit Surgery(absl::string_view text) : text_(text) {}

  void Replace(TextRange range, std::string text);
  void Cut(TextRange lines);
  // Inserts lines at `at`, the beginning of the line after a collection that begins at
  // `owner`. They move with the collection. For several insertions at one position,
  // those of the inner collection come first.
  void Insert(size_t at, size_t owner, std::vector<Piece> pieces);

  std::string Text();

 private:
  struct Edit {
    TextRange range;
    size_t owner = 0;
    bool cut = false;
    std::vector<Piece> pieces;
  };
  // Returns the lines of a range with the edits in it.
  std::string Render(TextRange range) const;
  static std::string Shifted(absl::string_view lines, int shift);

  absl::string_view text_;
  std::vector<Edit> edits_;
};

// Mover moves entries of block collections to the end of other ones, in the YAML of a
// document. The lines of an entry keep their bytes and are shifted to the column of the
// target. Comments between moved entries, or next to dropped parts, become lines before
// the next moved entry.
//
//   Mover mover(nodes, layout, &surgery);
//   std::optional<Mover::End> end = mover.EndOf(input);
//   std::vector<Mover::Move> moves;
//   mover.Add(step_input, key, *end, &moves);
//   mover.Cut(lines_of_step, std::move(moves), *end);
//
// Add and EndOf fail for an entry that has no lines of its own, such as in flow style.
class Mover {
 public:
  // The end of a collection.
  struct End {
    size_t at;      // the beginning of the line after it
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

  // Returns the end of a collection. nullopt: it is empty or in flow style.
  std::optional<End> EndOf(uint32_t collection) const;

  // Adds the move of an entry; `index` is as for YamlLayout::Entry. Returns false if
  // the entry has no lines of its own.
  bool Add(uint32_t collection, size_t index, const End& to,
           std::vector<Move>* moves) const;

  // Removes the lines and inserts the entries that move out of them. `otherwise` is the
  // position for comments if nothing moves.
  void Cut(TextRange lines, std::vector<Move> moves, const End& otherwise);

  // Returns the comment lines that Cut writes for the comments in a range.
  std::vector<Surgery::Piece> Comments(TextRange part, size_t column) const;

 private:
  const YamlNodes& nodes_;
  const YamlLayout& layout_;
  Surgery& surgery_;
};

// A Fill writes one field into a map of a document, in the YAML and in the tree. It can
// replace another field.
//
//   {{"spec", "resources", "0", "patches", "1"}, "type", "PatchSet"}
//     type: PatchSet becomes the first field of that patch
//   {…, "toFieldPath", "MergeObjects", .replaces = "mergeOptions"}
//     toFieldPath: MergeObjects replaces mergeOptions
//
// `value` is YAML of one line. A Fill whose path does not exist is an error of the
// caller.
struct Fill {
  NodePath path;
  std::string name;
  std::string value;
  std::string replaces = {};
  bool last = false;  // after the other fields
};

// Returns a string as the value of a Fill, with quotes if it needs them.
std::string FillText(const std::string& text);

absl::Status FillTree(const std::vector<Fill>& fills, Value* document,
                      Pool* pool);

void FillInText(const std::vector<Fill>& fills, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t root, Surgery* surgery);

// Returns `text` with the line breaks of the original: if the first line of `before`
// ends in CR LF, all lines do.
std::string WithBreaksOf(absl::string_view before, std::string text);

}  // namespace loom
