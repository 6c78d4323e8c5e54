// SPDX-License-Identifier: Apache-2.0
// YamlPage is the output of a YAML writer, and WriteText writes a string with quotes
// and folding.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace loom {

// YamlPage is the output that a YAML writer appends to. It tracks the current column,
// and whether a space or a line break is needed before the next word.
//
//   YamlPage page;
//   page.StartLine(0);
//   page.Indicator("-");
//   page.Word("1");                                // "- 1"
//   std::string text = std::move(page).Finish();
class YamlPage {
 public:
  // Returns the number of characters (not bytes) on this line so far.
  int column() const { return column_; }
  // Returns whether this line has only indentation and the indicators `-?:`.
  bool at_indent() const { return at_indent_; }

  // Appends one character, which may be several bytes.
  void Put(absl::string_view character) {
    absl::StrAppend(&text_, character);
    ++column_;
  }
  // Appends a line break: \n or another line break of Unicode.
  void Break(absl::string_view character = "\n") {
    absl::StrAppend(&text_, character);
    column_ = 0;
  }

  // Moves to column `indent` of a new line, or of this line if it has only indentation
  // and indicators.
  void StartLine(int indent) {
    if (!at_indent_ || column_ > indent || (column_ == indent && !blank_)) {
      Break();
    }
    while (column_ < indent) Put(" ");
    blank_ = at_indent_ = true;
  }

  // Appends `-`, `?` or `:` at the beginning of a line.
  void Indicator(absl::string_view indicator) {
    Space();
    Put(indicator);
    blank_ = false;
  }
  // Appends the `:` that follows a key.
  void Colon() {
    Put(":");
    Inside();
  }
  // Appends a space if a word cannot follow without one.
  void Space() {
    if (!blank_) Put(" ");
  }
  // Records that a word cannot follow without a space.
  void Inside() { blank_ = at_indent_ = false; }
  // Records that the next character begins a line of a multi-line string.
  void AtLineStart() { at_indent_ = true; }
  // Records that the header of a block (`|-`) and its line break were written.
  void AfterHeader() { blank_ = at_indent_ = true; }
  // Records that this line has content.
  void InLine() { at_indent_ = false; }

  // Appends a number, `true`, `{}` or the like, after a space if one is needed.
  void Word(absl::string_view word) {
    Space();
    absl::StrAppend(&text_, word);
    column_ += static_cast<int>(word.size());
    Inside();
  }

  // Returns the output. The page cannot be used afterwards.
  std::string Finish() && { return std::move(text_); }

 private:
  std::string text_;
  int column_ = 0;
  // Whether a word may follow without a space.
  bool blank_ = true;
  bool at_indent_ = true;
};

// Returns whether `text` contains no line break of any kind.
bool IsOneLine(absl::string_view text);

// Writes `text` at the end of the page: without quotes if it then reads back as the
// same string, otherwise in the quotes that it needs, or as a block if it has several
// lines. The rules are those of go-yaml v2. One rule is ours: characters that change
// the direction of writing are escaped. A string with or without quotes is folded at
// the first space after column 80. Words are never broken. `key` is whether it is a
// key, which stays on one line. `indent` is the column at which further lines begin.
void WriteText(absl::string_view text, bool key, int indent, YamlPage* page);

}  // namespace loom
