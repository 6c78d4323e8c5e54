// SPDX-License-Identifier: Apache-2.0
// Indentation follows the block maps and lists that are open while a text is
// read from top to bottom. It knows where a key, a list item or a text may
// stand; of one that may not stand there, it says why.
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
  // An entry at `column`, counted from 0. The answer is "" if it may stand
  // there, otherwise what is wrong.
  std::string Key(absl::string_view name, int column);
  std::string Item(int column);
  std::string Text(absl::string_view text, int column);

  // Says that the value of the last entry comes on the lines below.
  void Expect();
  // Says that the value of the last entry has come.
  void Fill();
  // The column of the last entry, or -1 in front of the first one.
  int column() const { return open_.empty() ? -1 : open_.back().column; }
  // Forgets all, because a document begins.
  void Clear();

 private:
  struct Level {
    int column;
    bool list;
    bool expects;  // the value of the last entry is still to come
  };

  // Closes what is deeper than `column`. Returns the column of the last one.
  std::optional<int> Leave(int column);
  // Whether a map of this column is open below the list on top.
  bool MapBelow() const;
  std::string Misplaced(absl::string_view what, int column, int siblings) const;

  std::vector<Level> open_;
  bool filled_ = false;  // the document has a value that is no map or list
};

// That `text` is a key without a colon, or without a blank behind it.
std::string WithoutColon(absl::string_view text);

}  // namespace loom
