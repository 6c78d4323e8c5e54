// SPDX-License-Identifier: Apache-2.0
#include "pipeline/pipeline.h"

#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "pipeline/input_mistakes.h"
#include "pipeline/step_runner.h"
#include "pipeline/struct_message.h"

namespace loom {
namespace {

// What Crossplane 2.2 tells functions that it can do.
constexpr fn::Capability kCapabilities[] = {
    fn::CAPABILITY_CAPABILITIES, fn::CAPABILITY_REQUIRED_RESOURCES,
    fn::CAPABILITY_CREDENTIALS, fn::CAPABILITY_CONDITIONS,
    fn::CAPABILITY_REQUIRED_SCHEMAS};

void AddDetails(const ConnectionDetails& details, fn::Resource* resource) {
  resource->mutable_connection_details()->insert(details.begin(),
                                                 details.end());
}

fn::State ObservedState(const PipelineInputs& inputs) {
  fn::State observed;
  *observed.mutable_composite()->mutable_resource() =
      ToStruct(inputs.composite.root);
  AddDetails(inputs.composite_details, observed.mutable_composite());
  for (const auto& [name, document] : inputs.observed) {
    *(*observed.mutable_resources())[name].mutable_resource() =
        ToStruct(document.root);
  }
  for (const auto& [name, details] : inputs.details) {
    AddDetails(details, &(*observed.mutable_resources())[name]);
  }
  return observed;
}

absl::Status AddCredentials(const PipelineStep& step,
                            const PipelineInputs& inputs,
                            fn::RunFunctionRequest* request) {
  for (const StepCredential& credential : step.credentials) {
    auto data = inputs.credentials.find(
        absl::StrCat(credential.secret_namespace, "/", credential.secret_name));
    if (data == inputs.credentials.end()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "step \"", step.name, "\" (", step.place, ") needs the Secret ",
          credential.secret_name, " of namespace ", credential.secret_namespace,
          "\n  give it with --function-credentials FILE"));
    }
    *(*request->mutable_credentials())[credential.name]
         .mutable_credential_data() = data->second;
  }
  return absl::OkStatus();
}

absl::StatusOr<fn::RunFunctionRequest> RequestFor(
    const PipelineStep& step, const PipelineInputs& inputs,
    const fn::State& observed, const PipelineOutcome& before) {
  fn::RunFunctionRequest request;
  for (fn::Capability capability : kCapabilities) {
    request.mutable_meta()->add_capabilities(capability);
  }
  *request.mutable_observed() = observed;
  *request.mutable_desired() = before.desired;
  if (before.has_context) *request.mutable_context() = before.context;
  if (step.input != nullptr) *request.mutable_input() = ToStruct(*step.input);
  LOOM_RETURN_IF_ERROR(AddCredentials(step, inputs, &request));
  return request;
}

void AppendUnanswered(std::string* out, const Unanswered& each) {
  absl::StrAppend(out, each.what);
  if (!each.near_miss.empty()) absl::StrAppend(out, " (", each.near_miss, ")");
}

std::vector<std::string> NotesOf(const PipelineStep& step,
                                 const StepAnswer& answer) {
  std::vector<std::string> notes;
  for (const Unanswered& each : answer.unanswered) {
    if (each.near_miss.empty()) continue;
    notes.push_back(absl::StrCat("step \"", step.name, "\" (", step.place,
                                 ") asks for ", each.what,
                                 ", which is not given; ", each.near_miss));
  }
  return notes;
}

absl::Status Fatal(const PipelineStep& step, const fn::Result& result,
                   const StepAnswer& answer, const PipelineInputs& inputs) {
  // Mistakes of the input are told at their places instead.
  if (inputs.routes[step.index].kind == Route::Kind::kInProcess) {
    InputMistakes mistakes = FindInputMistakes(inputs.composition, step);
    if (!mistakes.errors.empty()) {
      return absl::FailedPreconditionError(
          absl::StrJoin(mistakes.errors, "\n"));
    }
  }
  std::string message =
      absl::StrCat("step \"", step.name, "\" returned a fatal result: ",
                   absl::StrReplaceAll(result.message(), {{"\n", "\n  "}}),
                   "\n  at ", step.place, " spec.pipeline[", step.index, "]");
  if (!answer.unanswered.empty()) {
    absl::StrAppend(&message, "; asked for and not given: ",
                    absl::StrJoin(answer.unanswered, ", ", AppendUnanswered),
                    "\n  give it with --required-resources FILE",
                    inputs.given.resources.empty() ? " (none was given)" : "");
  }
  return absl::FailedPreconditionError(message);
}

absl::Status Take(const PipelineStep& step, StepAnswer answer,
                  const PipelineInputs& inputs, PipelineOutcome* outcome) {
  std::move(answer.asked.begin(), answer.asked.end(),
            std::back_inserter(outcome->asked));
  fn::RunFunctionResponse& response = answer.response;
  for (const fn::Result& result : response.results()) {
    if (result.severity() == fn::SEVERITY_FATAL) {
      return Fatal(step, result, answer, inputs);
    }
    outcome->results.push_back({step.name, result});
  }
  outcome->desired = std::move(*response.mutable_desired());
  outcome->has_context = response.has_context();
  outcome->context = std::move(*response.mutable_context());
  outcome->conditions.insert(outcome->conditions.end(),
                             response.conditions().begin(),
                             response.conditions().end());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PipelineOutcome> RunPipeline(const PipelineInputs& inputs,
                                            absl::Time deadline,
                                            std::vector<std::string>* notes,
                                            PipelineWatch* watch) {
  PipelineOutcome outcome;
  outcome.has_context = true;
  outcome.context = inputs.context;
  fn::State observed = ObservedState(inputs);
  StepRunner runner(inputs.given, deadline,
                    watch == nullptr ? nullptr : watch->observer());
  for (const PipelineStep& step : inputs.composition.steps) {
    const Route& route = inputs.routes[step.index];
    if (route.kind == Route::Kind::kSkipped) continue;
    LOOM_ASSIGN_OR_RETURN(fn::RunFunctionRequest request,
                          RequestFor(step, inputs, observed, outcome));
    if (watch != nullptr) watch->StepBegins(step, request);
    const absl::Time began = absl::Now();
    LOOM_ASSIGN_OR_RETURN(StepAnswer answer,
                          runner.Run(step, route, std::move(request)));
    if (watch != nullptr) watch->StepEnds(step, answer.response);
    outcome.timings.push_back({.step = step.index,
                               .calls = answer.calls,
                               .resources = static_cast<size_t>(
                                   answer.response.desired().resources_size()),
                               .time = absl::Now() - began});
    std::vector<std::string> own = NotesOf(step, answer);
    LOOM_RETURN_IF_ERROR(Take(step, std::move(answer), inputs, &outcome));
    // An error of the step tells the same.
    notes->insert(notes->end(), own.begin(), own.end());
  }
  return outcome;
}

}  // namespace loom
