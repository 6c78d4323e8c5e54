// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/yaml/layout.h"

namespace loom {

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

}  // namespace loom
