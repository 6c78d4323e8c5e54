// SPDX-License-Identifier: Apache-2.0
// Changing the text of a YAML document in place, so that order and comments stay:
// Surgery removes and inserts parts, Mover moves entries of block collections, and a
// Fill writes one member.
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

// Surgery changes a text without touching the bytes that are not meant: it
// replaces ranges, removes lines and inserts lines from elsewhere in the same
// text, shifted to another column. Changes inside a range go with it wherever it
// is moved.
//
//   Surgery surgery("a:\n  x: 1\nb:\n  y: 2\n");
//   surgery.Cut({10, 20});                                    // all of b
//   surgery.Insert(10, 3, {Surgery::Lines({13, 20}, 0)});      // its y, into a
//   surgery.Replace({5, 6}, "z");
//   std::string text = surgery.Text();        // "a:\n  z: 1\n  y: 2\n"
//
// Lines that are shifted to the left lose spaces only. A range that begins or
// ends inside a replaced one is not defined; the caller parses the result again.
class Surgery {
 public:
  // What is inserted: text, or lines of the old text.
  struct Piece {
    std::string text;
    TextRange lines;
    int shift = 0;
  };
  static Piece Text(std::string text) { return {std::move(text), {}, 0}; }
  static Piece Lines(TextRange lines, int shift) { return {"", lines, shift}; }

  // The text must outlive the surgery.
  explicit Surgery(absl::string_view text) : text_(text) {}

  void Replace(TextRange range, std::string text);
  void Cut(TextRange lines);
  // Inserts lines at `at`, the beginning of the line behind a collection that
  // begins at `owner`. They go with the collection when it is moved. At one place
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
  // The lines of a range with the edits in it.
  std::string Render(TextRange range) const;
  static std::string Shifted(absl::string_view lines, int shift);

  absl::string_view text_;
  std::vector<Edit> edits_;
};

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

// A Fill writes one member into a map of a document, in the text and in the
// tree. It may stand in place of a member that goes.
//
//   {{"spec", "resources", "0", "patches", "1"}, "type", "PatchSet"}
//     type: PatchSet becomes the first member of that patch
//   {…, "toFieldPath", "MergeObjects", .replaces = "mergeOptions"}
//     toFieldPath: MergeObjects stands where mergeOptions was
//
// `value` is YAML of one line. A Fill whose path leads nowhere is an error of the
// caller.

struct Fill {
  NodePath path;
  std::string name;
  std::string value;
  std::string replaces = {};
  bool last = false;  // behind the other members
};

// A text as a value of a Fill: with quotes if it needs them.
std::string FillText(const std::string& text);

// Changes the tree `document`.
absl::Status FillTree(const std::vector<Fill>& fills, Value* document,
                      Pool* pool);

// Changes the text of the document whose root is `root`.
void FillInText(const std::vector<Fill>& fills, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t root, Surgery* surgery);

// WithBreaksOf gives a text the line breaks of the text that it was made of: if the first
// line of that one ends in CR LF, all lines do.
//
//   std::string text = WithBreaksOf("a: 1\r\n", "a: 1\r\nb: 2\n");
//   // "a: 1\r\nb: 2\r\n"
std::string WithBreaksOf(absl::string_view before, std::string text);

}  // namespace loom
