// SPDX-License-Identifier: Apache-2.0
#include "tools/run/pipeline.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "tools/run/documents.h"
#include "tools/run/step_runner.h"
#include "tools/workspace/input_mistakes.h"

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

google::protobuf::Struct* MemberStruct(google::protobuf::Struct* object,
                                       const char* name) {
  return (*object->mutable_fields())[name].mutable_struct_value();
}

google::protobuf::Struct ObservedComposite(const PipelineInputs& inputs) {
  google::protobuf::Struct composite = ToStruct(inputs.composite.root);
  if (!inputs.is_modern) return composite;
  google::protobuf::Struct* crossplane =
      MemberStruct(MemberStruct(&composite, "spec"), "crossplane");
  if (!crossplane->fields().contains("compositionRef")) {
    (*MemberStruct(crossplane, "compositionRef")->mutable_fields())["name"]
        .set_string_value(std::string(Name(inputs.composition.document.root)));
  }
  return composite;
}

fn::State ObservedState(const PipelineInputs& inputs) {
  fn::State observed;
  if (inputs.is_operation) return observed;
  *observed.mutable_composite()->mutable_resource() = ObservedComposite(inputs);
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

absl::Duration TtlOf(const fn::RunFunctionResponse& response) {
  const auto& ttl = response.meta().ttl();
  return absl::Seconds(ttl.seconds()) + absl::Nanoseconds(ttl.nanos());
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

// Returns the first reason at a location that the result is about, or else the first one
// about its resource.
std::optional<Reason> ReasonOf(const Result& result,
                               const std::vector<Reason>& reasons) {
  for (const std::string& place : result.places) {
    for (const Reason& each : reasons) {
      if (!each.place.empty() && IsWithin(place, each.place)) return each;
    }
  }
  for (const Reason& each : reasons) {
    if (each.kind != Reason::Kind::kKept && !each.resource.empty() &&
        each.resource == result.resource) {
      return each;
    }
  }
  return std::nullopt;
}

// Runs the steps one after the other.
class PipelineRun {
 public:
  PipelineRun(const PipelineInputs& inputs, absl::Time deadline,
              PipelineWatch* watch)
      : inputs_(inputs),
        observed_(ObservedState(inputs)),
        watch_(watch),
        runner_(inputs.given, deadline,
                watch == nullptr ? nullptr : watch->observer()) {
    outcome_.desired = inputs.desired;
    outcome_.has_context = true;
    outcome_.context = inputs.context;
  }

  PipelineOutcome Run() {
    for (const PipelineStep& step : inputs_.composition.steps) {
      if (RouteOf(step).kind == Route::Kind::kSkipped) continue;
      outcome_.status = RunStep(step);
      if (!outcome_.status.ok()) break;
    }
    return std::move(outcome_);
  }

 private:
  const Route& RouteOf(const PipelineStep& step) const {
    return inputs_.routes[step.index];
  }

  absl::Status RunStep(const PipelineStep& step) {
    LOOM_ASSIGN_OR_RETURN(fn::RunFunctionRequest request,
                          RequestFor(step, inputs_, observed_, outcome_));
    if (watch_ != nullptr) watch_->StepBegins(step, request);
    const absl::Time began = absl::Now();
    LOOM_ASSIGN_OR_RETURN(StepAnswer answer,
                          runner_.Run(step, RouteOf(step), std::move(request)));
    if (watch_ != nullptr) watch_->StepEnds(step, answer.response);
    outcome_.steps.push_back({.step = step.index,
                              .calls = answer.calls,
                              .ttl = TtlOf(answer.response),
                              .resources = static_cast<size_t>(
                                  answer.response.desired().resources_size()),
                              .time = absl::Now() - began,
                              .asked = answer.asked,
                              .asked_schemas = answer.asked_schemas});
    AddReasons(step, answer);
    LOOM_RETURN_IF_ERROR(Take(step, answer));
    // An error of the step tells the same.
    AddNotes(step, answer);
    return absl::OkStatus();
  }

  absl::Status Take(const PipelineStep& step, StepAnswer& answer) {
    fn::RunFunctionResponse& response = answer.response;
    // Crossplane sets the conditions of a step that fails, too.
    outcome_.conditions.insert(outcome_.conditions.end(),
                               response.conditions().begin(),
                               response.conditions().end());
    for (int i = 0; i < response.results_size(); ++i) {
      const fn::Result& result = response.results(i);
      outcome_.results.push_back({step.name, result});
      if (i < static_cast<int>(answer.results.size())) {
        outcome_.results.back().reason =
            ReasonOf(answer.results[i], answer.reasons);
      }
      if (result.severity() == fn::SEVERITY_FATAL) {
        return Fatal(step, result, answer);
      }
    }
    outcome_.desired = std::move(*response.mutable_desired());
    outcome_.has_context = response.has_context();
    outcome_.context = std::move(*response.mutable_context());
    if (response.has_output()) {
      outcome_.outputs.emplace_back(step.name,
                                    std::move(*response.mutable_output()));
    }
    return absl::OkStatus();
  }

  absl::Status Fatal(const PipelineStep& step, const fn::Result& result,
                     const StepAnswer& answer) const {
    std::string place;
    if (RouteOf(step).kind == Route::Kind::kInProcess) {
      // Mistakes of the input are reported at their places instead.
      LOOM_RETURN_IF_ERROR(ErrorOf(FindInputMistakes(
          inputs_.composition, step, DiagnosticSeverity::kError)));
      place = answer.failed;
    }
    std::string message = absl::StrCat(
        "step \"", step.name, "\" returned a fatal result: ",
        absl::StrReplaceAll(result.message(), {{"\n", "\n  "}}), "\n  at ",
        PlaceText(Located(step, place)), " ", PathInStep(step, place));
    if (!answer.unanswered.empty()) {
      absl::StrAppend(
          &message, "; give it with --required-resources FILE",
          inputs_.given.resources.empty() ? " (none was given)" : "",
          "\n  requested but not given: ",
          absl::StrJoin(answer.unanswered, ", ", AppendUnanswered));
    }
    return absl::FailedPreconditionError(message);
  }

  void AddReasons(const PipelineStep& step, StepAnswer& answer) {
    for (Reason& reason : answer.reasons) {
      reason.path = PathInStep(step, reason.place);
      reason.position = Located(step, reason.place);
    }
    absl::c_copy(answer.reasons, std::back_inserter(outcome_.reasons));
  }

  void AddNotes(const PipelineStep& step, const StepAnswer& answer) {
    for (const Unanswered& each : answer.unanswered) {
      if (each.near_miss.empty()) continue;
      outcome_.notes.push_back(
          {.message = absl::StrCat("step \"", step.name, "\" (", step.place,
                                   ") requests ", each.what,
                                   ", which is not given; ", each.near_miss)});
    }
  }

  YamlPosition Located(const PipelineStep& step,
                       const std::string& place) const {
    return Locate(inputs_.composition.document, PathInStep(step, place));
  }

  const PipelineInputs& inputs_;
  const fn::State observed_;
  PipelineWatch* watch_;
  StepRunner runner_;
  PipelineOutcome outcome_;
};

}  // namespace

PipelineOutcome RunPipeline(const PipelineInputs& inputs, absl::Time deadline,
                            PipelineWatch* watch) {
  return PipelineRun(inputs, deadline, watch).Run();
}

}  // namespace loom
