// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/indentation.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"

namespace loom {
namespace {

constexpr const char* kSecondValue =
    "this does not belong to the value before it; indent it, or begin a new "
    "document with ---";

// A key or text as messages name it.
std::string NamedToken(absl::string_view text) {
  constexpr size_t kMost = 60;
  return Cut(text.substr(0, text.find('\n')), kMost);
}

}  // namespace

std::string WithoutColon(absl::string_view key) {
  std::string text = NamedToken(key);
  size_t split = text.find_first_of(": \t");
  if (split == text.npos) {
    return absl::StrCat("the key ", text, " has no colon; write ", text, ":");
  }
  std::string name = text.substr(0, split);
  size_t value = text.find_first_not_of(":= \t", split);
  std::string rest = value == text.npos ? "" : text.substr(value);
  return absl::StrCat("the key ", name, " has no ",
                      text[split] == ':' ? "space after its colon" : "colon",
                      "; write ", name, ": ", rest);
}

std::string Indentation::Misplaced(absl::string_view what, int column,
                                   int siblings) const {
  return absl::StrCat(NamedToken(what), " is indented by ", column,
                      ", its siblings by ", siblings);
}

std::optional<int> Indentation::Leave(int column) {
  std::optional<int> left;
  while (!open_.empty() && open_.back().column > column) {
    left = open_.back().column;
    open_.pop_back();
  }
  return left;
}

bool Indentation::MapBelow() const {
  size_t size = open_.size();
  return size > 1 && !open_[size - 2].list &&
         open_[size - 2].column == open_[size - 1].column;
}

std::string Indentation::Key(absl::string_view name, int column) {
  std::optional<int> left = Leave(column);
  if (open_.empty() ? left.has_value()
                    : left.has_value() && open_.back().column < column) {
    return Misplaced(name, column, *left);
  }
  if (open_.empty()) {
    if (filled_) return kSecondValue;
    open_.push_back({column, /*list=*/false, /*expects=*/false});
    return "";
  }
  Level& top = open_.back();
  if (top.column == column) {
    if (!top.list) return "";
    if (!MapBelow()) {
      return absl::StrCat("the key ", NamedToken(name),
                          " is next to list items; begin it with \"- \", or "
                          "change its indentation");
    }
    open_.pop_back();
    return "";
  }
  if (top.expects) {
    top.expects = false;
    open_.push_back({column, /*list=*/false, /*expects=*/false});
    return "";
  }
  if (top.list) {
    return absl::StrCat("the key ", NamedToken(name),
                        " is below a string, which cannot have keys; change "
                        "its indentation, or quote the string");
  }
  return Misplaced(name, column, top.column);
}

std::string Indentation::Item(int column) {
  std::optional<int> left = Leave(column);
  if (open_.empty()) {
    if (left.has_value()) return Misplaced("this list item", column, *left);
    if (filled_) return kSecondValue;
    open_.push_back({column, /*list=*/true, /*expects=*/true});
    return "";
  }
  Level& top = open_.back();
  if (top.column == column && top.list) {
    top.expects = true;
    return "";
  }
  if (top.expects) {
    top.expects = false;
    open_.push_back({column, /*list=*/true, /*expects=*/true});
    return "";
  }
  if (left.has_value() && top.column < column) {
    return Misplaced("this list item", column, *left);
  }
  for (size_t i = open_.size(); i-- > 0;) {
    if (!open_[i].list || open_[i].column == column) continue;
    return Misplaced("this list item", column, open_[i].column);
  }
  return "this list item is next to keys; put it below a key that has no value";
}

std::string Indentation::Text(absl::string_view text, int column) {
  std::optional<int> left = Leave(column);
  if (open_.empty()) {
    if (left.has_value()) return Misplaced("this", column, *left);
    if (filled_) return kSecondValue;
    filled_ = true;
    return "";
  }
  Level& top = open_.back();
  if (top.column < column) {
    if (left.has_value()) return Misplaced("this", column, *left);
    if (!top.expects) return kSecondValue;
    top.expects = false;
    return "";
  }
  if (top.list && !MapBelow()) {
    return "this is next to list items; begin it with \"- \"";
  }
  const bool is_collection =
      absl::StartsWith(text, "[") || absl::StartsWith(text, "{");
  if (top.expects && is_collection) {
    return "this is not indented more than the key whose value it is; indent "
           "it";
  }
  return WithoutColon(text);
}

void Indentation::Expect() {
  if (!open_.empty()) open_.back().expects = true;
}

void Indentation::Fill() {
  if (open_.empty()) {
    filled_ = true;
  } else {
    open_.back().expects = false;
  }
}

void Indentation::Clear() {
  open_.clear();
  filled_ = false;
}

}  // namespace loom
