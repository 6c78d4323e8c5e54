// SPDX-License-Identifier: Apache-2.0
// StoredState is what a cluster says of a composite beside its pipeline, and why Crossplane
// may not even run that.
//
//   xr  being deleted since 2026-11-28T02:00:00Z, and stays until bucket is gone; no step
//       runs any more
//   bucket  being deleted since …, and waits for the finalizer example.org/backup
//   xr  paused by the annotation crossplane.io/paused; no step runs
//   xr  Synced is False, reason ReconcileError: cannot apply composed resource "bucket": …
//   xr  Responsive is False, reason WatchCircuitOpen: too many watch events …
//
// Of a composite that comes from files there is nothing to say.
#pragma once

#include <vector>

#include "tools/explain/explanation.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

// `ran` says whether all steps ran without a FATAL result: if not, that says more than the
// condition Synced.
std::vector<Unready> StoredState(const PipelineInputs& inputs, bool ran);

}  // namespace loom
