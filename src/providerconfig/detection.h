// SPDX-License-Identifier: Apache-2.0
// Detection decides whether a composed resource is a managed resource, which
// refers to a ProviderConfig, a nested composite, or anything else. The first
// rule that applies decides:
//
//   1. The input lists it: in nestedComposites.kinds as a composite, or in
//      targets.include as managed.
//   2. The observed object has spec.providerConfigRef, which the API server
//      fills in by default: it is managed. Or it has spec.crossplane,
//      spec.resourceRefs or spec.compositionRef: it is a composite.
//   3. Its group is Kubernetes' own (without a dot, or below k8s.io) or one of
//      Crossplane's own, or its kind ends with ProviderConfig or
//      ProviderConfigUsage: it is neither.
//   4. The desired object has in its spec forProvider, providerConfigRef,
//      initProvider, managementPolicies or deletionPolicy: it is managed. Or it
//      has there crossplane or composition…: it is a composite.
//   5. Otherwise it is neither.
//
// With `detection: All`, as in AppCat, every resource that
// nestedComposites.kinds does not list is managed. A resource that cannot be
// recognised on the first call is left as it is, so that nothing is written
// that the API server would refuse.
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
