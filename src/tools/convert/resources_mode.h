// SPDX-License-Identifier: Apache-2.0
// ReadResourcesMode reads a Composition of `mode: Resources`, or without a mode, and
// returns what must be filled in so that a native step can do the same, and what
// prevents the conversion.
//
//   patch without type                 type: FromCompositeFieldPath
//   string without type                type: Format
//   math without type                  by its field: type: Multiply
//   connection detail without type     by its field; `name` from the secret key
//   mergeOptions                       toFieldPath of the same meaning
//
// These are refused: resources without a name, because Crossplane would recreate them;
// `spec.functions`; and `environment.policy.resolve`. A note reports each patch whose
// source is Required: it now withholds its resource, which was an error before.
#pragma once

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"

namespace loom {

// The fields of `spec` that move into the input of a step.
inline constexpr absl::string_view kSections[] = {"environment", "patchSets",
                                                  "resources"};

// Returns whether Crossplane 1.x ran the Composition without functions.
bool IsResourcesMode(const Value& composition);

// Returns the toFieldPath policy that replaces the `mergeOptions` of a patch, which
// Crossplane had before functions. nullopt: the patch has none.
//
//   mergeOptions: {keepMapValues: true}     toFieldPath: MergeObjects
std::optional<Fill> ToFieldPathOf(const Value& patch, const NodePath& path);

struct ResourcesMode {
  std::vector<Fill> fills;
  NodeRemarks remarks;
};

// `name_unnamed`: whether a resource without a name is named resource-N instead of
// refused.
ResourcesMode ReadResourcesMode(const Value& composition, bool name_unnamed);

}  // namespace loom
