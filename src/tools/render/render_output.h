// SPDX-License-Identifier: Apache-2.0
// RenderOutput makes the text that `function-loom render` prints: documents of
// YAML, each after a line `---`. They are the composite, then the composed
// resources in the order of their names, then, if the options ask for them, the
// results of the functions (kind Result) and the context of the last step (kind
// Context).
//
//   LOOM_ASSIGN_OR_RETURN(std::string text,
//                         RenderOutput(inputs, outcome, options, &pool));
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/pipeline.h"
#include "tools/render/render_options.h"

namespace loom {

// FailedPrecondition: what the pipeline desires cannot be printed, for instance
// a number that is infinite.
absl::StatusOr<std::string> RenderOutput(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const RenderOptions& options,
                                         Pool* pool);

}  // namespace loom
