// SPDX-License-Identifier: Apache-2.0
// ReadPieces walks a Go template and computes its actions with symbols. What is left is a
// flat list of pieces: text, values, and the beginnings and ends of blocks. Variables
// are replaced by what they stand for, and `include` by the template that it names.
//
//   {{ $n := .spec.name }}       (no text: kSilent)
//   name: {{ $n }}               kText "\nname: ", kValue composite.spec.name
//   {{- if .spec.x }}            kOpen 0
//   x: 1                         kText "\nx: 1"
//   {{- end }}                   kClose 0
//
// `if` and `with` are blocks with a condition. `range` is a block with a list. Inside of
// it, the element is called VALUE and its key KEY, which stand for themselves until it
// is known whether the loop makes resources or values (loops.h).
#pragma once

#include <string>
#include <vector>

#include "tools/convert/go_template/symbol.h"
#include "tools/convert/go_template/template_tree.h"

namespace loom {

struct Piece {
  enum class Kind { kText, kValue, kOpen, kElse, kClose, kSilent };
  Kind kind = Kind::kText;
  std::string text;
  Symbol value;
  bool assigns = false;  // of kSilent: it changes a variable of before
  bool fails = false;    // of kSilent: it is `fail`, one of the failures
  size_t block = 0;      // of kOpen, kElse and kClose
  size_t begin = 0;      // in the source
  size_t end = 0;
};

struct PieceBlock {
  bool is_loop = false;
  Symbol condition;  // unless it is a loop
  Symbol subject;    // what the condition asks for, if it is a value
  Symbol list;       // of a loop
  bool has_key = false;
  // The names of the element and its key.
  std::string value_name() const;
  std::string key_name() const;
  std::string index_name() const;  // of the round, for what counts them
  size_t number = 0;
  size_t begin = 0;
};

// A `fail`, and when it is called.
struct PieceFailure {
  Symbol condition;
  Symbol message;
  size_t begin = 0;
};

struct Pieces {
  std::vector<Piece> pieces;
  std::vector<PieceBlock> blocks;
  std::vector<PieceFailure> failures;
  bool is_cut = false;  // the template is too large, and pieces are missing
};

Pieces ReadPieces(const GoTree& tree);

}  // namespace loom
