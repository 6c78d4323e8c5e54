// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/object_referrer.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"

namespace loom {
namespace {

// The steps of a reference: its tree is made, and it is compared with others.
constexpr uint64_t kReferrerSteps = 100;

bool IsNamespaced(const WantedKind& kind) {
  return kind.known.has_value() ? kind.known->scope == Scope::kNamespaced
                                : IsModernGroup(kind.name.group);
}

}  // namespace

absl::Status ObjectReferrer::Add(const FoundResources& resources) {
  if (resources.Except(object_)) return absl::OkStatus();
  for (const FoundResource& resource : resources.list) {
    LOOM_RETURN_IF_ERROR(Spend(kReferrerSteps, call_.pool));
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
  LOOM_RETURN_IF_ERROR(AddReferences(references_, *desired, call_.pool));
  return absl::string_view();
}

void ObjectReferrer::WarnOfControlPlane(
    const std::vector<ObjectReference>& observed) {
  call_.pool->account().Note(
      Finding(references_.size() * (1 + observed.size())));
  for (const ObjectReference& reference : references_) {
    if (!IsOfKubernetes(GroupOf(reference.api_version))) continue;
    const bool known = std::any_of(
        observed.begin(), observed.end(), [&](const ObjectReference& other) {
          return other.kind == reference.kind && other.name == reference.name;
        });
    if (known) continue;
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
