// SPDX-License-Identifier: Apache-2.0
#include "tools/simulation/object_edits.h"

#include "absl/algorithm/container.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

constexpr absl::string_view kFinalizers = "finalizers";

void SetFinalizers(const std::vector<absl::string_view>& finalizers,
                   Value* object, Pool* pool) {
  Value& metadata = ObjectAt(*object, "metadata", pool);
  if (finalizers.empty()) return Erase(metadata, kFinalizers, pool);
  Value list = Array();
  for (absl::string_view each : finalizers) {
    list.PushBack(Text(each, pool), pool->allocator());
  }
  Set(metadata, kFinalizers, std::move(list), pool);
}

}  // namespace

std::string TimeText(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
}

uint64_t StableHash(absl::string_view text, uint64_t seed) {
  uint64_t hash = seed;
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return hash;
}

Value DeepCopy(const Value& value, Pool* pool) {
  if (value.IsString()) return Text(View(value), pool);
  if (value.IsArray()) {
    Value copy = Array();
    for (const Value& item : Items(value)) {
      copy.PushBack(DeepCopy(item, pool), pool->allocator());
    }
    return copy;
  }
  if (!value.IsObject()) return Copy(value, pool);
  Value copy = Object();
  for (const Member& member : Members(value)) {
    Add(copy, pool->Keep(View(member.name)), pool) =
        DeepCopy(member.value, pool);
  }
  return copy;
}

void MergePatch(const Value& patch, Value* value, Pool* pool) {
  if (!patch.IsObject()) {
    *value = Copy(patch, pool);
    return;
  }
  if (!value->IsObject()) *value = Object();
  for (const Member& member : Members(patch)) {
    const absl::string_view name = View(member.name);
    if (member.value.IsNull()) {
      Erase(*value, name, pool);
    } else {
      MergePatch(member.value, &FindOrAdd(*value, name, pool), pool);
    }
  }
}

bool IsBeingDeleted(const Value& object) {
  return !TextAt(object, {"metadata", "deletionTimestamp"}).empty();
}

absl::string_view ControllerOf(const Value& object) {
  for (const Value& each : ItemsAt(object, {"metadata", "ownerReferences"})) {
    if (each.IsObject() && IsTrue(Find(each, "controller"))) {
      return TextAt(each, {"uid"});
    }
  }
  return "";
}

std::vector<absl::string_view> FinalizersOf(const Value& object) {
  std::vector<absl::string_view> finalizers;
  for (const Value& each : ItemsAt(object, {"metadata", kFinalizers})) {
    if (each.IsString()) finalizers.push_back(View(each));
  }
  return finalizers;
}

void AddFinalizer(absl::string_view finalizer, Value* object, Pool* pool) {
  std::vector<absl::string_view> finalizers = FinalizersOf(*object);
  if (absl::c_linear_search(finalizers, finalizer)) return;
  finalizers.push_back(finalizer);
  SetFinalizers(finalizers, object, pool);
}

void RemoveFinalizer(absl::string_view finalizer, Value* object, Pool* pool) {
  std::vector<absl::string_view> finalizers = FinalizersOf(*object);
  if (std::erase(finalizers, finalizer) > 0) {
    SetFinalizers(finalizers, object, pool);
  }
}

Value& ObjectAt(Value& object, absl::string_view name, Pool* pool) {
  Value& member = FindOrAdd(object, name, pool);
  if (!member.IsObject()) member = Object();
  return member;
}

void SetCondition(const NewCondition& condition, absl::Time now, Value* object,
                  Pool* pool) {
  const Value* generation = Dig(*object, {"metadata", "generation"});
  Value made = Object();
  Set(made, "type", Text(condition.type, pool), pool);
  Set(made, "status", Text(condition.status, pool), pool);
  Set(made, "reason", Text(condition.reason, pool), pool);
  if (!condition.message.empty()) {
    Set(made, "message", Text(condition.message, pool), pool);
  }
  if (condition.is_of_generation && generation != nullptr) {
    Set(made, "observedGeneration", Copy(*generation, pool), pool);
  }
  Value& conditions =
      FindOrAdd(ObjectAt(*object, "status", pool), "conditions", pool);
  if (!conditions.IsArray()) conditions = Array();
  for (Value& each : Items(conditions)) {
    if (!each.IsObject() || TextAt(each, {"type"}) != condition.type) continue;
    const bool is_same = TextAt(each, {"status"}) == condition.status &&
                         TextAt(each, {"reason"}) == condition.reason &&
                         TextAt(each, {"message"}) == condition.message &&
                         !TextAt(each, {"lastTransitionTime"}).empty();
    Set(made, "lastTransitionTime",
        is_same ? Text(TextAt(each, {"lastTransitionTime"}), pool)
                : Text(TimeText(now), pool),
        pool);
    each = std::move(made);
    return;
  }
  Set(made, "lastTransitionTime", Text(TimeText(now), pool), pool);
  conditions.PushBack(std::move(made), pool->allocator());
}

}  // namespace loom
