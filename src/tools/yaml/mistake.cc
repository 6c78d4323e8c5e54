// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/mistake.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/utf8.h"
#include "tools/yaml/indentation.h"
#include "tools/yaml/mistake_scan.h"

namespace loom {
namespace {

// For FindForeignText.

// A line of this beginning says what the text is. `only_first`: it has to be
// the first line that is not blank.
struct Sign {
  absl::string_view beginning;
  bool only_first;
  const char* words;
};

constexpr const char* kConflict =
    "this is a marker of an unresolved merge conflict; keep one of the two "
    "sides and delete the markers";
constexpr const char* kHtml = "this is HTML, not YAML; download the raw file";
constexpr const char* kDiff =
    "this is a diff, not YAML; apply it, and pass the file that it changes";

constexpr Sign kSigns[] = {
    {"<<<<<<< ", false, kConflict}, {">>>>>>> ", false, kConflict},
    {"<!doctype ", true, kHtml},    {"<html", true, kHtml},
    {"<head", true, kHtml},         {"<?xml", true, "this is XML, not YAML"},
    {"diff --git ", true, kDiff},   {"--- a/", true, kDiff},
    {"@@ -", false, kDiff},
};

// The number of bytes at the beginning of `text` that are UTF-8.
size_t Utf8Prefix(absl::string_view text) {
  size_t begin = 0;
  for (size_t end = 0; begin < text.size(); begin = end) {
    end = begin + 1;
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    if (!IsUtf8(text.substr(begin, end - begin))) break;
  }
  return begin;
}

// For FindMistake.

class BlockScan {
 public:
  explicit BlockScan(absl::string_view text) : text_(text) {
    if (absl::StartsWith(text, "\xEF\xBB\xBF")) at_ = 3;
  }

  std::optional<YamlMistake> Run() {
    while (at_ < text_.size() && !mistake_.has_value()) {
      line_ = at_;
      Line();
      at_ = std::min(LineEnd(text_, at_) + 1, text_.size());
    }
    return std::move(mistake_);
  }

 private:
  void Line() {
    SkipSpaces();
    if (AtLineEnd()) return;
    if (text_[at_] == '\t') {
      size_t tab = at_;
      SkipBlanks();
      if (!AtLineEnd()) Fail(tab, "a tab cannot indent; use spaces");
      return;
    }
    if (column() == 0 && Marker()) return;
    Entries();
    if (mistake_.has_value()) return;
    SkipBlanks();
    if (!AtLineEnd()) Behind();
  }

  // A line that begins or ends a document. What follows `---` is read on.
  bool Marker() {
    absl::string_view rest = text_.substr(at_);
    if (rest[0] == '%' && open_.column() < 0) {
      at_ = LineEnd(text_, at_);
      return true;
    }
    bool begins = absl::StartsWith(rest, "---");
    if ((!begins && !absl::StartsWith(rest, "...")) ||
        !EndsWord(text_, at_ + 3)) {
      size_t dashes = std::min(rest.find_first_not_of('-'), rest.size());
      if (dashes < 2 || dashes == 3 || !EndsWord(text_, at_ + dashes)) {
        return false;
      }
      Fail(at_, "a document begins with exactly three dashes: ---");
      return true;
    }
    open_.Clear();
    anchors_.clear();
    at_ += 3;
    SkipBlanks();
    if (AtLineEnd()) return true;
    if (!begins) {
      Fail(at_, "nothing can follow the ... that ends a document");
      return true;
    }
    return false;
  }

  // The `- ` and `? ` that a line begins with, and what follows them.
  void Entries() {
    while (!AtLineEnd() && !mistake_.has_value()) {
      char c = text_[at_];
      if ((c != '-' && c != '?' && c != ':') || !EndsWord(text_, at_ + 1)) {
        Node();
        return;
      }
      Check(at_, c == '-' ? open_.Item(column()) : open_.Key("?", column()));
      open_.Expect();
      ++at_;
      SkipBlanks();
    }
  }

