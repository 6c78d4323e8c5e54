// SPDX-License-Identifier: Apache-2.0
// RunPipeline runs the pipeline of a Composition once, outside a cluster, as
// Crossplane 2.2 does: each step gets the desired state and the context that
// the step before it returned, and the same observed state.
//
//   PipelineOutcome outcome = RunPipeline(inputs, deadline);
//   LOOM_RETURN_IF_ERROR(outcome.status);
//
// The outcome is what Crossplane would apply after the last step. Nothing is
// applied. If a step fails it is that of the steps before, and of what the step has
// said.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "crossplane/call/observer.h"
#include "tools/pipeline/composition.h"
#include "tools/pipeline/input_mistakes.h"
#include "tools/pipeline/requirement_answers.h"
#include "tools/pipeline/runtimes.h"
#include "tools/yaml/reader.h"

namespace loom {

using ConnectionDetails = std::map<std::string, std::string>;

struct PipelineInputs {
  // Of an Operation, which has none, an object without members.
  YamlDocument composite;
  // Whether it is one of Crossplane 2, so that functions get it with
  // spec.crossplane.compositionRef, which Crossplane writes before it calls any.
  bool is_modern = false;
  // That of the composite, if it was given.
  std::optional<YamlDocument> definition = {};
  Composition composition;
  std::vector<Route> routes = {};  // one for each step, in order
  // The observed composed resources, by resource name.
  std::map<std::string, YamlDocument> observed = {};
  // The connection details that they have published, and the composite has.
  std::map<std::string, ConnectionDetails> details = {};
  ConnectionDetails composite_details = {};
  // What functions may ask for.
  Given given;
  // The data of Secrets, by namespace/name.
  std::map<std::string, fn::CredentialData> credentials = {};
  // What earlier steps desired, and the context that the first step gets.
  fn::State desired = {};
  google::protobuf::Struct context = {};
  // What a user should know of the files, though they can be rendered.
  std::vector<std::string> notes = {};
  // Whether the pipeline is that of an Operation (tools/pipeline/composition.h).
  bool is_operation = false;
  // Whether the composite is as a cluster has it, with what Crossplane says of it.
  bool is_stored = false;
};

struct StepResult {
  std::string step;
  fn::Result result;
};

// A step that ran.
struct StepRun {
  size_t step = 0;  // in spec.pipeline
  int calls = 0;
  // How soon Crossplane calls again at the latest; zero if the step leaves it open.
  absl::Duration ttl;
  size_t resources = 0;  // that are desired after it
  absl::Duration time;
  // What it asked for, but for schemas.
  std::vector<StepRequirement> asked;
  std::vector<fn::SchemaSelector> asked_schemas;
};

// A resource that got less than its author wrote, because a source is missing, or it
// has to wait.
struct Lacking {
  size_t step = 0;  // in spec.pipeline
  std::string resource;
  std::string why;
  // Whether the resource is left out for it.
  bool withheld = false;
  // The member of the input: spec.pipeline[1].input.resources[1].patches[0].
  std::string path;
  YamlPosition position;
};

struct PipelineOutcome {
  // Why the pipeline ended before its last step had run. FailedPrecondition: a step
  // returned a FATAL result, or its requirements change with every call.
  // InvalidArgument: a step could not be run, because a Secret is missing, its
  // function cannot be reached, a schema cannot be used, or the deadline has passed.
  absl::Status status;
  std::vector<StepRun> steps;
  std::vector<Lacking> lacking;
  // What nobody desires, and what stays until others are gone.
  std::vector<KeptResource> kept;
  // What a step asked for and did not get because of a small difference:
  //   step "refs" (composition.yaml:9:5) asks for ConfigMap "settings", which is not
  //   given; required.yaml:4:1 has it in namespace team-a
  std::vector<std::string> notes;
  // What the last step returned.
  fn::State desired;
  bool has_context = false;
  google::protobuf::Struct context;
  // What all steps returned, in their order, and the FATAL result that ended them.
  std::vector<StepResult> results;
  std::vector<fn::Condition> conditions;
  // What steps of an Operation put out, by their names.
  std::vector<std::pair<std::string, google::protobuf::Struct>> outputs;
};

// PipelineWatch observes the steps that run, and gives an observer of the calls
// of those that run in process.
class PipelineWatch {
 public:
  virtual ~PipelineWatch() = default;
  virtual Observer* observer() = 0;
  virtual void StepBegins(const PipelineStep& step,
                          const fn::RunFunctionRequest& request) = 0;
  // The response may have a FATAL result.
  virtual void StepEnds(const PipelineStep& step,
                        const fn::RunFunctionResponse& response) = 0;
};

// `watch` may be null.
PipelineOutcome RunPipeline(const PipelineInputs& inputs, absl::Time deadline,
                            PipelineWatch* watch = nullptr);

}  // namespace loom
