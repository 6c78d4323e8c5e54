// SPDX-License-Identifier: Apache-2.0
// FindInputMistakes finds the mistakes in the input of a step.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/pipeline/composition.h"

namespace loom {

struct Plan;
class Problems;

// FindInputMistakes reads the input of a step as the server does, and returns each
// mistake with its location in the file.
//
//   errors   composition.yaml:13:5: resources[2].patches[2]: unknown field "polcy" (did
//            you mean "policy"?)
//   notes    composition.yaml:20:13: resources[0].patches[0].toFieldPath: Invalid
//            value: … which a drop-in input accepts, because its Go function does
//
// The location is the value; for a missing field, the object that lacks it; for an
// unknown field, its key. Below patchSets the path has the name of the set instead of
// its index.

struct InputMistakes {
  std::vector<std::string> errors;
  std::vector<std::string> notes;
};

// The name of the required resource that a WatchOperation gives its pipeline.
inline constexpr absl::string_view kWatchedResource =
    "ops.crossplane.io/watched-resource";

// Reports the names in `required` that neither the input nor its step has. `step` is
// the step as written, or an empty object if there is no step.
void AddUnknownEntries(const Plan& plan, const Value& step, Problems* problems);

// Returns nothing if the step has no input.
InputMistakes FindInputMistakes(const Composition& composition,
                                const PipelineStep& step);

// Returns the names and indexes of a path in an input, as far as the path exists. An
// element of a list can also be selected by its `name`.
//
//   patchSets[tags].patches[1].type   {"patchSets", "0", "patches", "1", "type"}
std::vector<std::string> StepsOf(absl::string_view path, const Value& input);

// Returns the value at a path such as "patchSets[tags].patches[0].transforms"; nullptr
// if the path does not exist or the step has no input.
const Value* InputMember(const PipelineStep& step, absl::string_view path);

}  // namespace loom
