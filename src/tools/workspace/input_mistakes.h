// SPDX-License-Identifier: Apache-2.0
// FindInputMistakes finds the mistakes in the input of a step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "function/plan/plan.h"
#include "language/input/input.h"
#include "tools/workspace/composition.h"

namespace loom {

// FindInputMistakes reads the input of a step as the server does, and returns each
// mistake with its location in the file.
//
//   kError     composition.yaml:13:5: resources[2].patches[2]: unknown field "polcy"
//              (did you mean "policy"?)
//   kWarning   composition.yaml:20:13: resources[0].patches[0].toFieldPath: Invalid
//              value: … which a drop-in input accepts, because its Go function does
//
// The location is the value; for a missing field, the object that lacks it; for an
// unknown field, its key. Below patchSets the path has the name of the set instead of
// its index.

// The name of the required resource that a WatchOperation gives its pipeline.
inline constexpr absl::string_view kWatchedResource =
    "ops.crossplane.io/watched-resource";

// An input as it is read for its author: with every problem, and with its expressions.
// `plan` is never null, and a step may run it.
struct PlannedInput {
  std::shared_ptr<const Plan> plan;
  Problems problems;
};

// Reads an input as the server gets it. A name in `required` that neither the input nor
// its step has is a problem. `step` is the step as written, or an empty object if there is no step. It is
// nullptr if the step is unknown; the names are then not checked.
std::shared_ptr<const PlannedInput> PlanInput(
    const Value& input, const Value* step,
    Mistakes mistakes = Mistakes::kAsRules);

// Returns the input of a step, which must have one. It is planned when it is first asked
// for, and only once.
const std::shared_ptr<const PlannedInput>& PlannedInputOf(
    const PipelineStep& step);

// Returns nothing if the step has no input.
Diagnostics FindInputMistakes(const Composition& composition,
                              const PipelineStep& step,
                              DiagnosticSeverity severity);

// Returns the names and indexes of a path in an input, as far as the path exists. An
// element of a list can also be selected by its `name`.
//
//   patchSets[tags].patches[1].type   {"patchSets", "0", "patches", "1", "type"}
std::vector<std::string> StepsOf(absl::string_view path, const Value& input);

// Returns the value at a path such as "patchSets[tags].patches[0].transforms"; nullptr
// if the path does not exist or the step has no input.
const Value* InputMember(const PipelineStep& step, absl::string_view path);

}  // namespace loom
