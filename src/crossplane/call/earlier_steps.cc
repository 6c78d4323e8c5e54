// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/earlier_steps.h"

#include <algorithm>
#include <optional>

#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

constexpr int kVersion = 1;
constexpr size_t kMost = limits::kResources;

// Returns the elements of a list, as many as are read; none if it is not a list.
std::vector<const Value*> ElementsOf(const Value& object,
                                     absl::string_view name) {
  std::vector<const Value*> elements;
  for (const Value& element : ItemsAt(object, {name})) {
    if (elements.size() == kMost) break;
    elements.push_back(&element);
  }
  return elements;
}

// Returns "" for anything but a string.
absl::string_view StringOf(const Value& value, Pool* pool) {
  return value.IsString() ? pool->Keep(View(value)) : "";
}

absl::string_view StringIn(const Value& object, absl::string_view name,
                           Pool* pool) {
  const Value* value = object.IsObject() ? Find(object, name) : nullptr;
  return value == nullptr ? "" : StringOf(*value, pool);
}

std::optional<ConditionStatus> StatusNamed(absl::string_view name) {
  for (ConditionStatus status :
       {ConditionStatus::kTrue, ConditionStatus::kFalse,
        ConditionStatus::kUnknown}) {
    if (NameOf(status) == name) return status;
  }
  return std::nullopt;
}

void ReadCondition(const Value& condition, Pool* pool,
                   std::map<std::string, EarlierRemarks>* conditions) {
  const absl::string_view type = StringIn(condition, "type", pool);
  const auto status = StatusNamed(StringIn(condition, "status", pool));
  if (type.empty() || !status.has_value()) return;
  EarlierRemarks& remarks = (*conditions)[std::string(type)];
  remarks.status = *status;
  remarks.reason = std::string(StringIn(condition, "reason", pool));
  for (const Value* text : ElementsOf(condition, "messages")) {
    remarks.texts.emplace_back(
        Shortened(StringOf(*text, pool), limits::kMessage));
  }
  std::sort(remarks.texts.begin(), remarks.texts.end());
  const Value* more = Find(condition, "more");
  if (more != nullptr && more->IsNumber()) {
    remarks.more =
        size_t(std::clamp(more->GetDouble(), 0.0, double(limits::kElements)));
  }
  auto is_set = [&](absl::string_view name) {
    const Value* flag = Find(condition, name);
    return flag != nullptr && flag->IsTrue();
  };
  for (const Value* entry : ElementsOf(condition, "known")) {
    remarks.known.emplace(StringOf(*entry, pool));
  }
  remarks.made_again = is_set("madeAgain");
  remarks.announced = is_set("announced");
}

Value ConditionFrom(const std::string& type, const EarlierRemarks& remarks,
                    Pool* pool) {
  Value messages = Array();
  for (const std::string& text : remarks.texts) {
    messages.PushBack(Text(text, pool), pool->allocator());
  }
  Value condition = Object();
  Set(condition, "type", Text(type, pool), pool);
  Set(condition, "status", Borrow(NameOf(remarks.status)), pool);
  Set(condition, "reason", Text(remarks.reason, pool), pool);
  Set(condition, "messages", std::move(messages), pool);
  if (remarks.more > 0) {
    Set(condition, "more", Value(double(remarks.more)), pool);
  }
  if (!remarks.known.empty()) {
    Value known = Array();
    for (const std::string& entry : remarks.known) {
      known.PushBack(Text(entry, pool), pool->allocator());
    }
    Set(condition, "known", std::move(known), pool);
  }
  if (remarks.made_again) Set(condition, "madeAgain", Value(true), pool);
  if (remarks.announced) Set(condition, "announced", Value(true), pool);
  return condition;
}

template <typename Names>
Value ListOf(const Names& names, Pool* pool) {
  Value list = Array();
  for (absl::string_view name : names) {
    list.PushBack(Borrow(name), pool->allocator());
  }
  return list;
}

}  // namespace

absl::Status EarlierSteps::Read(Context& context, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* steps, context.Get(kStepsKey));
  if (steps == nullptr || !steps->IsObject()) return absl::OkStatus();
  const Value* version = Find(*steps, "version");
  if (version == nullptr || !version->IsNumber() ||
      version->GetDouble() != kVersion) {
    return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(Spend(Hashing(WeightOf(*steps)), pool));
  for (const Value* name : ElementsOf(*steps, "kept")) {
    kept.push_back(StringOf(*name, pool));
  }
  for (const Value* pair : ElementsOf(*steps, "order")) {
    order.emplace_back(StringIn(*pair, "resource", pool),
                       StringIn(*pair, "dependsOn", pool));
  }
  for (const Value* name : ElementsOf(*steps, "withheld")) {
    withheld.insert(StringOf(*name, pool));
  }
  for (const Value* name : ElementsOf(*steps, "leftOut")) {
    left_out.insert(StringOf(*name, pool));
  }
  for (const Value* each : ElementsOf(*steps, "aliases")) {
    aliases[StringIn(*each, "name", pool)] = StringIn(*each, "alias", pool);
  }
  for (const Value* condition : ElementsOf(*steps, "conditions")) {
    if (condition->IsObject()) ReadCondition(*condition, pool, &conditions);
  }
  return absl::OkStatus();
}

absl::Status EarlierSteps::Write(Context& context, Pool* pool) const {
  Value steps = Object();
  Set(steps, "version", Value(double(kVersion)), pool);
  if (!kept.empty()) Set(steps, "kept", ListOf(kept, pool), pool);
  if (!order.empty()) {
    Value pairs = Array();
    for (const auto& [dependent, prerequisite] : order) {
      Value pair = Object();
      Set(pair, "resource", Borrow(dependent), pool);
      Set(pair, "dependsOn", Borrow(prerequisite), pool);
      pairs.PushBack(pair, pool->allocator());
    }
    Set(steps, "order", std::move(pairs), pool);
  }
  if (!withheld.empty()) Set(steps, "withheld", ListOf(withheld, pool), pool);
  if (!left_out.empty()) Set(steps, "leftOut", ListOf(left_out, pool), pool);
  if (!aliases.empty()) {
    Value names = Array();
    for (const auto& [name, alias] : aliases) {
      Value each = Object();
      Set(each, "name", Borrow(name), pool);
      Set(each, "alias", Borrow(alias), pool);
      names.PushBack(each, pool->allocator());
    }
    Set(steps, "aliases", std::move(names), pool);
  }
  Value list = Array();
  for (const auto& [type, remarks] : conditions) {
    if (remarks.status == ConditionStatus::kTrue && remarks.known.empty() &&
        !remarks.announced && !remarks.made_again) {
      continue;
    }
    list.PushBack(ConditionFrom(type, remarks, pool), pool->allocator());
  }
  if (!list.Empty()) Set(steps, "conditions", std::move(list), pool);
  if (steps.MemberCount() == 1) return context.Erase(kStepsKey);
  LOOM_RETURN_IF_ERROR(Charge(steps, pool));
  return context.SetWithoutSecret(kStepsKey, std::move(steps));
}

}  // namespace loom
