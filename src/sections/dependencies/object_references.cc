// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/object_references.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

auto Tied(const ObjectReference& reference) {
  return std::tie(reference.api_version, reference.kind, reference.name,
                  reference.ns);
}

struct Less {
  bool operator()(const ObjectReference& a, const ObjectReference& b) const {
    return Tied(a) < Tied(b);
  }
};

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

// Returns spec.references, which is created if it is missing.
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
  for (const Value& entry : Items(*list, pool)) {
    const Value* reference = Dig(entry, {"dependsOn"});
    if (reference == nullptr || !reference->IsObject()) continue;
    references.push_back(
        {TextAt(*reference, {"apiVersion"}), TextAt(*reference, {"kind"}),
         TextAt(*reference, {"name"}), TextAt(*reference, {"namespace"})});
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

void AddReferences(const std::vector<ObjectReference>& references,
                   Value& object, Pool* pool) {
  if (references.empty()) return;
  Value& list = ListOf(object, pool);
  const std::vector<ObjectReference> before = ReferencesIn(object, pool);
  std::set<ObjectReference, Less> known(before.begin(), before.end());
  for (const ObjectReference& reference : references) {
    if (!known.insert(reference).second) continue;
    Value value = ReferenceValue(reference, pool);
    list.PushBack(value, pool->allocator());
  }
}

namespace {

bool IsNamespaced(const WantedKind& kind) {
  return kind.known.has_value() ? kind.known->scope == Scope::kNamespaced
                                : IsModernGroup(kind.name.group);
}

}  // namespace

absl::Status ObjectReferrer::Add(const FoundResources& resources) {
  if (resources.Except(object_)) return absl::OkStatus();
  for (const FoundResource& resource : resources.list) {
    if (resource.name == object_) continue;
    LOOM_ASSIGN_OR_RETURN(const Value* observed,
                          call_.composed.Observed(resource.name));
    if (observed == nullptr) {
      complete_ = false;
      continue;
    }
    references_.push_back({ApiVersion(*observed), Kind(*observed),
                           Name(*observed), Namespace(*observed)});
  }
  complete_ = complete_ && !resources.list.empty();
  return absl::OkStatus();
}

void ObjectReferrer::Add(const OutsideObject& object, const WantedKind& kind) {
  Pool* pool = call_.pool;
  const bool cluster_scoped =
      kind.known.has_value() && kind.known->scope == Scope::kCluster;
  const absl::string_view ns = cluster_scoped       ? ""
                               : !object.ns.empty() ? object.ns
                               : IsNamespaced(kind) ? composite_ns_
                                                    : "";
  references_.push_back({pool->Keep(kind.name.ApiVersion()),
                         pool->Keep(kind.name.kind), object.name, ns});
}

absl::StatusOr<absl::string_view> ObjectReferrer::Write() {
  LOOM_ASSIGN_OR_RETURN(Value * desired, call_.composed.Change(object_));
  const absl::string_view refusal = CannotRefer(*desired);
  if (!refusal.empty()) return refusal;
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call_.composed.Observed(object_));
  std::vector<ObjectReference> before;
  if (observed != nullptr) before = ReferencesIn(*observed, call_.pool);
  WarnOfControlPlane(before);
  if (!complete_) {
    references_.insert(references_.end(), before.begin(), before.end());
  }
  AddReferences(references_, *desired, call_.pool);
  return absl::string_view();
}

void ObjectReferrer::WarnOfControlPlane(
    const std::vector<ObjectReference>& observed) {
  std::set<std::pair<absl::string_view, absl::string_view>> known;
  for (const ObjectReference& reference : observed) {
    known.emplace(reference.kind, reference.name);
  }
  for (const ObjectReference& reference : references_) {
    if (!IsOfKubernetes(GroupOf(reference.api_version))) continue;
    if (known.contains({reference.kind, reference.name})) continue;
    warnings_.push_back(
        {Severity::kWarning,
         absl::StrCat(
             object_, ": provider-kubernetes looks for ", reference.kind, " ",
             reference.name,
             " on the control plane, not in the cluster of the Object"),
         "ReferenceOnControlPlane"});
  }
}

}  // namespace loom
