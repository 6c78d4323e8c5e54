// SPDX-License-Identifier: Apache-2.0
// Detection tells managed resources, which refer to a ProviderConfig, from
// nested composites and from everything else. The first rule that knows
// decides:
//
//   1. What the input says: nestedComposites.kinds, then targets.include.
//   2. The observed object: spec.providerConfigRef, which the API server fills
//      in by default, is that of a managed resource; spec.crossplane,
//      spec.resourceRefs and spec.compositionRef are those of a composite.
//   3. Groups that are Kubernetes' own (no dot, or below k8s.io) or
//      Crossplane's, and the kinds …ProviderConfig and …ProviderConfigUsage,
//      are neither.
//   4. The desired object: spec.forProvider, providerConfigRef, initProvider,
//      managementPolicies and deletionPolicy are those of a managed resource,
//      spec.crossplane and spec.composition… those of a composite.
//   5. Neither.
//
// With `detection: All`, as in AppCat, all but the listed composites are
// managed. What cannot be recognised on the first call is passed by, so that
// nothing is written that the API server would refuse.
#pragma once

#include "absl/status/statusor.h"
#include "providerconfig/provider_config.h"
#include "value/value.h"

namespace loom {

enum class Role { kOther, kManaged, kNestedComposite };

struct Candidate {
  Selectable id;
  const Value* desired;
  const Value* observed;  // nullptr: not observed yet
};

// Errors are those of Selector::Matches.
absl::StatusOr<Role> RoleOf(const ProviderConfig& config,
                            const Candidate& candidate, Pool* pool);

}  // namespace loom
