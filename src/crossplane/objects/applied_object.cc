// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/applied_object.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/json.h"
#include "data/value/object.h"

// A node of fieldsV1 is an object. Its keys list the parts of a value that are owned:
//
//   .             the value itself, even if it is empty
//   f:NAME        a field of an object; the value of the key is the node of the field
//   k:{"a":"b"}   the same for the list element that has these fields
//   v:JSON        the element of a set that has this value
//   i:NUMBER      the element at this index
//
// A node without keys stands for the whole value.
namespace loom {
namespace {

constexpr absl::string_view kManager = "apiextensions.crossplane.io/composed/";

// Crossplane adds these to each composed resource, with the same manager. It adds the
// last one to the resources of a Usage, with another manager.
constexpr std::array<absl::string_view, 4> kLabels = {
    "crossplane.io/composite", "crossplane.io/claim-name",
    "crossplane.io/claim-namespace", "crossplane.io/in-use"};
// Providers, Usages and kubectl write these.
constexpr std::array<absl::string_view, 6> kForeignAnnotations = {
    "usage.crossplane.io/deletion-attempt-with-policy",
    "protection.crossplane.io/deletion-attempt-with-policy",
    "crossplane.io/external-create-pending",
    "crossplane.io/external-create-succeeded",
    "crossplane.io/external-create-failed",
    "kubectl.kubernetes.io/last-applied-configuration"};

// Returns the fields that Crossplane's manager owns; nullptr if they are not recorded.
const Value* OwnedFields(const Value& observed) {
  for (const Value& entry : ItemsAt(observed, {"metadata", "managedFields"})) {
    if (!absl::StartsWith(TextAt(entry, {"manager"}), kManager) ||
        TextAt(entry, {"operation"}) != "Apply" ||
        !TextAt(entry, {"subresource"}).empty()) {
      continue;
    }
    const Value* fields = Find(entry, "fieldsV1");
    const bool readable =
        fields != nullptr && fields->IsObject() && fields->MemberCount() > 0;
    return readable ? fields : nullptr;
  }
  return nullptr;
}

class Projection {
 public:
  explicit Projection(Pool* pool) : pool_(pool) {}

  // Returns the part of the value that the node lists.
  absl::StatusOr<Value> Of(const Value& value, const Value& node) {
    LOOM_RETURN_IF_ERROR(Spend(Finding(node.MemberCount()), pool_));
    const bool whole = node.ObjectEmpty();
    if (!whole && value.IsObject()) return OfObject(value, node);
    if (!whole && value.IsArray()) return OfList(value, node);
    LOOM_RETURN_IF_ERROR(Charge(value, pool_));
    return Copy(value, pool_);
  }

 private:
  absl::StatusOr<Value> OfObject(const Value& object, const Value& node) {
    Value owned = Object();
    for (const Member& key : Members(node)) {
      absl::string_view name = View(key.name);
      if (!absl::ConsumePrefix(&name, "f:") || !key.value.IsObject()) continue;
      LOOM_RETURN_IF_ERROR(Spend(Finding(object.MemberCount()), pool_));
      const Value* member = Find(object, name, pool_);
      if (member == nullptr) continue;
      LOOM_ASSIGN_OR_RETURN(Value part, Of(*member, key.value));
      Set(owned, name, std::move(part), pool_);
    }
    return owned;
  }

  absl::StatusOr<Value> OfList(const Value& list, const Value& node) {
    // The nodes of the owned elements, by index.
    std::map<size_t, const Value*> elements;
    for (const Member& key : Members(node)) {
      const absl::string_view text = View(key.name);
      if (text.size() < 2 || text[1] != ':' || !key.value.IsObject()) continue;
      LOOM_RETURN_IF_ERROR(Spend(Writing(text.size()), pool_));
      const absl::StatusOr<Value> wanted = ParseJson(text.substr(2), pool_);
      if (!wanted.ok()) continue;
      LOOM_RETURN_IF_ERROR(
          AddElements(list, text[0], *wanted, key.value, &elements));
    }
    Value owned = Array();
    for (const auto& [index, element] : elements) {
      LOOM_ASSIGN_OR_RETURN(Value part,
                            Of(ItemAt(list, unsigned(index)), *element));
      owned.PushBack(part, pool_->allocator());
    }
    return owned;
  }

