// SPDX-License-Identifier: Apache-2.0
#include "source/asking.h"

#include <utility>

#include "base/status_macros.h"
#include "resource/object.h"

namespace loom {

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
  if (wanted.labels.empty()) {
    requirement.name = wanted.name;
  } else {
    requirement.labels = wanted.labels;
  }
  const std::string key = CanonicalKey(requirement);
  asked->emplace(key, std::move(requirement));
  Answered answered;
  LOOM_ASSIGN_OR_RETURN(answered.objects, call.required.Answer(key));
  return answered;
}

}  // namespace loom
