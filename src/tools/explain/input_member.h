// SPDX-License-Identifier: Apache-2.0
// InputMember finds what stands at a place of the input of a step, as messages name
// places: an element of a list by its index, and a patch set by its name.
//
//   InputMember(step, "resources[0].patches[1]")
//   InputMember(step, "patchSets[tags].patches[0].transforms")
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/pipeline/composition.h"

namespace loom {

// nullptr: there is nothing, or no input.
const Value* InputMember(const PipelineStep& step, absl::string_view place);

// TransformNames says in a few words what the transforms of a patch do, as its
// author wrote them.
//
//   {type: string, string: {type: Convert, convert: ToUpper}}   string Convert ToUpper
//   {type: math, math: {multiply: 2}}                           math 2
//   {type: map, map: {…}}                                       map
//   {type: expression, expression: "value * 2"}                 expression value * 2
//
// `patch` is the place of the patch in the input of the step:
// resources[0].patches[1], or patchSets[tags].patches[0].
std::vector<std::string> TransformNames(const PipelineStep& step,
                                        absl::string_view patch);

// The texts of the transforms of a patch that are expressions.
std::vector<std::string> TransformExpressions(const PipelineStep& step,
                                              absl::string_view patch);

}  // namespace loom
