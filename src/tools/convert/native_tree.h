// SPDX-License-Identifier: Apache-2.0
// ConvertSteps and ConvertSections convert a document as a tree. The changed YAML
// (tools/convert/native_text.h) is compared with the result.
//
//   environmentConfigs' spec          environment, with configs
//   extraResources' spec              its extraResources
//   patch-and-transform's input       its fields as they are
//   function-sequencer's rules        dependencies (tools/convert/sequences.h)
//   a step of function-auto-ready     readiness (tools/convert/ready_rules.h)
//   their ttl and cacheTTL            ttl (tools/convert/chain.h)
//
// Lists with the same name are joined, and equal patch sets are merged. The Fills of
// the conversion have already been applied.
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

// Returns the native input of a run.
Value NativeInput(const Value& composition, const Run& run, Pool* pool);

// Replaces the steps of the runs by native steps of that function.
void ConvertSteps(const Chain& chain, const std::string& function,
                  Value* composition, Pool* pool);

// Moves the sections of a Composition without a pipeline into one native step.
void ConvertSections(const std::string& step, const std::string& function,
                     Value* composition, Pool* pool);

// Does the same with two steps: one with an input of function-environment-configs, if
// the Composition has configs or defaults, and one of function-patch-and-transform.
void ConvertSectionsToDropIn(const std::string& function, Value* composition,
                             Pool* pool);

// Returns the steps of other functions whose inputs function-loom accepts as they are.
std::vector<size_t> StepsToRename(const Value& composition,
                                  const std::string& function);

// Renames their functions.
void RenameFunctions(const std::string& function, Value* composition,
                     Pool* pool);

// CheckRuns removes the runs from a chain whose native input would be refused, and adds
// the reason: a native input refuses mistakes that the replaced functions accept, such
// as two resources with the same name.
//
//   CheckRuns(composition, &chain, &pool);
//
//   the native input refuses this: resources[1].name: Invalid value: "bucket" is
//   given twice
//
// CheckOnlyStep does the same for a Composition without a pipeline.
//
// The fills of the chain must have been applied to the composition.
void CheckRuns(const Value& composition, Chain* chain, Pool* pool);

// Adds the errors in the input of the only step to `remarks`.
void CheckOnlyStep(const Value& converted, NodeRemarks* remarks);

}  // namespace loom
