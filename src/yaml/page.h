// SPDX-License-Identifier: Apache-2.0
// YamlPage is text being written line by line; it knows the column and whether
// a space or a line break is due.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace loom {

class YamlPage {
 public:
  // In characters, not in bytes.
  int column() const { return column_; }
  // Only indentation and indicators (`- ? :`) stand on this line so far.
  bool at_indent() const { return at_indent_; }

  // One character, of one or more bytes.
  void Put(absl::string_view character) {
    absl::StrAppend(&text_, character);
    ++column_;
  }
  // A line break inside a text; \n or another of Unicode's.
  void Break(absl::string_view character = "\n") {
    absl::StrAppend(&text_, character);
    column_ = 0;
  }

  // Goes to column `indent` of a fresh line, which is this one if nothing but
  // indentation and indicators stands on it.
  void StartLine(int indent) {
    if (!at_indent_ || column_ > indent || (column_ == indent && !blank_)) {
      Break();
    }
    while (column_ < indent) Put(" ");
    blank_ = at_indent_ = true;
  }

  // `-`, `?` or `:` at the beginning of a line.
  void Indicator(absl::string_view indicator) {
    Space();
    Put(indicator);
    blank_ = false;
  }
  // The `:` behind a key.
  void Colon() {
    Put(":");
    Inside();
  }
  // What begins or ends a text: the space before it, if one is due.
  void Space() {
    if (!blank_) Put(" ");
  }
  void Inside() { blank_ = at_indent_ = false; }
  // The lines of a text begin afresh.
  void AtLineStart() { at_indent_ = true; }
  void AfterHeader() { blank_ = at_indent_ = true; }
  void InLine() { at_indent_ = false; }

  // A number, `true`, `{}`.
  void Word(absl::string_view word) {
    Space();
    absl::StrAppend(&text_, word);
    column_ += static_cast<int>(word.size());
    Inside();
  }

  std::string Finish() && { return std::move(text_); }

 private:
  std::string text_;
  int column_ = 0;
  bool blank_ = true;
  bool at_indent_ = true;
};

}  // namespace loom
