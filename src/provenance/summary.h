// SPDX-License-Identifier: Apache-2.0
// AddSummary completes an Explanation that a recorder has made: the composite, its
// resources, why it is not ready, and what was asked for.
//
// A resource is ready if the last step said so. Of a resource that is not, the
// reason is that it is not observed yet, that it was withheld, or what its checks
// found.
#pragma once

#include "explain/explanation.h"
#include "pipeline/pipeline.h"

namespace loom {

// If a step has failed, what is known until then is told.
void AddSummary(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                Explanation* explanation);

}  // namespace loom
