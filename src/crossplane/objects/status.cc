// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/status.h"

#include "crossplane/objects/object.h"
#include "data/go/time.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The fields that decide. Without a value, they are empty.
struct ConditionFields {
  absl::string_view type, status;
};

// The number of fields of a condition that are looked up.
constexpr size_t kMembersRead = 6;

// Reads an optional string; returns false if the field is something else.
bool ReadString(const Value& object, absl::string_view name, Pool* pool,
                absl::string_view* text) {
  const Value* member = Find(object, name, pool);
  if (member == nullptr || member->IsNull()) return true;
  if (!member->IsString()) return false;
  *text = View(*member);
  return true;
}

bool ReadCondition(const Value& entry, Pool* pool, ConditionFields* fields) {
  if (!entry.IsObject()) return entry.IsNull();
  absl::string_view unused;
  if (!ReadString(entry, "type", pool, &fields->type) ||
      !ReadString(entry, "status", pool, &fields->status) ||
      !ReadString(entry, "reason", pool, &unused) ||
      !ReadString(entry, "message", pool, &unused)) {
    return false;
  }
  const Value* time = Find(entry, "lastTransitionTime", pool);
  if (time != nullptr && !time->IsNull() &&
      !(time->IsString() && IsGoTime(View(*time)))) {
    return false;
  }
  const Value* generation = Find(entry, "observedGeneration", pool);
  return generation == nullptr || generation->IsNull() ||
         AsInteger(*generation).has_value();
}

}  // namespace

bool IsReady(const Value& object, Pool* pool) {
  return ConditionOf(object, "Ready", pool) == "True" &&
         ConditionOf(object, "Synced", pool) != "False";
}

std::optional<absl::string_view> ConditionOf(const Value& object,
                                             absl::string_view type,
                                             Pool* pool) {
  const Value* status = Dig(object, {"status"});
  if (status == nullptr) return std::nullopt;
  if (status->IsNull()) return "Unknown";
  if (!status->IsObject()) return std::nullopt;
  const Value* conditions = Find(*status, "conditions");
  if (conditions == nullptr || conditions->IsNull()) return "Unknown";
  if (!conditions->IsArray()) return std::nullopt;
  std::optional<absl::string_view> found;
  pool->account().Note(Finding(kMembersRead * conditions->Size()));
  for (const Value& entry : Items(*conditions)) {
    ConditionFields condition;
    if (!ReadCondition(entry, pool, &condition)) return std::nullopt;
    if (found.has_value() || condition.type != type) continue;
    found = condition.status;
  }
  return found.value_or("Unknown");
}

std::optional<absl::string_view> StatusOfCondition(const Value& object,
                                                   absl::string_view type,
                                                   Pool* pool) {
  const Value* conditions = Dig(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->IsArray()) return std::nullopt;
  pool->account().Note(Finding(2 * conditions->Size()));
  for (const Value& entry : Items(*conditions)) {
    if (!entry.IsObject()) continue;
    const Value* name = Find(entry, "type", pool);
    if (name == nullptr || !name->IsString() || View(*name) != type) continue;
    const Value* text = Find(entry, "status", pool);
    if (text == nullptr || !text->IsString()) return std::nullopt;
    return View(*text);
  }
  return std::nullopt;
}

}  // namespace loom
