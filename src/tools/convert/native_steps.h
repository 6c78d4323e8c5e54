// SPDX-License-Identifier: Apache-2.0
// ConvertSteps makes one native step of each run of steps in a pipeline. The first step
// of a run becomes the native step, and the sections of the later ones move behind its
// sections.
//
//   environmentConfigs' spec          environment, with configs
//   extraResources' spec              its extraResources
//   patch-and-transform's input       its fields as they are
//   function-sequencer's rules        dependencies (tools/convert/sequences.h)
//   a step of function-auto-ready     readiness (tools/convert/ready_rules.h)
//   their ttl and cacheTTL            ttl (tools/convert/chain.h)
//
// Lists with the same name are joined, and equal patch sets are merged. The edit gets
// stuck if a map or list that has to be taken apart is in flow style, empty or an alias.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/convert/chain.h"
#include "tools/yaml/edit.h"

namespace loom {

inline constexpr absl::string_view kNativeVersion =
    "loom.fn.crossplane.io/v1beta1";

// `function` is the name of the function that runs the native steps.
void ConvertSteps(const Chain& chain, const std::string& function,
                  YamlEdit* edit);

// Renames the functions of the steps whose inputs function-loom accepts as they are.
// Returns false if there is no such step.
bool RenameFunctions(const std::string& function, YamlEdit* edit);

// CheckRuns removes the runs from a chain whose native input would be refused, and adds
// the reason: a native input refuses mistakes that the replaced functions accept, such
// as two resources with the same name.
//
//   CheckRuns(edit.NewValue(), &chain);
//
//   the native input refuses this: resources[1].name: Invalid value: duplicate name
//   "bucket"
//
// `converted` is the composition in which all runs of the chain are converted.
void CheckRuns(const Value& converted, Chain* chain);

// Adds a refusal with the errors in a native input to `remarks`. `path` is what became
// that input.
void CheckInput(const Value& input, const NodePath& path, NodeRemarks* remarks);

}  // namespace loom
