// SPDX-License-Identifier: Apache-2.0
// FindInputMistakes reads the input of a step as the server does, and gives each of
// its author's mistakes the place in the file.
//
//   errors   composition.yaml:13:5: resources[2].patches[2]: unknown field "polcy",
//            did you mean "policy"?
//   notes    composition.yaml:20:13: resources[0].patches[0].toFieldPath: Invalid
//            value: … what a drop-in input lets pass, because its Go function does
//
// The place is that of the value; of a member that is missing, the object that lacks
// it; of a member that is not known, its name. Of patchSets the path has the name of
// the set instead of its index.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/pipeline/composition.h"

namespace loom {

struct InputMistakes {
  std::vector<std::string> errors;
  std::vector<std::string> notes;
};

// None if the step has no input.
InputMistakes FindInputMistakes(const Composition& composition,
                                const PipelineStep& step);

// The names and indexes of a path in an input, as far as they are there; a list
// is also entered by the `name` of an element.
//
//   patchSets[tags].patches[1].type   {"patchSets", "0", "patches", "1", "type"}
std::vector<std::string> StepsOf(absl::string_view path, const Value& input);

}  // namespace loom
