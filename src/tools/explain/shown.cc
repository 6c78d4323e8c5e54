// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/shown.h"

#include "absl/strings/str_cat.h"
#include "base/control.h"
#include "data/fieldpath/path.h"
#include "data/value/json.h"
#include "tools/yaml/text.h"

namespace loom {
namespace {

using Leaves = std::vector<std::pair<std::string, ShownValue>>;

// In UTF-8 a byte 10xxxxxx is not the first of its character.
bool IsFirstByte(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

size_t CharactersOf(absl::string_view text) {
  size_t count = 0;
  for (char c : text) count += IsFirstByte(c) ? 1 : 0;
  return count;
}

absl::string_view FirstCharacters(absl::string_view text, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsFirstByte(text[i]) && count++ == most) return text.substr(0, i);
  }
  return text;
}

std::string YamlScalar(absl::string_view text) {
  YamlPage page;
  WriteText(text, /*key=*/true, 0, &page);
  return Visible(std::move(page).Finish());
}

// The beginning of a quoted text has no quotes at its end.
void DropQuote(std::string* text) {
  const char first = text->front();
  if (text->size() > 1 && (first == '"' || first == '\'') &&
      text->back() == first) {
    text->pop_back();
  }
}

std::string Scalar(absl::string_view text, bool full) {
  const size_t count = CharactersOf(text);
  if (full || count <= kMostCharacters) return YamlScalar(text);
  std::string cut = YamlScalar(FirstCharacters(text, kMostCharacters));
  DropQuote(&cut);
  return absl::StrCat(cut, "… (", count, " characters)");
}

std::string Json(absl::string_view json, bool full) {
  const size_t count = CharactersOf(json);
  if (full || count <= kMostCharacters) return Visible(json);
  return absl::StrCat(Visible(FirstCharacters(json, kMostCharacters)), "… (",
                      count, " characters)");
}

void AddLeaves(const Value& value, std::vector<Segment>* at,
               const std::string& path, Leaves* leaves) {
  if (value.IsObject() && !value.ObjectEmpty()) {
    for (const Member& member : value.GetObject()) {
      at->push_back(Segment::Field(View(member.name)));
      AddLeaves(member.value, at, path, leaves);
      at->pop_back();
    }
    return;
  }
  if (value.IsArray() && !value.Empty()) {
    for (uint32_t i = 0; i < value.Size(); ++i) {
      at->push_back(Segment::Index(i));
      AddLeaves(value[i], at, path, leaves);
      at->pop_back();
    }
    return;
  }
  std::string below = ToString(*at);
  if (!path.empty() && !below.empty() && below[0] != '[') below.insert(0, ".");
  absl::StatusOr<std::string> json = CompactJson(value);
  leaves->push_back({path + below, {json.ok() ? *json : "null"}});
}

}  // namespace

std::string Visible(absl::string_view text) {
  std::string visible;
  while (!text.empty()) {
    size_t size = SizeOfControl(text);
    if (size > 0) {
      AppendControl(text.substr(0, size), &visible);
    } else {
      visible += text[size++];
    }
    text.remove_prefix(size);
  }
  return visible;
}

std::string ShownText(const ShownValue& value, bool full) {
  if (value.secret) return "(secret)";
  if (!value.json.has_value()) return "(none)";
  Pool pool;
  absl::StatusOr<Value> read = ParseJson(*value.json, &pool);
  if (!read.ok() || !read->IsString()) return Json(*value.json, full);
  return Scalar(View(*read), full);
}

std::vector<std::pair<std::string, ShownValue>> LeavesOf(
    const std::string& path, const ShownValue& value) {
  Leaves leaves;
  const bool container =
      value.json.has_value() && !value.secret && value.json->size() > 2 &&
      (value.json->front() == '{' || value.json->front() == '[');
  Pool pool;
  absl::StatusOr<Value> read = ParseJson(container ? *value.json : "0", &pool);
  if (!container || !read.ok()) return {{path, value}};
  std::vector<Segment> at;
  AddLeaves(*read, &at, path, &leaves);
  return leaves;
}

}  // namespace loom
