// SPDX-License-Identifier: Apache-2.0
// OperationOutput returns the documents that `crossplane operation render` prints for
// an Operation: the Operation with its status, and the resources that it applies,
// sorted by apiVersion, kind, namespace and name. For a CronOperation or a
// WatchOperation, it uses the Operation that Crossplane creates from it.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<Value> documents,
//                         OperationOutput(inputs, outcome, &pool));
//
// Crossplane applies resources by their names, so one without a name is an error:
//
//   resource "team-a" has no metadata.name
//     an Operation applies objects by name and does not generate names
//
// Conditions have the fixed time of `render` (kRenderTime).
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

absl::StatusOr<std::vector<Value>> OperationOutput(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool);

}  // namespace loom
