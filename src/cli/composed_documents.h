// SPDX-License-Identifier: Apache-2.0
// The composed resources as `crossplane render` 2.2 prints them: what the
// pipeline desires, plus what Crossplane adds before it applies them: the name
// of the observed one or else generateName, the namespace of the composite, its
// own labels and annotation, the composite as controller.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "pipeline/pipeline.h"
#include "pipeline/render_inputs.h"
#include "value/value.h"

namespace loom {

// By resource name. FailedPrecondition: one has another controller.
absl::StatusOr<std::vector<Value>> ComposedDocuments(
    const RenderInputs& inputs, const PipelineOutcome& outcome, Pool* pool);

}  // namespace loom
