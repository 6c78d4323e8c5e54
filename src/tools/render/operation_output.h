// SPDX-License-Identifier: Apache-2.0
// OperationOutput returns the documents that `crossplane operation render` prints for
// an Operation: the Operation with its status, and the resources that it applies,
// sorted by apiVersion, kind, namespace and name. For a CronOperation or a
// WatchOperation, it uses the Operation that Crossplane creates from it. Crossplane
// applies resources by their names, so one without a name is an error. Conditions have
// the fixed time of `render` (kRenderTime).
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/run/pipeline.h"

namespace loom {

absl::StatusOr<std::vector<Value>> OperationOutput(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool);

}  // namespace loom
