// SPDX-License-Identifier: Apache-2.0
// RunPipeline runs the pipeline of a Composition once, outside a cluster, as
// Crossplane 2.2 does: each step gets the desired state and the context that
// the step before it returned, and the same observed state.
//
//   PipelineOutcome outcome = RunPipeline(inputs, deadline);
//   LOOM_RETURN_IF_ERROR(outcome.status);
//
// The outcome is what Crossplane would apply after the last step. Nothing is applied.
// If a step fails, the outcome includes the steps before it and the results of the step
// itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "crossplane/call/observer.h"
#include "tools/run/reason.h"
#include "tools/run/requirement_answers.h"
#include "tools/run/runtimes.h"
#include "tools/workspace/composition.h"
#include "tools/yaml/reader.h"

namespace loom {

using DetailValues = std::map<std::string, std::string>;

struct PipelineInputs {
  // For an Operation, which has no composite, an empty object.
  YamlDocument composite;
  // The claim that the composite was made from, if it was.
  std::optional<YamlDocument> claim = {};
  // Whether it is a composite of Crossplane 2. Functions then get it with
  // spec.crossplane.compositionRef, which Crossplane writes before it calls any
  // function.
  bool is_modern = false;
  // The definition of the composite, if it was given.
  std::optional<YamlDocument> definition = {};
  Composition composition;
  std::vector<Route> routes = {};  // one for each step, in order
  // The observed composed resources, by resource name.
  std::map<std::string, YamlDocument> observed = {};
  // The connection details that they have published, and those of the composite.
  std::map<std::string, DetailValues> details = {};
  DetailValues composite_details = {};
  // The objects and schemas that functions may ask for.
  Given given;
  // The data of Secrets, by namespace/name.
  std::map<std::string, fn::CredentialData> credentials = {};
  // The desired state of earlier steps, and the context that the first step gets.
  fn::State desired = {};
  google::protobuf::Struct context = {};
  // Notes for the user about the files, which can still be rendered.
  Diagnostics notes = {};
  // Whether the pipeline is that of an Operation (tools/workspace/composition.h).
  bool is_operation = false;
  // Whether the composite comes from a cluster, with the status that Crossplane wrote.
  bool is_stored = false;
};

struct StepResult {
  std::string step;
  fn::Result result;
  // The reason that it reports, if it is about a resource.
  std::optional<Reason> reason = std::nullopt;
};

// A step that ran.
struct StepRun {
  size_t step = 0;  // in spec.pipeline
  int calls = 0;
  // The time after which Crossplane calls again at the latest; zero if the step sets
  // none.
  absl::Duration ttl;
  size_t resources = 0;  // desired after it
  absl::Duration time;
  // What it asked for, except for schemas.
  std::vector<StepRequirement> asked;
  std::vector<fn::SchemaSelector> asked_schemas;
};

struct PipelineOutcome {
  // Why the pipeline ended before its last step had run. FailedPrecondition: a step
  // returned a FATAL result, or its requirements change with every call.
  // InvalidArgument: a step could not be run, because a Secret is missing, its
  // function cannot be reached, a schema cannot be used, or the deadline has passed.
  absl::Status status;
  std::vector<StepRun> steps;
  std::vector<Reason> reasons;
  // What a step asked for and did not get only because of a small difference:
  //   step "refs" (composition.yaml:9:5) requests ConfigMap "settings", which was not
  //   passed; required.yaml:4:1 has it in namespace team-a
  Diagnostics notes;
  // The response of the last step.
  fn::State desired;
  bool has_context = false;
  google::protobuf::Struct context;
  // The results of all steps, in order, including the FATAL result that ended them.
  std::vector<StepResult> results;
  std::vector<fn::Condition> conditions;
  // The outputs of the steps of an Operation, by step name.
  std::vector<std::pair<std::string, google::protobuf::Struct>> outputs;
};

// PipelineWatch observes the steps that run, and provides an observer for the calls of
// steps that run in process.
class PipelineWatch {
 public:
  virtual ~PipelineWatch() = default;
  virtual Observer* observer() = 0;
  // The request has neither the observed state nor the input, which are those of the
  // inputs of the pipeline.
  virtual void StepBegins(const PipelineStep& step,
                          const fn::RunFunctionRequest& request) = 0;
  // The response may have a FATAL result.
  virtual void StepEnds(const PipelineStep& step,
                        const fn::RunFunctionResponse& response) = 0;
};

// Runs the pipeline. `watch` may be null.
PipelineOutcome RunPipeline(const PipelineInputs& inputs, absl::Time deadline,
                            PipelineWatch* watch = nullptr);

}  // namespace loom
