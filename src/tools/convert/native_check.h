// SPDX-License-Identifier: Apache-2.0
// CheckRuns takes those runs out of a chain whose native input would be refused,
// and says why: a native input refuses mistakes that the replaced functions let
// pass, such as a resource that is there twice.
//
//   CheckRuns(composition, &chain, &pool);
//
//   the native input refuses this: resources[1].name: Invalid value: "bucket" is
//   there twice
//
// CheckOnlyStep does the same for what a Composition without a pipeline becomes.
#pragma once

#include "data/value/value.h"
#include "tools/convert/chain.h"

namespace loom {

// The fills of the chain have been applied to the composition.
void CheckRuns(const Value& composition, Chain* chain, Pool* pool);

// Adds to `remarks` what is wrong with the input of the only step.
void CheckOnlyStep(const Value& converted, NodeRemarks* remarks);

}  // namespace loom
