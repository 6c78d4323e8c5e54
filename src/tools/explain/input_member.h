// SPDX-License-Identifier: Apache-2.0
// InputMember finds what stands at a place of the input of a step, as messages name
// places: an element of a list by its index, and a patch set by its name.
//
//   InputMember(step, "resources[0].patches[1]")
//   InputMember(step, "patchSets[tags].patches[0].transforms")
#pragma once

#include "absl/strings/string_view.h"
#include "tools/pipeline/composition.h"

namespace loom {

// nullptr: there is nothing, or no input.
const Value* InputMember(const PipelineStep& step, absl::string_view place);

}  // namespace loom
