// SPDX-License-Identifier: Apache-2.0
// AddSummary completes an Explanation that a recorder has made: the composite, its
// resources, why it is not ready, and what was asked for.
//
// A resource is ready if the last step said so. Of a resource that is not, the
// reason is that it is not observed yet, that it was withheld, what the section
// `readiness` says of it, or its condition Ready.
#pragma once

#include "tools/explain/explanation.h"
#include "tools/explain/recorder.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

// If a step has failed, what is known until then is told.
void AddSummary(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                const NotReadyReasons& not_ready, Explanation* explanation);

}  // namespace loom
