// SPDX-License-Identifier: Apache-2.0
// StepRunner calls the function of a step as often as Crossplane does. What a
// function asks for is fetched and sent with the next call, until it asks for
// the same as before; then its last response counts. There are at most 6 calls,
// which is the limit of Crossplane. Each call gets the context of the response
// before it, and the desired state that the step began with.
//
//   StepRunner runner(given, deadline);
//   LOOM_ASSIGN_OR_RETURN(StepAnswer answer, runner.Run(step, route, request));
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "pipeline/composition.h"
#include "pipeline/given_resources.h"
#include "pipeline/remote_function.h"
#include "pipeline/runtimes.h"

namespace loom {

struct StepAnswer {
  fn::RunFunctionResponse response;
  // What the function asked for and the given resources do not contain,
  // described for a message: `EnvironmentConfig "base"`.
  std::vector<std::string> missing;
};

class StepRunner {
 public:
  StepRunner(const GivenResources& required, absl::Time deadline)
      : required_(required), deadline_(deadline) {}

  // `request` is complete but for the required resources. FailedPrecondition:
  // the sixth response still asks for something else than the fifth.
  // InvalidArgument: the function cannot be reached, or answers with an error,
  // or the deadline has passed.
  absl::StatusOr<StepAnswer> Run(const PipelineStep& step, const Route& route,
                                 fn::RunFunctionRequest request);

 private:
  absl::StatusOr<fn::RunFunctionResponse> Call(
      const PipelineStep& step, const Route& route,
      const fn::RunFunctionRequest& request);
  absl::StatusOr<std::string> CallRemote(const PipelineStep& step,
                                         const std::string& target,
                                         const std::string& request);

  const GivenResources& required_;
  absl::Time deadline_;
  Function function_;
  std::map<std::string, RemoteFunction> remotes_;
};

}  // namespace loom
