// SPDX-License-Identifier: Apache-2.0
// LookUpKind determines the names, the scope and the versions of a kind before objects
// of the kind are requested. If neither the input nor the table has the kind, its
// definition is looked up, which costs a round: by `resource` that definition, and by
// `kind` one for each possible plural (definition.h).
//
// Crossplane fails the reconcile, without notice to the function, if it is asked for an
// object of a kind that is not installed (yet or any more), or for an object of a
// namespaced kind by name without a namespace. Objects of a kind are therefore
// requested only when the kind is known.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "crossplane/contract/failure.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/value.h"

namespace loom {

struct KindFound {
  LookupState state = LookupState::kPending;  // never kNothing
  KnownKind kind = {};                        // if it is found
  // If the state is kFailed, without `where`: ReferencedKindNotInstalled,
  // VersionNotServed or InvalidReference.
  Failure failure = {};
};

// Looks up a kind. `known` is the result of Kinds::Find; if it is set, nothing is
// requested. Otherwise, adds the requirements of the lookup to `asked`, even if they
// are already answered, because every round must have the same requirements. The group
// of an unknown kind must not be empty. Errors are those of RequiredResources and
// Definition::Read.
absl::StatusOr<KindFound> LookUpKind(const NamedKind& name,
                                     const std::optional<KnownKind>& known,
                                     RequiredResources& required, Pool* pool,
                                     Requirements* asked);

}  // namespace loom
