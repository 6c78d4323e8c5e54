// SPDX-License-Identifier: Apache-2.0
// StepRunner runs one step of a pipeline to its last answer, as Crossplane
// does: what the function asks for is fetched and sent with the next call,
// until it asks for the same again; at most 6 calls. From call to call the
// context is carried over, desired state is not.
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
  // What was asked for and is in none of the files.
  std::vector<std::string> missing;
};

class StepRunner {
 public:
  StepRunner(const GivenResources& required, absl::Time deadline)
      : required_(required), deadline_(deadline) {}

  // `request` holds all but the required resources. FailedPrecondition: the
  // requirements do not settle. InvalidArgument: the function cannot be
  // reached, or fails.
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
