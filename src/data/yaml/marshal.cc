// SPDX-License-Identifier: Apache-2.0
// The reader takes the events of libyaml as they come, because a syntax tree of a text
// that a tenant wrote would take many times its bytes.
#include "data/yaml/marshal.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/events.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"

namespace loom {
namespace {

// The steps of a byte of YAML that is read, and of one that is written.
constexpr uint64_t kReadingYaml = 6;
constexpr uint64_t kWritingYaml = 4;

// Replaces bytes by base64, as Go does for JSON.
void BytesToBase64(Value* value, Pool* pool) {
  if (value->IsArray()) {
    for (Value& each : Items(*value)) BytesToBase64(&each, pool);
  } else if (IsBytes(*value)) {
    std::string text;
    absl::Base64Escape(ViewBytes(*value), &text);
    *value = MakeText(text, pool);
  } else if (value->IsObject()) {
    for (Member& member : Members(*value)) BytesToBase64(&member.value, pool);
  }
}

absl::StatusOr<absl::string_view> Kept(const std::string& text, Pool* pool) {
  LOOM_RETURN_IF_ERROR(CheckText(text.size()));
  LOOM_RETURN_IF_ERROR(Charge(text.size(), pool));
  return pool->Keep(text);
}

// Returns at least the bytes that a string takes as YAML. A string may be folded at each
// of its spaces and line breaks, and a character becomes up to three bytes for one of
// its own, with a few around it.
size_t MostOfText(absl::string_view text, size_t indent) {
  auto breaks = size_t(std::count_if(text.begin(), text.end(), [](char c) {
    return c == ' ' || c == '\n' || static_cast<unsigned char>(c) >= 0x80;
  }));
  return 4 * text.size() + (breaks + 1) * (indent + 4);
}

// Returns at least the bytes that a value takes as YAML. Each level of a deep value adds
// to the indentation, so a short value can have a long text.
size_t MostOfYaml(const Value& value, size_t indent) {
  constexpr size_t kScalar = 32;
  if (value.IsString()) return MostOfText(View(value), indent);
  size_t most = kScalar;
  if (value.IsArray()) {
    for (const Value& each : Items(value)) {
      most += indent + MostOfYaml(each, indent + 2);
    }
  } else if (value.IsObject()) {
    for (const Member& member : Members(value)) {
      most += MostOfText(View(member.name), indent + 2) +
              MostOfYaml(member.value, indent + 2);
    }
  }
  return most;
}

// Reads one document.
class DocumentReader {
 public:
  DocumentReader(absl::string_view text, Pool* pool)
      : text_(text), pool_(pool), events_(text) {}

  absl::StatusOr<Value> Read() {
    Value value;
    if (!Next()) return FaultOr(std::move(value));
    if (!Next()) return FaultOr(std::move(value));
    LOOM_ASSIGN_OR_RETURN(value, Node());
    if (!Next()) return FaultOr(std::move(value));
    return Error("this begins another document; write one");
  }

 private:
  // Moves to the next event. libyaml visits every open bracket for each of them.
  bool Next() {
    pool_->account().Note(Finding(1) + uint64_t(depth_));
    event_ = events_.Next();
    if (event_ == nullptr) return false;
    pool_->account().Note(Reading(event_->tag.size() + event_->text.size()));
    return true;
  }

  absl::Status ErrorAt(size_t offset, absl::string_view why) const {
    absl::string_view before = text_.substr(0, offset);
    auto line = std::count(before.begin(), before.end(), '\n') + 1;
    before.remove_prefix(before.rfind('\n') + 1);
    auto column = std::count_if(before.begin(), before.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    });
    return absl::InvalidArgumentError(
        absl::StrCat(line, ":", column + 1, ": ", why));
  }
  absl::Status Error(absl::string_view why) const {
    return ErrorAt(event_->offset, why);
  }
  absl::StatusOr<Value> FaultOr(Value value) const {
    LOOM_RETURN_IF_ERROR(SpendNoted(pool_));
    if (!events_.fault().has_value()) return value;
    return ErrorAt(events_.fault()->offset, events_.fault()->words);
  }

  // Reads the node that begins with the current event.
  absl::StatusOr<Value> Node() {
    LOOM_RETURN_IF_ERROR(SpendNoted(pool_));
    if (event_->kind == YamlEvent::Kind::kAlias) return Alias();
    const std::string anchor(event_->anchor);
    if (++depth_ > kMaxDepth) {
      return Error(absl::StrCat("nested deeper than ", kMaxDepth));
    }
    absl::StatusOr<Value> value = Content();
    --depth_;
    if (value.ok() && !anchor.empty()) {
      // The copy lives in the pool, which destroys nothing.
      LOOM_RETURN_IF_ERROR(Charge(*value, pool_));
      anchors_[anchor] = Copy(*value, pool_);
    }
    return value;
  }

