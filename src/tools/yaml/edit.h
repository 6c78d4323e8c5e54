// SPDX-License-Identifier: Apache-2.0
// YamlEdit changes a YAML document in-place, so that order and comments stay. Each
// change is made once, at a path of the document as it was read, and has two results:
// the changed text, and the value that this text must have. To check a conversion, read
// the text again and compare it with the value.
//
//   YamlEdit edit(document, &pool);
//   edit.Rename({"a", "x"}, "z");                     // a:         a:
//   edit.Move({"b", "w"}, edit.EndOf({"a"}));         //   x: 1       z: 1
//   edit.Dissolve({"b"}, edit.EndOf({"a"}));          // b: # of b    # of b
//   std::string text = edit.Text();                   //   w: 2       w: 2
//   Value value = edit.NewValue();      // {"a": {"z": 1, "w": 2}}
//
// The lines of an entry that moves keep their bytes and are shifted to the column of
// its new position; lines that are shifted to the left lose only spaces. A part with
// braces or brackets, or an alias, has no lines that could move. The edit is then stuck:
// its text is not usable, but its value still is. The value and the text also differ if
// an anchor is used both inside and outside the part that changes.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom {

// A Fill writes one field into a map of a document. It can replace another field.
//
//   {{"spec", "resources", "0", "patches", "1"}, "type", "PatchSet"}
//     type: PatchSet becomes the first field of that patch
//   {…, "toFieldPath", "MergeObjects", .replaces = "mergeOptions"}
//     toFieldPath: MergeObjects replaces mergeOptions
//
// `value` is YAML of one line.
struct Fill {
  NodePath path;
  std::string name;
  std::string value;
  std::string replaces = {};
  bool last = false;  // after the other fields
};

class YamlEdit {
 public:
  // Where entries are written. What is written at one position comes in the order of the
  // calls. To write into an entry that was itself written there, add its path to `below`
  // and set `column` to that of its entries.
  struct Place {
    size_t slot;
    size_t column;
    NodePath below = {};
  };

  // The document and the pool must outlive the edit.
  YamlEdit(const YamlDocument& document, Pool* pool);

  const YamlNodes& nodes() const { return nodes_; }
  const YamlLayout& layout() const { return layout_; }
  // Return the value at the path, its node, which may be an alias, and its lines.
  // nullptr, nullopt: there is none in the value, in the text, or with its own lines.
  const Value* ValueAt(const NodePath& path) const;
  std::optional<uint32_t> NodeAt(const NodePath& path) const;
  std::optional<BlockEntry> EntryAt(const NodePath& path) const;

  // Replace a value by YAML of one line, or a string by another. Stuck if there is no
  // such value in the text.
  void Replace(const NodePath& path, const std::string& yaml);
  void ReplaceScalar(const NodePath& path, const std::string& text);
  // Changes the key of a field, if there is such a field.
  void Rename(const NodePath& path, const std::string& name);
  void Add(const Fill& fill);

  // The end of a collection. Stuck, when something is written there, if the collection
  // is empty, an alias or in flow style.
  Place EndOf(const NodePath& collection);
  // The position before the first of some fields of a map, below the blank lines there.
  Place Before(const NodePath& map, const std::vector<std::string>& fields);

  // Gets stuck if nothing can be written there.
  void Need(const Place& place);
  // Writes lines, which are entries of the collection there.
  void Write(const Place& place, const std::string& lines);
  // Moves an entry.
  void Move(const NodePath& path, const Place& to);
  // Removes what is left of an entry whose parts were moved. Its comments become lines
  // before the part that moved next, or lines at `otherwise` if there is none.
  void Dissolve(const NodePath& path, const Place& otherwise);
  // Removes an entry with its comments, and returns its lines.
  TextRange Drop(const NodePath& path);

  // What stuck() becomes if one of the next changes cannot be made in the text.
  void IfStuck(NodeRemark remark) { if_stuck_ = std::move(remark); }
  void GetStuck();
  // Why the text cannot be changed in-place; the first reason counts.
  const std::optional<NodeRemark>& stuck() const { return stuck_; }

  std::string Text();
  Value NewValue() { return Changed(document_.root, changes_); }

 private:
  // A part of an insertion: a string, or lines of the old text.
  struct Piece {
    std::string text;
    TextRange lines = {};
    int shift = 0;
  };
  // A range of the old text, and what is there instead. What grows begins at `owner`,
  // and takes the insertion along if it moves.
  struct Change {
    TextRange range;
    size_t owner = 0;
    bool is_cut = false;
    std::vector<Piece> pieces = {};
  };
  struct Slot {
    NodePath collection;
    bool has_lines = false;
    size_t at = 0;  // the beginning of a line
    size_t owner = 0;
    std::vector<Piece> pieces = {};
  };
  struct PendingMove {
    BlockEntry entry;
    Place to;
  };

  // Entries that are added to a collection of the value: those of `yaml`, or the entry
  // that was at `from`.
  struct Added {
    NodePath below;
    std::string yaml;
    NodePath from;
  };
  // What happens to a value.
  struct ValueChange {
    bool is_gone = false;
    std::string name;                 // its new one; "": the old one
    std::optional<std::string> yaml;  // what replaces it
    std::vector<Added> added;
    std::map<std::string, ValueChange, std::less<>> below;
  };

  ValueChange& ChangeAt(const NodePath& path);
  Value Changed(const Value& old, const ValueChange& change);
  void AddTo(const Added& added, Value* collection);
  Value Read(const std::string& yaml);

  // Returns the change of the text that writes a field.
  std::pair<TextRange, std::string> FilledIn(const Fill& fill,
                                             uint32_t map) const;
  void Put(TextRange range, std::string text);
  void Cut(TextRange lines);
  TextRange LinesFor(const Place& place, TextRange lines) const;
  // Moves those of the pending entries that are in these lines, with the comments
  // between them.
  void MoveOutOf(TextRange lines, const Place& otherwise);
  void InsertComments(TextRange part, const Place& place);
  std::vector<Piece>* PiecesAt(const Place& place);
  std::string Render(TextRange range) const;

  const YamlDocument& document_;
  Pool* const pool_;
  const YamlNodes& nodes_;
  const YamlLayout layout_;
  std::vector<Change> text_changes_;
  std::vector<Slot> slots_;
  std::vector<PendingMove> moves_;  // in the order of the text
  std::set<std::pair<size_t, std::string>> filled_;
  ValueChange changes_;
  NodeRemark if_stuck_;
  std::optional<NodeRemark> stuck_;
};

// Returns a string as YAML of one line, with quotes if it needs them.
std::string ScalarYaml(const std::string& text);

// Returns `text` with the line breaks of the original: if the first line of `before`
// ends in CR LF, all lines do.
std::string WithBreaksOf(absl::string_view before, std::string text);

}  // namespace loom
