// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/templates/for_each.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

// Returns a scalar that is a key as a string; nullopt for any other value.
std::optional<std::string> KeyText(const Value& value) {
  if (value.IsString()) return std::string(View(value));
  if (value.IsBool()) return value.GetBool() ? "true" : "false";
  std::optional<int64_t> integer = AsInteger(value);
  return integer.has_value() ? std::optional(absl::StrCat(*integer))
                             : std::nullopt;
}

// Finds two items with the same key, among items in the order of their keys.
absl::Status CheckUnique(const std::vector<LoopItem>& items) {
  auto same = std::adjacent_find(
      items.begin(), items.end(),
      [](const LoopItem& a, const LoopItem& b) { return a.key == b.key; });
  if (same == items.end()) return absl::OkStatus();
  const auto [first, second] = std::minmax(same[0].index, same[1].index);
  const std::string which =
      absl::StrCat("items ", first, " and ", second, " have ");
  return Harmless(absl::FailedPreconditionError(
                      absl::StrCat(which, "the key \"", same->key, "\"")),
                  which + "one key");
}

}  // namespace

bool IsItem(const Value& resource) {
  return Dig(resource, {"metadata", "annotations", kForEachAnnotation}) !=
         nullptr;
}

bool IsItemOf(const Value& observed, absl::string_view name) {
  const Value* of =
      Dig(observed, {"metadata", "annotations", kForEachAnnotation});
  return of != nullptr && of->IsString() && View(*of) == ItemMark(name);
}

std::string ItemMark(absl::string_view name) {
  return absl::StrReplaceAll(name, {{"${", "{"}});
}

std::optional<ForEach> ForEach::Parse(Fields& fields) {
  if (fields.at().rules().follows_go) return std::nullopt;
  std::optional<Input> section = fields.Object("forEach");
  if (!section.has_value()) return std::nullopt;
  Fields members(*section);
  ForEach loop;
  loop.place_ = section->place();
  if (!members.Has("items")) section->Missing("items");
  loop.items_ = InputExpression::Read(members, "items", kNamesOfCall);
  loop.key_ =
      InputExpression::Read(members, "key", kNamesOfCall | kNamesOfItem);
  members.Done();
  if (!loop.items_.has_value()) return std::nullopt;
  return loop;
}

// Returns the elements with their default keys.
absl::StatusOr<std::vector<LoopItem>> ForEach::Elements(Call& call) const {
  CallVariables variables(&call);
  LOOM_ASSIGN_OR_RETURN(Value made, items_->Tree(&variables, call.pool));
  if (!made.IsArray() && !made.IsObject()) {
    return items_->Failed(
        absl::StrCat("expected a list or a map, got ", KindName(made)));
  }
  // It lives as long as the call.
  auto* all =
      new (call.pool->allocator().Malloc(sizeof(Value))) Value(std::move(made));
  const size_t size = all->IsArray() ? all->Size() : all->MemberCount();
  std::vector<LoopItem> items;
  items.reserve(size);
  if (all->IsArray()) {
    for (const Value& item : loom::Items(*all, call.pool)) {
      std::optional<std::string> key = KeyText(item);
      items.push_back({&item, call.pool->Keep(key.value_or("")), items.size()});
    }
    return items;
  }
  for (const Member& member : Members(*all, call.pool)) {
    items.push_back({&member.value, View(member.name), 0});
  }
  // The order of a map is that of its keys, as in CEL.
  std::sort(items.begin(), items.end(),
            [](const LoopItem& a, const LoopItem& b) { return a.key < b.key; });
  for (size_t i = 0; i < items.size(); ++i) items[i].index = i;
  return items;
}

absl::Status ForEach::SetKey(LoopItem& item, Call& call) const {
  const std::string of = absl::StrCat("the key of item ", item.index, " is ");
  absl::string_view wanted =
      "expected at most 63 of the characters A-Z a-z 0-9 - _ . that begin and "
      "end "
      "with a letter or a digit";
  if (key_.has_value()) {
    CallVariables variables(&call);
    variables.loop = &item;
    LOOM_ASSIGN_OR_RETURN(const Value made, key_->Tree(&variables, call.pool));
    std::optional<std::string> key = KeyText(made);
    if (!key.has_value()) {
      return key_->Failed(absl::StrCat(
          of, KindName(made), "; expected a string, an integer or a boolean"));
    }
    item.key = call.pool->Keep(*key);
  } else if (item.key.empty() && !item.item->IsString()) {
    return AnnotatePlace(
        Harmless(absl::FailedPreconditionError(absl::StrCat(
            "item ", item.index,
            " has no key; only a string, an integer or a boolean is its own "
            "key; for anything else set key, for example to item.name"))),
        place_);
  }
  if (IsLabelValue(item.key)) return absl::OkStatus();
  const absl::string_view way_out =
      absl::StrContains(item.key, '/')
          ? "; convert it, for example with item.name.replace('/', '-')"
          : "";
  absl::Status refusal =
      Harmless(absl::FailedPreconditionError(
                   absl::StrCat(of, "\"", Shortened(item.key, limits::kName),
                                "\"; ", wanted, way_out)),
               absl::StrCat(of, "not allowed; ", wanted));
  return AnnotatePlace(refusal, key_.has_value() ? key_->place() : place_);
}

absl::StatusOr<std::vector<LoopItem>> ForEach::Items(Call& call,
                                                     size_t made) const {
  LOOM_ASSIGN_OR_RETURN(std::vector<LoopItem> items, Elements(call));
  if (made + items.size() > limits::kLoopItems) {
    return AnnotatePlace(
        Harmless(absl::FailedPreconditionError(
            absl::StrCat("expected at most ", limits::kLoopItems,
                         " resources in total, got ", made + items.size()))),
        place_);
  }
  for (LoopItem& item : items) {
    absl::Status status = SetKey(item, call);
    if (!status.ok()) return status;
  }
  std::stable_sort(
      items.begin(), items.end(),
      [](const LoopItem& a, const LoopItem& b) { return a.key < b.key; });
  absl::Status unique = CheckUnique(items);
  if (!unique.ok()) {
    return AnnotatePlace(unique, key_.has_value() ? key_->place() : place_);
  }
  return items;
}

}  // namespace loom
