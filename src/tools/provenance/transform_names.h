// SPDX-License-Identifier: Apache-2.0
// TransformNames describes each transform of a patch in a few words, as the author
// wrote them, such as `string Convert ToUpper`, `math 2` or `expression value * 2`.
// `patch` is the path of the patch in the input of the step: resources[0].patches[1],
// or patchSets[tags].patches[0].
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/workspace/composition.h"

namespace loom {

std::vector<std::string> TransformNames(const PipelineStep& step,
                                        absl::string_view patch);

std::vector<std::string> TransformExpressions(const PipelineStep& step,
                                              absl::string_view patch);

}  // namespace loom
