// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/object_references.h"

#include <set>
#include <tuple>

#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The members of a reference that are looked up, and its own.
constexpr size_t kMembersRead = 6;

auto Tied(const ObjectReference& reference) {
  return std::tie(reference.api_version, reference.kind, reference.name,
                  reference.ns);
}

struct Less {
  bool operator()(const ObjectReference& a, const ObjectReference& b) const {
    return Tied(a) < Tied(b);
  }
};

absl::string_view TextOf(const Value& object, absl::string_view name) {
  const Value* member = Find(object, name);
  return member != nullptr && member->IsString() ? View(*member) : "";
}

Value ReferenceValue(const ObjectReference& reference, Pool* pool) {
  Value depends_on = Object();
  Set(depends_on, "apiVersion", Borrow(reference.api_version), pool);
  Set(depends_on, "kind", Borrow(reference.kind), pool);
  Set(depends_on, "name", Borrow(reference.name), pool);
  if (!reference.ns.empty()) {
    Set(depends_on, "namespace", Borrow(reference.ns), pool);
  }
  Value value = Object();
  Set(value, "dependsOn", std::move(depends_on), pool);
  return value;
}

// spec.references, made where it is missing.
Value& ListOf(Value& object, Pool* pool) {
  Value& spec = FindOrAdd(object, "spec", pool);
  if (spec.IsNull()) spec.SetObject();
  Value& list = FindOrAdd(spec, "references", pool);
  if (list.IsNull()) list.SetArray();
  return list;
}

}  // namespace

std::vector<ObjectReference> ReferencesIn(const Value& object, Pool* pool) {
  std::vector<ObjectReference> references;
  const Value* list = Dig(object, {"spec", "references"});
  if (list == nullptr || !list->IsArray()) return references;
  pool->account().Note(Finding(kMembersRead * list->Size()));
  for (const Value& entry : list->GetArray()) {
    const Value* reference = Dig(entry, {"dependsOn"});
    if (reference == nullptr || !reference->IsObject()) continue;
    references.push_back(
        {TextOf(*reference, "apiVersion"), TextOf(*reference, "kind"),
         TextOf(*reference, "name"), TextOf(*reference, "namespace")});
  }
  return references;
}

absl::string_view CannotRefer(const Value& object) {
  const Value* spec = Dig(object, {"spec"});
  if (spec == nullptr || spec->IsNull()) return "";
  if (!spec->IsObject()) return "spec is not an object";
  const Value* list = Find(*spec, "references");
  const bool fits = list == nullptr || list->IsNull() || list->IsArray();
  return fits ? "" : "spec.references is not a list";
}

absl::Status AddReferences(const std::vector<ObjectReference>& references,
                           Value& object, Pool* pool) {
  if (references.empty()) return absl::OkStatus();
  Value& list = ListOf(object, pool);
  const std::vector<ObjectReference> before = ReferencesIn(object, pool);
  LOOM_RETURN_IF_ERROR(Spend(Sorting(before.size() + references.size()), pool));
  std::set<ObjectReference, Less> known(before.begin(), before.end());
  for (const ObjectReference& reference : references) {
    if (!known.insert(reference).second) continue;
    Value value = ReferenceValue(reference, pool);
    LOOM_RETURN_IF_ERROR(Charge(value, pool));
    list.PushBack(value, pool->allocator());
  }
  return absl::OkStatus();
}

}  // namespace loom
