// SPDX-License-Identifier: Apache-2.0
// ComposedDocuments makes of an outcome the composed resources as `crossplane
// render` 2.2 prints them: what the pipeline desires, and what Crossplane adds
// before it applies them. These are the name of the observed resource (or
// generateName if there is none), the namespace of the composite, the labels
// and the annotation of Crossplane, and the composite as the controller.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<Value> documents,
//                         ComposedDocuments(inputs, outcome, &pool));
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

// In the order of the resource names. FailedPrecondition: a resource has
// another controller, or cannot be read.
absl::StatusOr<std::vector<Value>> ComposedDocuments(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool);

}  // namespace loom