  // A key with its value, or a value on its own line or behind `- `.
  void Node() {
    int column = this->column();
    size_t begin = at_;
    Properties();
    if (AtLineEnd() || mistake_.has_value()) return;
    if (text_[at_] == '|' || text_[at_] == '>') return Block();
    size_t token = at_;
    bool plain = Token();
    if (mistake_.has_value()) return;
    size_t end = at_;
    SkipBlanks();
    absl::string_view text = text_.substr(token, end - token);
    if (at_ < text_.size() && text_[at_] == ':' &&
        (!plain || EndsWord(text_, at_ + 1))) {
      if (!EndsWord(text_, at_ + 1)) {
        return Fail(at_, "a space is missing after this colon");
      }
      Check(begin, open_.Key(text, column));
      ++at_;
      return Value(column);
    }
    int parent = open_.column() < column ? open_.column() : -1;
    Check(begin, open_.Text(text, column));
    if (plain) Continue(parent, token);
  }

  // What stands on its line behind the colon of a key at `column`.
  void Value(int column) {
    SkipBlanks();
    open_.Expect();
    Properties();
    if (AtLineEnd() || mistake_.has_value()) return;
    open_.Fill();
    char c = text_[at_];
    if (c == '|' || c == '>') return Block();
    if (c == '-' && EndsWord(text_, at_ + 1)) {
      return Fail(at_,
                  "a list cannot begin on the line of its key; put it on the "
                  "next line, or quote the value");
    }
    size_t token = at_;
    bool plain = Token();
    if (mistake_.has_value()) return;
    SkipBlanks();
    if (at_ < text_.size() && text_[at_] == ':' && EndsWord(text_, at_ + 1)) {
      return Fail(token,
                  "a colon followed by a space ends a key, but this is a "
                  "value; quote it");
    }
    if (plain) Continue(column, /*key=*/text_.npos);
  }

  // Tags and anchors.
  void Properties() {
    while (at_ < text_.size() && (text_[at_] == '&' || text_[at_] == '!')) {
      size_t end = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
      if (text_[at_] == '&') {
        if (std::optional<YamlMistake> bad = BadBeginning(text_, at_)) {
          return Fail(std::move(*bad));
        }
        anchors_.insert(text_.substr(at_ + 1, end - at_ - 1));
      }
      at_ = end;
      SkipBlanks();
    }
  }

  // Goes behind a text, an alias, or all between a bracket and its counterpart.
  // Returns whether it is text without quotes.
  bool Token() {
    char c = text_[at_];
    if (c == '[' || c == '{') {
      FlowScan flow = ScanFlow(text_, at_, open_.column());
      if (flow.mistake.has_value()) Fail(std::move(*flow.mistake));
      at_ = flow.end;
      return false;
    }
    std::optional<YamlMistake> bad = c == '"' || c == '\''
                                         ? CheckQuoted(text_, at_)
                                         : BadBeginning(text_, at_);
    if (bad.has_value()) {
      Fail(std::move(*bad));
      return false;
    }
    if (c == '"' || c == '\'') {
      at_ = QuoteEnd(text_, at_);
      return false;
    }
    if (c == '*') {
      Alias();
      return false;
    }
    at_ = PlainEnd(text_, at_);
    return true;
  }

  void Alias() {
    size_t end = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
    absl::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    if (anchors_.count(name) == 0) {
      Fail(at_, absl::StrCat("*", name, " is an alias, but no &", name,
                             " is before it; quote it if it is a string"));
    }
    at_ = end;
  }

  void Block() {
    BlockText block = ScanBlockText(text_, at_, open_.column());
    open_.Fill();
    if (block.mistake.has_value()) Fail(std::move(*block.mistake));
    at_ = block.end;
  }

