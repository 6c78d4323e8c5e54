// SPDX-License-Identifier: Apache-2.0
// StepRunner calls the function of a step as often as Crossplane does. Each call
// includes what the function asked for in the response before (requirement_answers.h).
// When the function asks for the same as before, its last response is the result. Each
// call gets the context of the response before, and the desired state from the
// beginning of the step.
//
//   StepRunner runner(given, deadline);
//   LOOM_ASSIGN_OR_RETURN(StepAnswer answer, runner.Run(step, route, request));
//
// The limits are Crossplane's. A step has at most 6 calls, so the requirements can grow
// at most 5 times:
//
//   call       1   2   3     4       5       6
//   asks for   a   ab  abc   abcd    abcde   abcde     the last response is the result
//   asks for   a   ab  abc   abcd    abcde   abcdef    an error
//
// A FATAL result ends the calls at once. For a recorded call (Given::names), the calls
// end when it has no answer to a requirement: the last response is then what the
// function returned to Crossplane.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "tools/run/both_observers.h"
#include "tools/run/input_watch.h"
#include "tools/run/requirement_answers.h"
#include "tools/run/runtimes.h"
#include "tools/workspace/composition.h"

namespace loom {

struct StepAnswer {
  fn::RunFunctionResponse response;
  int calls = 0;
  // The requirements of all calls, each once.
  std::vector<StepRequirement> asked;
  // The schemas that the last call asked for.
  std::vector<fn::SchemaSelector> asked_schemas;
  // The requirements of the last call that found nothing.
  std::vector<Unanswered> unanswered;
  // The following fields are for the last call, if it was in process.
  std::string failed;  // what ended it: resources[2].patches[0]
  std::vector<Reason> reasons;
  std::vector<Result> results;  // those of the response, with their locations
};

bool IsFatal(const fn::RunFunctionResponse& response);

class StepRunner {
 public:
  // `observer` observes the calls in process. It may be null.
  StepRunner(const Given& given, absl::Time deadline,
             Observer* observer = nullptr)
      : given_(given), deadline_(deadline), observers_(&watch_, observer) {}
  StepRunner(const StepRunner&) = delete;
  StepRunner& operator=(const StepRunner&) = delete;

  // Runs a step. `request` is complete except for the required resources and schemas,
  // and for the encoded fields in `more`.
  // FailedPrecondition: the sixth response still asks for something different than the
  // fifth. InvalidArgument: the function is unreachable or answers with an error, the
  // deadline has passed, or a schema is unusable.
  absl::StatusOr<StepAnswer> Run(const PipelineStep& step, const Route& route,
                                 fn::RunFunctionRequest request,
                                 absl::string_view more = "");

 private:
  absl::StatusOr<fn::RunFunctionResponse> Call(
      const PipelineStep& step, const Route& route,
      const fn::RunFunctionRequest& request, absl::string_view more);
  absl::StatusOr<std::string> CallRemote(const PipelineStep& step,
                                         const std::string& target,
                                         const std::string& request);

  const Given& given_;
  absl::Time deadline_;
  InputWatch watch_;
  BothObservers observers_;
  std::map<std::string, RemoteFunction> remotes_;
};

}  // namespace loom
