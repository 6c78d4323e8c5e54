// SPDX-License-Identifier: Apache-2.0
// StoredState returns the reasons from a cluster, besides the pipeline, why a composite
// is not ready, including those why Crossplane does not even run the pipeline.
//
//   xr  being deleted since 2026-11-28T02:00:00Z, and stays until bucket is deleted; no
//       step runs anymore
//
// The reasons are a deletion that waits for resources or finalizers, the annotation
// crossplane.io/paused, and a condition Synced or Responsive that is False. For a
// composite from files the list is empty.
#pragma once

#include <vector>

#include "tools/provenance/explanation.h"
#include "tools/run/pipeline.h"

namespace loom {

// `ran` is whether all steps ran without a FATAL result. If not, that result is more
// informative than the Synced condition.
std::vector<Unready> StoredState(const PipelineInputs& inputs, bool ran);

}  // namespace loom
