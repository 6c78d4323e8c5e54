// SPDX-License-Identifier: Apache-2.0
// The composite as `crossplane render` 2.2 prints it: what the pipeline desires
// of it, under its own name, with the condition Ready and those that functions
// set.
//
//   Ready: what the pipeline says; if it says nothing, whether all composed
//   resources are ready, and if not, which are not:
//     Unready resources: a, b, c, and 2 more
//   Functions cannot set Ready, Synced and Healthy. Times are 2024-01-01.
#pragma once

#include "absl/status/statusor.h"
#include "pipeline/pipeline.h"
#include "value/value.h"
#include "yaml/reader.h"

namespace loom {

// `full`: with spec and metadata as they were given. FailedPrecondition: they
// are asked for and there are none.
absl::StatusOr<Value> CompositeDocument(const YamlDocument& composite,
                                        const PipelineOutcome& outcome,
                                        bool full, Pool* pool);

}  // namespace loom