  absl::StatusOr<Value> Content() {
    switch (event_->kind) {
      case YamlEvent::Kind::kSequence:
        return List();
      case YamlEvent::Kind::kMap:
        return Map();
      default: {
        absl::StatusOr<Value> scalar =
            TaggedScalar(event_->tag, event_->text, pool_);
        return scalar.ok() ? std::move(scalar)
                           : Error(scalar.status().message());
      }
    }
  }

  absl::StatusOr<Value> List() {
    Value list = Array();
    while (Next()) {
      if (event_->kind == YamlEvent::Kind::kEnd) return list;
      LOOM_ASSIGN_OR_RETURN(Value item, Node());
      list.PushBack(item, pool_->allocator());
    }
    return FaultOr(Value());
  }

  absl::StatusOr<Value> Map() {
    Value map = Object();
    while (Next()) {
      if (event_->kind == YamlEvent::Kind::kEnd) return map;
      const size_t offset = event_->offset;
      const bool merges = event_->kind == YamlEvent::Kind::kScalar &&
                          IsMergeKey(event_->tag, event_->text);
      LOOM_ASSIGN_OR_RETURN(Value key, Node());
      if (!Next()) break;
      LOOM_ASSIGN_OR_RETURN(Value value, Node());
      if (merges) {
        if (!Merge(std::move(value), &map)) {
          return ErrorAt(offset, kOnlyMapsMerge);
        }
        continue;
      }
      absl::StatusOr<absl::string_view> name = KeyText(key, pool_);
      if (!name.ok()) return ErrorAt(offset, name.status().message());
      Set(map, *name, std::move(value), pool_);
    }
    return FaultOr(Value());
  }

  // Of several bases, the first one counts, so it is merged last.
  bool Merge(Value bases, Value* map) {
    if (!bases.IsArray()) return MergeOne(&bases, map);
    for (auto i = bases.Size(); i-- > 0;) {
      if (!MergeOne(&ItemAt(bases, i), map)) return false;
    }
    return true;
  }
  bool MergeOne(Value* base, Value* map) {
    if (!base->IsObject()) return false;
    for (Member& member : Members(*base)) {
      Set(*map, View(member.name), std::move(member.value), pool_);
    }
    return true;
  }

  static int Height(const Value& value) {
    int height = 0;
    if (value.IsArray()) {
      for (const Value& each : Items(value)) {
        height = std::max(height, Height(each));
      }
    } else if (value.IsObject()) {
      for (const Member& member : Members(value)) {
        height = std::max(height, Height(member.value));
      }
    }
    return height + 1;
  }

  absl::StatusOr<Value> Alias() {
    auto found = anchors_.find(event_->anchor);
    if (found == anchors_.end()) {
      return Error("this alias has no anchor before it, or contains itself");
    }
    LOOM_RETURN_IF_ERROR(Charge(found->second, pool_));
    if (depth_ + Height(found->second) > kMaxDepth) {
      return Error(absl::StrCat("nested deeper than ", kMaxDepth));
    }
    return Copy(found->second, pool_);
  }

  const absl::string_view text_;
  Pool* const pool_;
  YamlEvents events_;
  const YamlEvent* event_ = nullptr;
  int depth_ = 0;
  std::map<std::string, Value, std::less<>> anchors_;
};

}  // namespace

absl::StatusOr<absl::string_view> MarshalJson(Value value, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Writing(WeightOf(value)), pool));
  if (HasBytes(value)) BytesToBase64(&value, pool);
  LOOM_ASSIGN_OR_RETURN(std::string text, CompactJson(value));
  return Kept(text, pool);
}

absl::StatusOr<absl::string_view> MarshalYaml(Value value, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Writing(WeightOf(value)), pool));
  if (HasBytes(value)) BytesToBase64(&value, pool);
  const size_t most = MostOfYaml(value, 0);
  if (most > 4 * limits::kText) return TextTooLong();
  LOOM_RETURN_IF_ERROR(Spend(kWritingYaml * most, pool));
  LOOM_ASSIGN_OR_RETURN(std::string text, WriteYaml(value));
  return Kept(text, pool);
}

absl::StatusOr<Value> ParseYaml(absl::string_view text, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(kReadingYaml * Writing(text.size()), pool));
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  return DocumentReader(text, pool).Read();
}

}  // namespace loom
