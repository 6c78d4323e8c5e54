// SPDX-License-Identifier: Apache-2.0
// CompositeDocument makes of an outcome the composite as `crossplane render`
// 2.2 prints it: what the pipeline desires of it, with its own name, the
// condition Ready and the conditions that functions set.
//
//   LOOM_ASSIGN_OR_RETURN(Value document,
//                         CompositeDocument(xr, outcome, false, &pool));
//
// These are the rules of Crossplane. Ready is what the pipeline says. If it
// says nothing, Ready is True if all composed resources are ready; otherwise it
// is False, and its message is
//
//   Unready resources: a, b, c, and 2 more
//
// Functions cannot set the conditions Ready, Synced and Healthy. The time of
// every new condition is the beginning of 2024.
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/pipeline.h"
#include "tools/yaml/reader.h"

namespace loom {

// If `full` is true, spec and metadata of the given composite are part of the
// document. FailedPrecondition: `full` is true and the composite has no spec or
// no metadata.
absl::StatusOr<Value> CompositeDocument(const YamlDocument& composite,
                                        const PipelineOutcome& outcome,
                                        bool full, Pool* pool);

}  // namespace loom
