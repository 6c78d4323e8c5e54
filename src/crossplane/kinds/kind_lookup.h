// SPDX-License-Identifier: Apache-2.0
// LookUpKind finds out what a kind is before objects of it are asked for. A kind
// that neither the input nor the table knows is looked up by its definition, which
// costs a round:
//
//   named by    definitions that are asked for
//   resource    vpcs.ec2.example.org
//   kind        one for each plural that it may have (definition.h), in one round
//
// Crossplane fails the reconcile when it is asked for an object of a kind that is
// not installed, still or no longer, or by name for a namespaced kind without a namespace, and the
// function never hears of it. So nothing of a kind is asked for before it is known.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/value.h"

namespace loom {

struct KindFound {
  enum class State { kKnown, kPending, kFailed };
  State state = State::kPending;
  KnownKind kind = {};  // if it is known
  // If it failed: the reason of the condition, and its cause in words.
  //   ReferencedKindNotInstalled
  //     custom resource definition vpcs.ec2.example.org is not installed
  //   VersionNotServed
  //     version v1beta1 is not served, served: v1, v1beta2
  //   InvalidReference
  //     vpcs.ec2.example.org is the definition of VPC, not of Vpc
  std::string reason = {};
  std::string cause = {};
};

// `known` is what Kinds::Find says of the kind, which nothing has to be asked for
// then. Otherwise adds the requirements of the look-up to `asked`, also if they are answered
// already, because every round has to ask for the same. The group must not be
// empty for a kind that is not known. Errors are those of RequiredResources and
// Definition::Read.
absl::StatusOr<KindFound> LookUpKind(const NamedKind& name,
                                     const std::optional<KnownKind>& known,
                                     RequiredResources& required, Pool* pool,
                                     Requirements* asked);

}  // namespace loom