  // The lines on which a plain text goes on. `key`: where it begins, if it may
  // be a key whose colon is missing.
  void Continue(int parent, size_t key) {
    int key_column = key == text_.npos ? -1 : static_cast<int>(key - line_);
    bool own_line = key != text_.npos && key == FirstInLine(line_);
    while (AtLineEnd() && !AtComment()) {
      size_t next = LineEnd(text_, at_) + 1;
      size_t first = next < text_.size() ? FirstInLine(next) : text_.size();
      if (first >= text_.size()) return;
      int column = static_cast<int>(first - next);
      size_t end = PlainEnd(text_, first);
      if (text_[first] == '\t') return;
      bool blank = EndsWord(text_, first);
      if (!blank &&
          (column <= parent || (column == 0 && IsMarker(text_, first)))) {
        return;
      }
      if (!blank && end < text_.size() && text_[end] == ':') {
        if (key == text_.npos || (!own_line && column != key_column)) return;
        return Check(
            key, WithoutColon(text_.substr(key, PlainEnd(text_, key) - key)));
      }
      line_ = next;
      at_ = blank ? first : end;
    }
  }

  // Something follows a value on its line.
  void Behind() {
    if (text_[at_] == ']' || text_[at_] == '}') {
      return Fail(*BadBeginning(text_, at_));
    }
    char last = text_[text_.find_last_not_of(" \t", at_ - 1)];
    Fail(at_,
         last == '"' || last == '\''
             ? "text after the closing quote; quote the whole value, or write "
               "a quote inside it " +
                   std::string(last == '"' ? "as \\\"" : "twice")
         : last == ']' || last == '}'
             ? std::string("text after the closing bracket; remove it, or "
                           "quote the whole value")
             : std::string(
                   "nothing can follow this value; quote the whole value"));
  }

  int column() const { return static_cast<int>(at_ - line_); }
  size_t FirstInLine(size_t line) const {
    return std::min(text_.find_first_not_of(' ', line), text_.size());
  }
  bool AtComment() const { return at_ < text_.size() && text_[at_] == '#'; }
  bool AtLineEnd() const {
    return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r' ||
           AtComment();
  }
  void SkipSpaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  void Fail(YamlMistake mistake) {
    if (!mistake_.has_value()) mistake_ = std::move(mistake);
  }
  void Fail(size_t at, std::string words) {
    Fail(YamlMistake{at, std::move(words), std::nullopt});
  }
  void Check(size_t at, std::string words) {
    if (!words.empty()) Fail(at, std::move(words));
  }

  absl::string_view text_;
  size_t at_ = 0;
  size_t line_ = 0;
  Indentation open_;
  std::set<absl::string_view> anchors_;
  std::optional<YamlMistake> mistake_;
};

}  // namespace

std::optional<YamlMistake> FindForeignText(absl::string_view text) {
  bool first = true;
  for (size_t at = 0; at < text.size();) {
    absl::string_view line = text.substr(at, text.find('\n', at) - at);
    for (const Sign& sign : kSigns) {
      if ((first || !sign.only_first) &&
          absl::StartsWithIgnoreCase(line, sign.beginning)) {
        return YamlMistake{at, sign.words, std::nullopt};
      }
    }
    first = first && absl::StripAsciiWhitespace(line).empty();
    at += line.size() + 1;
  }
  return std::nullopt;
}

std::optional<YamlMistake> FindForeignEncoding(absl::string_view text) {
  bool marked =
      absl::StartsWith(text, "\xFF\xFE") || absl::StartsWith(text, "\xFE\xFF");
  bool alternates = text.size() >= 4 && (text[0] == 0) != (text[1] == 0) &&
                    (text[0] == 0) == (text[2] == 0) &&
                    (text[1] == 0) == (text[3] == 0);
  if (marked || alternates) {
    return YamlMistake{0, "the file is UTF-16; save it as UTF-8", std::nullopt};
  }
  size_t prefix = Utf8Prefix(text);
  if (prefix == text.size()) return std::nullopt;
  return YamlMistake{prefix, "this byte is not UTF-8; save the file as UTF-8",
                     std::nullopt};
}

std::optional<YamlMistake> FindMistake(absl::string_view text) {
  if (std::optional<YamlMistake> foreign = FindForeignText(text)) {
    return foreign;
  }
  return BlockScan(text).Run();
}

}  // namespace loom
