// SPDX-License-Identifier: Apache-2.0
// StepRunner calls the function of a step as often as Crossplane does. What a
// function asks for is sent with the next call (requirement_answers.h), until it
// asks for the same as before; then its last response counts. Each call gets the
// context of the response before it, and the desired state that the step began
// with.
//
//   StepRunner runner(given, deadline);
//   LOOM_ASSIGN_OR_RETURN(StepAnswer answer, runner.Run(step, route, request));
//
// The limits are those of Crossplane. There are at most 6 calls, so what a
// function asks for can grow 5 times at most:
//
//   call       1   2   3     4       5       6
//   asks for   a   ab  abc   abcd    abcde   abcde     its last response counts
//   asks for   a   ab  abc   abcd    abcde   abcdef    an error
//
// A FATAL result ends the calls at once. Those of a recorded call (Given::names) end
// where it has no answer to what is asked for: what the function has said so far is what
// it said to Crossplane.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "tools/pipeline/composition.h"
#include "tools/pipeline/input_mistakes.h"
#include "tools/pipeline/requirement_answers.h"
#include "tools/pipeline/runtimes.h"

namespace loom {

struct StepAnswer {
  fn::RunFunctionResponse response;
  int calls = 0;
  // What all calls asked for, each requirement once.
  std::vector<StepRequirement> asked;
  // The schemas that the last call asked for.
  std::vector<fn::SchemaSelector> asked_schemas;
  // What was required of the last call and is not given.
  std::vector<Unanswered> unanswered;
  // Of the last call, if it was in process.
  std::string failed;  // what ended it: resources[2].patches[0]
  std::vector<Stumble> stumbles;
  std::vector<KeptResource> kept;
};

class StepRunner {
 public:
  // `observer` observes the calls in process; it may be null.
  StepRunner(const Given& given, absl::Time deadline,
             Observer* observer = nullptr)
      : given_(given), deadline_(deadline), watch_(observer) {}

  // `request` is complete but for the required resources and schemas.
  // FailedPrecondition: the sixth response still asks for something else than the
  // fifth. InvalidArgument: the function cannot be reached, or answers with an
  // error, or the deadline has passed, or a schema cannot be used.
  absl::StatusOr<StepAnswer> Run(const PipelineStep& step, const Route& route,
                                 fn::RunFunctionRequest request);

 private:
  absl::StatusOr<fn::RunFunctionResponse> Call(
      const PipelineStep& step, const Route& route,
      const fn::RunFunctionRequest& request);
  absl::StatusOr<std::string> CallRemote(const PipelineStep& step,
                                         const std::string& target,
                                         const std::string& request);

  const Given& given_;
  absl::Time deadline_;
  InputWatch watch_;
  Function function_;
  std::map<std::string, RemoteFunction> remotes_;
};

}  // namespace loom