  absl::Status AddElements(const Value& list, char kind, const Value& wanted,
                           const Value& node,
                           std::map<size_t, const Value*>* elements) {
    size_t index = 0;
    for (const Value& element : Items(list)) {
      LOOM_RETURN_IF_ERROR(Spend(Hashing(WeightOf(wanted)), pool_));
      const bool is_it = kind == 'k'   ? HasAll(element, wanted)
                         : kind == 'v' ? Equal(element, wanted)
                         : kind == 'i' ? wanted.IsNumber() &&
                                             wanted.GetDouble() == double(index)
                                       : false;
      if (is_it) (*elements)[index] = &node;
      ++index;
    }
    return absl::OkStatus();
  }

  static bool HasAll(const Value& element, const Value& keys) {
    if (!element.IsObject() || !keys.IsObject()) return false;
    return std::all_of(keys.MemberBegin(), keys.MemberEnd(),
                       [&element](const Member& key) {
                         const Value* member = Find(element, View(key.name));
                         return member != nullptr && Equal(*member, key.value);
                       });
  }

  Pool* const pool_;
};

// Returns everything except the fields that others write.
absl::StatusOr<Value> Whole(const Value& observed, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Charge(observed, pool));
  Value object = Object();
  for (const Member& member : Members(observed)) {
    const absl::string_view name = View(member.name);
    if (name == "status" || name == "metadata") continue;
    Set(object, name, Copy(member.value, pool), pool);
  }
  Value metadata = Object();
  for (absl::string_view name : {"labels", "annotations"}) {
    const Value* texts = Dig(observed, {"metadata", name});
    if (texts != nullptr && texts->IsObject()) {
      Set(metadata, name, Copy(*texts, pool), pool);
    }
  }
  if (Value* annotations = Find(metadata, "annotations")) {
    for (absl::string_view name : kForeignAnnotations) {
      Erase(*annotations, name, pool);
    }
  }
  Set(object, "metadata", std::move(metadata), pool);
  return object;
}

void EraseIfEmpty(Value& object, absl::string_view name, Pool* pool) {
  const Value* member = Find(object, name);
  if (member != nullptr && member->IsObject() && member->ObjectEmpty()) {
    Erase(object, name, pool);
  }
}

// Sets the fields by which Crossplane finds the object. It adds the rest itself.
void Identify(Value& object, const Value& observed, Pool* pool) {
  Set(object, "apiVersion", Borrow(ApiVersion(observed)), pool);
  Set(object, "kind", Borrow(Kind(observed)), pool);
  Value& metadata = FindOrAdd(object, "metadata", pool);
  if (!metadata.IsObject()) metadata = Object();
  for (absl::string_view name : {"ownerReferences", "generateName"}) {
    Erase(metadata, name, pool);
  }
  if (Value* labels = Find(metadata, "labels");
      labels != nullptr && labels->IsObject()) {
    for (absl::string_view name : kLabels) Erase(*labels, name, pool);
    EraseIfEmpty(metadata, "labels", pool);
  }
  if (Value* annotations = Find(metadata, "annotations");
      annotations != nullptr && annotations->IsObject()) {
    Erase(*annotations, kResourceNameAnnotation, pool);
    EraseIfEmpty(metadata, "annotations", pool);
  }
  Set(metadata, "name", Borrow(Name(observed)), pool);
  if (const absl::string_view ns = Namespace(observed); !ns.empty()) {
    Set(metadata, "namespace", Borrow(ns), pool);
  }
}

}  // namespace

absl::StatusOr<Value> AppliedObject(const Value& observed, Pool* pool) {
  const Value* fields = OwnedFields(observed);
  absl::StatusOr<Value> object = fields == nullptr
                                     ? Whole(observed, pool)
                                     : Projection(pool).Of(observed, *fields);
  LOOM_RETURN_IF_ERROR(object.status());
  Erase(*object, "status", pool);
  Identify(*object, observed, pool);
  return object;
}

}  // namespace loom
