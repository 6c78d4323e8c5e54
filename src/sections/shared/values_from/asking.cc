// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/asking.h"

#include <utility>

#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"

namespace loom {
namespace {

// Why one of the objects that were found may not be read; "" if all may.
absl::StatusOr<absl::string_view> RefusalOfFound(
    const std::vector<const Value*>& objects, const WantedObjects& wanted,
    AccessPolicies policies, Call& call) {
  if (wanted.kind.scope == Scope::kNamespaced) return "";
  LOOM_RETURN_IF_ERROR(Spend(Finding(objects.size()), call.pool));
  for (const Value* object : objects) {
    if (Namespace(*object).empty()) continue;
    LOOM_ASSIGN_OR_RETURN(
        const absl::string_view refusal,
        RefusalOfObject(*object, wanted.ns_is_fixed, policies, call));
    if (!refusal.empty()) return refusal;
  }
  return "";
}

}  // namespace

absl::StatusOr<absl::string_view> RefusalOfObject(const Value& object,
                                                  bool ns_is_fixed,
                                                  AccessPolicies policies,
                                                  Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const absl::string_view ns = Namespace(object);
  const KnownKind kind{
      .group = std::string(GroupOf(ApiVersion(object))),
      .kind = std::string(Kind(object)),
      .scope = ns.empty() ? Scope::kCluster : Scope::kNamespaced};
  return RefusalOf(policies,
                   {.kind = kind,
                    .ns = ns,
                    .ns_is_fixed = ns_is_fixed,
                    .composite_ns = Namespace(*composite)},
                   call.pool);
}

absl::StatusOr<Answered> AskFor(const WantedObjects& wanted,
                                AccessPolicies policies, Call& call,
                                Requirements* asked) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const WantedObject object{.kind = wanted.kind,
                            .ns = wanted.ns,
                            .ns_is_fixed = wanted.ns_is_fixed,
                            .composite_ns = Namespace(*composite)};
  LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal,
                        RefusalOf(policies, object, call.pool));
  if (!refusal.empty()) return Answered{.refusal = refusal};
  Requirement requirement;
  requirement.api_version = wanted.api_version;
  requirement.kind = wanted.kind.kind;
  if (!wanted.ns.empty()) requirement.ns = wanted.ns;
  if (wanted.labels.empty() && !wanted.all) {
    requirement.name = wanted.name;
  } else {
    requirement.labels = wanted.labels;
  }
  const std::string key = CanonicalKey(requirement);
  asked->emplace(key, std::move(requirement));
  Answered answered;
  LOOM_ASSIGN_OR_RETURN(answered.objects, call.required.Answer(key));
  if (!answered.objects.has_value()) return answered;
  LOOM_ASSIGN_OR_RETURN(
      answered.refusal,
      RefusalOfFound(*answered.objects, wanted, policies, call));
  if (!answered.refusal.empty()) answered.objects.reset();
  return answered;
}

}  // namespace loom
