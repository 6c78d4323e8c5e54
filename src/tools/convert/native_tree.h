// SPDX-License-Identifier: Apache-2.0
// The structural conversion: what a document has to become, as trees. What is
// done to the text (tools/convert/native_text.h) is compared with it.
//
//   environmentConfigs' spec          environment, with configs
//   extraResources' spec              its extraResources
//   patch-and-transform's input       its members as they are
//   function-sequencer's rules        dependencies (tools/convert/sequences.h)
//   a step of function-auto-ready     readiness (tools/convert/ready_rules.h)
//   their ttl and cacheTTL            ttl (tools/convert/chain.h)
//
// Lists of one name are joined; of patch sets that are equal one stays. The
// Fills of the conversion have been applied before.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/convert/chain.h"

namespace loom {

inline constexpr absl::string_view kNativeVersion =
    "loom.fn.crossplane.io/v1beta1";
inline constexpr absl::string_view kEnvironmentVersion =
    "environmentconfigs.fn.crossplane.io/v1beta1";
inline constexpr absl::string_view kPatchVersion =
    "pt.fn.crossplane.io/v1beta1";

// The native input of a run.
Value NativeInput(const Value& composition, const Run& run, Pool* pool);

// Replaces the steps of the runs by native steps of that function.
void ConvertSteps(const Chain& chain, const std::string& function,
                  Value* composition, Pool* pool);

// Moves the sections of a Composition without a pipeline into one native step.
void ConvertSections(const std::string& step, const std::string& function,
                     Value* composition, Pool* pool);

// The same as two steps with the inputs of function-environment-configs, if there
// are configs or defaults, and function-patch-and-transform.
void ConvertSectionsToDropIn(const std::string& function, Value* composition,
                             Pool* pool);

// The steps whose inputs function-loom takes as they are, and which have another
// function.
std::vector<size_t> StepsToRename(const Value& composition,
                                  const std::string& function);

// Renames their functions.
void RenameFunctions(const std::string& function, Value* composition,
                     Pool* pool);

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
//
// The fills of the chain have been applied to the composition.
void CheckRuns(const Value& composition, Chain* chain, Pool* pool);

// Adds to `remarks` what is wrong with the input of the only step.
void CheckOnlyStep(const Value& converted, NodeRemarks* remarks);

}  // namespace loom
