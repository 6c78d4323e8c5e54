// SPDX-License-Identifier: Apache-2.0
// The pipeline of a Composition, run once: each step gets the desired state and
// the context that the one before it returned.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "pipeline/render_inputs.h"

namespace loom {

struct StepResult {
  std::string step;
  fn::Result result;
};

struct PipelineOutcome {
  fn::State desired;
  bool has_context = false;
  google::protobuf::Struct context;
  std::vector<StepResult> results;
  std::vector<fn::Condition> conditions;
};

// FailedPrecondition: a step returned a FATAL result, or does not settle.
// InvalidArgument: a step could not be run.
absl::StatusOr<PipelineOutcome> RunPipeline(const RenderInputs& inputs,
                                            absl::Time deadline);

}  // namespace loom
