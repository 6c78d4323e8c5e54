// SPDX-License-Identifier: Apache-2.0
// Indentation tracks the open block maps and lists while YAML is read from top
// to bottom. It checks the column of each key, list item and scalar, and
// explains why a wrong one is not allowed.
//
//   Indentation open;
//   open.Key("spec", 0);                 // spec:
//   open.Expect();                       //            its value comes below
//   open.Key("size", 2);                 //   size: 3
//   std::string words = open.Key("name", 1);
//   // name is indented by 1, its siblings by 2
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

class Indentation {
 public:
  // Add an entry at `column`, counted from 0. Return "" if it is allowed there,
  // otherwise what is wrong.
  std::string Key(absl::string_view name, int column);
  std::string Item(int column);
  std::string Text(absl::string_view text, int column);

  // Records that the value of the last entry comes on the lines below.
  void Expect();
  // Records that the value of the last entry has come.
  void Fill();
  // Returns the column of the last entry, or -1 before the first one.
  int column() const { return open_.empty() ? -1 : open_.back().column; }
  // Resets the state at the beginning of a document.
  void Clear();

 private:
  struct Level {
    int column;
    bool list;
    bool expects;  // whether the value of the last entry is still to come
  };

  // Closes all levels deeper than `column`. Returns the column of the last one.
  std::optional<int> Leave(int column);
  // Returns whether a map at this column is open below the list on top.
  bool MapBelow() const;
  std::string Misplaced(absl::string_view what, int column, int siblings) const;

  std::vector<Level> open_;
  bool filled_ = false;  // the document has a value that is not a map or list
};

// Returns the message that `text` is a key without a colon, or without a space
// after it.
std::string WithoutColon(absl::string_view text);

}  // namespace loom
