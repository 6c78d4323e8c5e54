// SPDX-License-Identifier: Apache-2.0
// Functions for entries of `dependencies` with holdUpdates: an observed dependent keeps its
// observed spec while a prerequisite is not as it is desired:
//
//   prerequisite                                           the dependent
//   its condition does not hold                            keeps its spec
//   what is desired of it is not all observed yet          keeps its spec
//   its status is of an earlier generation                 keeps its spec
//   otherwise                                              is updated
//
// The second row counts because the condition is that of the former spec in the call that
// changes the spec. Everything but apiVersion, kind, metadata and status counts as the
// spec. The kept spec is what Crossplane has applied (crossplane/objects/applied_object.h).
// A dependent whose spec does not change is not held. The rules are ours.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "data/value/value.h"
#include "sections/dependencies/found_prerequisite.h"

namespace loom {

// Returns whether the object has everything that is desired of its spec
// (crossplane/objects/covers.h). Errors are those of the account of the call.
absl::StatusOr<bool> IsAsDesired(const Value& desired, const Value& observed,
                                 Pool* pool);

// Returns the resources; those that are not as they are desired do not hold. Errors come
// from the request and the account of the call.
absl::StatusOr<FoundResources> OnlyUpdated(const FoundResources& found,
                                           Call& call);

// Returns the spec that the dependent keeps, as an object with the fields beside
// apiVersion, kind, metadata and status; nullopt if it does not change, or if the kind or
// the version does. Errors are those of the account of the call.
absl::StatusOr<std::optional<Value>> SpecToKeep(const Value& desired,
                                                const Value& observed,
                                                Pool* pool);
void KeepSpec(Value spec, Value& desired, Pool* pool);

}  // namespace loom
