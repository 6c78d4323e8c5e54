// SPDX-License-Identifier: Apache-2.0
// RenderFixture renders files that a test writes into a temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "absl/time/clock.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"
#include "tools/inputs/render_inputs.h"
#include "tools/run/pipeline.h"

namespace loom {

class RenderFixture : public testing::Test {
 protected:
  RenderFixture() {
    options_.composite = folder_.Write("xr.yaml", kXr);
    options_.composition =
        folder_.Write("composition.yaml", CompositionOf(kBucketStep));
  }

  absl::StatusOr<PipelineInputs> Load() {
    return LoadRenderInputs(options_, in_, &pool_);
  }
  absl::StatusOr<PipelineOutcome> Run() {
    absl::StatusOr<PipelineInputs> inputs = Load();
    if (!inputs.ok()) return inputs.status();
    PipelineOutcome outcome =
        RunPipeline(*inputs, absl::Now() + absl::Seconds(20));
    notes_.insert(notes_.end(), outcome.notes.begin(), outcome.notes.end());
    if (!outcome.status.ok()) return outcome.status;
    return outcome;
  }

  TempFolder folder_;
  RenderOptions options_;
  std::istringstream in_;
  Pool pool_;
  Diagnostics notes_;
};

}  // namespace loom
