// SPDX-License-Identifier: Apache-2.0
// ReadResourcesMode reads a Composition of `mode: Resources`, or of no mode, and
// says what has to be filled in so that a native step can do the same, and what
// is in the way.
//
//   patch without type                 type: FromCompositeFieldPath
//   string without type                type: Format
//   math without type                  by its member: type: Multiply
//   connection detail without type     by its member; `name` from the secret key
//   mergeOptions                       toFieldPath of the same meaning
//
// Refused are resources without a name, because Crossplane would make them anew,
// `spec.functions` and `environment.policy.resolve`. A note tells of each patch
// whose source is Required: it withholds its resource, where it was an error.
#pragma once

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"

namespace loom {

// The members of `spec` that move into the input of a step.
inline constexpr absl::string_view kSections[] = {"environment", "patchSets",
                                                  "resources"};

// Whether Crossplane 1.x ran the Composition by itself.
bool IsResourcesMode(const Value& composition);

// What the policy of a patch means that has `mergeOptions`, as Crossplane had them before
// its functions; nullopt: it has none.
//
//   mergeOptions: {keepMapValues: true}     toFieldPath: MergeObjects
std::optional<Fill> ToFieldPathOf(const Value& patch, const NodePath& path);

struct ResourcesMode {
  std::vector<Fill> fills;
  NodeRemarks remarks;
};

// `name_unnamed`: a resource without a name is called resource-N instead of
// being refused.
ResourcesMode ReadResourcesMode(const Value& composition, bool name_unnamed);

}  // namespace loom
