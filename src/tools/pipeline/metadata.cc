// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/metadata.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The member, which is added if it is absent; nullptr if it is no object.
Value* MemberObject(Value& object, absl::string_view name, Pool* pool) {
  Value* member = Find(object, name);
  if (member == nullptr) {
    Set(object, name, Object(), pool);
    member = Find(object, name);
  }
  return member->IsObject() ? member : nullptr;
}

// Go reads null as an empty text.
bool IsMapOfTexts(const Value& map) {
  if (!map.IsObject()) return false;
  for (const Member& member : map.GetObject()) {
    if (!member.value.IsString() && !member.value.IsNull()) return false;
  }
  return true;
}

absl::string_view TextOfMetadata(const Value& object, absl::string_view name) {
  const Value* member = Find(object, name);
  return member != nullptr && member->IsString() ? View(*member) : "";
}

// The members of an owner reference that Kubernetes knows.
Value Normalized(const Value& reference, Pool* pool) {
  Value normalized = Object();
  for (const char* name : {"apiVersion", "kind", "name", "uid"}) {
    Set(normalized, name, Borrow(TextOfMetadata(reference, name)), pool);
  }
  for (const char* name : {"controller", "blockOwnerDeletion"}) {
    const Value* flag = Find(reference, name);
    if (flag != nullptr && flag->IsBool()) {
      Set(normalized, name, Value(flag->GetBool()), pool);
    }
  }
  return normalized;
}

Value ControllerReference(const Value& owner, absl::string_view uid,
                          Pool* pool) {
  Value reference = Object();
  Set(reference, "apiVersion", Borrow(ApiVersion(owner)), pool);
  Set(reference, "kind", Borrow(Kind(owner)), pool);
  Set(reference, "name", Borrow(Name(owner)), pool);
  Set(reference, "uid", Borrow(uid), pool);
  Set(reference, "controller", Value(true), pool);
  Set(reference, "blockOwnerDeletion", Value(true), pool);
  return reference;
}

bool IsController(const Value& reference) {
  const Value* controller = Find(reference, "controller");
  return controller != nullptr && controller->IsTrue();
}

// The owner references; none at all if one of them is no object.
Value ReferencesOf(const Value& metadata, Pool* pool) {
  Value references = Array();
  const Value* list = Find(metadata, "ownerReferences");
  if (list == nullptr || !list->IsArray()) return references;
  for (const Value& item : list->GetArray()) {
    if (!item.IsObject()) return Array();
    references.PushBack(Normalized(item, pool), pool->allocator());
  }
  return references;
}

}  // namespace

void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool) {
  if (text.empty()) {
    Value* metadata = Find(object, "metadata");
    if (metadata != nullptr && metadata->IsObject()) {
      Erase(*metadata, name, pool);
    }
    return;
  }
  if (Value* metadata = MemberObject(object, "metadata", pool)) {
    Set(*metadata, name, Text(text, pool), pool);
  }
}

void AddToMetadata(Value& object, absl::string_view map,
                   const std::map<std::string, std::string>& entries,
                   Pool* pool) {
  Value* metadata = MemberObject(object, "metadata", pool);
  if (metadata == nullptr) return;
  Value& members = FindOrAdd(*metadata, map, pool);
  if (!IsMapOfTexts(members)) members = Object();
  for (Member& member : members.GetObject()) {
    if (member.value.IsNull()) member.value = Borrow("");
  }
  for (const auto& [key, value] : entries) {
    Set(members, pool->Keep(key), Text(value, pool), pool);
  }
}

std::string SetController(Value& object, const Value& owner, Pool* pool) {
  Value* metadata = MemberObject(object, "metadata", pool);
  if (metadata == nullptr) return "";
  const Value* uid_value = Dig(owner, {"metadata", "uid"});
  absl::string_view uid =
      uid_value != nullptr && uid_value->IsString() ? View(*uid_value) : "";
  Value references = ReferencesOf(*metadata, pool);
  Value own = ControllerReference(owner, uid, pool);
  Value* same = nullptr;
  for (Value& reference : references.GetArray()) {
    absl::string_view other = TextOfMetadata(reference, "uid");
    if (IsController(reference) && other != uid) {
      return absl::StrCat(TextOfMetadata(reference, "kind"), " ",
                          TextOfMetadata(reference, "name"), " (UID ", other,
                          ")");
    }
    if (other == uid && same == nullptr) same = &reference;
  }
  if (same != nullptr) {
    *same = std::move(own);
  } else {
    references.PushBack(own, pool->allocator());
  }
  Set(*metadata, "ownerReferences", std::move(references), pool);
  return "";
}

}  // namespace loom
