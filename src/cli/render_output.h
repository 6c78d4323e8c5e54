// SPDX-License-Identifier: Apache-2.0
// What `render` prints: documents, each behind a line `---`. The composite, the
// composed resources by resource name; on request what functions reported
// (kind Result) and the context of the last step (kind Context).
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "pipeline/pipeline.h"
#include "pipeline/render_inputs.h"
#include "pipeline/render_options.h"
#include "value/value.h"

namespace loom {

// FailedPrecondition: what the pipeline desires cannot be printed.
absl::StatusOr<std::string> RenderOutput(const RenderInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const RenderOptions& options,
                                         Pool* pool);

}  // namespace loom
