// SPDX-License-Identifier: Apache-2.0
#include "tools/run/pipeline.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "data/wire/writer.h"
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

// Crossplane's numbers of the fields.
constexpr uint32_t kRequestObserved = 2;
constexpr uint32_t kRequestInput = 4;
constexpr uint32_t kStateComposite = 1;
constexpr uint32_t kStateResources = 2;
constexpr uint32_t kResourceObject = 1;
constexpr uint32_t kResourceDetails = 2;

void WriteResource(const Value* object, const DetailValues* details,
                   WireWriter* out) {
  if (details != nullptr) {
    for (const auto& [key, value] : *details) {
      const size_t end = out->size();
      out->String(2, value);
      out->String(1, key);
      out->Message(kResourceDetails, end);
    }
  }
  if (object == nullptr) return;
  const size_t end = out->size();
  EncodeStruct(*object, out);
  out->Message(kResourceObject, end);
}

// The composite with what Crossplane writes to it before it calls any function.
Value ObservedComposite(const PipelineInputs& inputs, Pool* pool) {
  Value composite = Copy(inputs.composite.root, pool);
  if (!inputs.is_modern) return composite;
  Value* at = &composite;
  for (const char* name : {"spec", "crossplane"}) {
    at = &FindOrAdd(*at, name, pool);
    if (!at->IsObject()) *at = Object();
  }
  if (Find(*at, "compositionRef") == nullptr) {
    Value& reference = FindOrAdd(*at, "compositionRef", pool);
    reference = Object();
    Set(reference, "name", Borrow(Name(inputs.composition.document.root)),
        pool);
  }
  return composite;
}

// The field `observed` of a request. It is written without a message, because it is most
// of what a call needs.
std::string ObservedField(const PipelineInputs& inputs) {
  WireWriter out;
  const size_t end = out.size();
  if (!inputs.is_operation) {
    std::set<std::string> names;
    for (const auto& each : inputs.observed) names.insert(each.first);
    for (const auto& each : inputs.details) names.insert(each.first);
    for (const std::string& name : names) {
      auto object = inputs.observed.find(name);
      auto details = inputs.details.find(name);
      const size_t end_of_entry = out.size();
      WriteResource(
          object == inputs.observed.end() ? nullptr : &object->second.root,
          details == inputs.details.end() ? nullptr : &details->second, &out);
      out.Message(2, end_of_entry);
      out.String(1, name);
      out.Message(kStateResources, end_of_entry);
    }
    Pool pool;
    const Value composite = ObservedComposite(inputs, &pool);
    const size_t end_of_composite = out.size();
    WriteResource(&composite, &inputs.composite_details, &out);
    out.Message(kStateComposite, end_of_composite);
  }
  out.Message(kRequestObserved, end);
  return std::string(std::move(out).Finish().view());
}

// The field `input` of a request.
std::string InputField(const Value& input) {
  WireWriter out;
  const size_t end = out.size();
  EncodeStruct(input, &out);
  out.Message(kRequestInput, end);
  return std::string(std::move(out).Finish().view());
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
          "\n  pass it with --function-credentials FILE"));
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
    const PipelineOutcome& before) {
  fn::RunFunctionRequest request;
  for (fn::Capability capability : kCapabilities) {
    request.mutable_meta()->add_capabilities(capability);
  }
  *request.mutable_desired() = before.desired;
  if (before.has_context) *request.mutable_context() = before.context;
  LOOM_RETURN_IF_ERROR(AddCredentials(step, inputs, &request));
  return request;
}

void AppendUnanswered(std::string* out, const Unanswered& each) {
  absl::StrAppend(out, each.what);
  if (!each.near_miss.empty()) absl::StrAppend(out, " (", each.near_miss, ")");
}

std::string NotFound(const std::vector<Unanswered>& objects) {
  if (objects.size() > 1) {
    return absl::StrCat(absl::StrJoin(objects, ", ", AppendUnanswered),
                        " not found; pass them with `-e FILE`");
  }
  const Unanswered& only = objects[0];
  return only.near_miss.empty()
             ? absl::StrCat(only.what, " not found; pass it with `-e FILE`")
             : absl::StrCat(only.what, " not found; ", only.near_miss);
}

// Reports whether a message has the quoted name of the object. The object is then what
// the message is about, so it comes first: Go functions nest it in what they did.
bool IsNamedIn(absl::string_view message, const Unanswered& object) {
  const std::vector<absl::string_view> parts = absl::StrSplit(object.what, '"');
  return parts.size() > 2 &&
         absl::StrContains(message, absl::StrCat("\"", parts[1], "\""));
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
    if (each.kind != Reason::Kind::kKept &&
        each.kind != Reason::Kind::kRemoved && !each.resource.empty() &&
        each.resource == result.resource) {
      return each;
    }
  }
  return std::nullopt;
}

// Runs the steps one after the other. The messages of requests have neither `observed`
// nor `input`, whose bytes follow those of the message.
class PipelineRun {
 public:
  PipelineRun(const PipelineInputs& inputs, absl::Time deadline,
              PipelineWatch* watch)
      : inputs_(inputs),
        observed_(ObservedField(inputs)),
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
                          RequestFor(step, inputs_, outcome_));
    if (watch_ != nullptr) watch_->StepBegins(step, request);
    const absl::Time began = absl::Now();
    std::string more = observed_;
    if (step.input != nullptr) more += InputField(*step.input);
    LOOM_ASSIGN_OR_RETURN(
        StepAnswer answer,
        runner_.Run(step, RouteOf(step), std::move(request), more));
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
    // Crossplane also sets the conditions of a step that fails.
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
    const std::string said =
        absl::StrCat("step \"", step.name, "\" returned a fatal result: ",
                     absl::StrReplaceAll(result.message(), {{"\n", "\n  "}}));
    const std::string at =
        absl::StrCat("\n  at ", PlaceText(Located(step, place)), " ",
                     PathInStep(step, place));
    std::vector<Unanswered> named, others;
    for (const Unanswered& each : answer.unanswered) {
      (IsNamedIn(result.message(), each) ? named : others).push_back(each);
    }
    std::string message = named.empty()
                              ? absl::StrCat(said, at)
                              : absl::StrCat(NotFound(named), at, "\n  ", said);
    if (!others.empty()) absl::StrAppend(&message, "\n  ", NotFound(others));
    return absl::FailedPreconditionError(message);
  }

  void AddReasons(const PipelineStep& step, StepAnswer& answer) {
    for (Reason& reason : answer.reasons) {
      reason.path = PathInStep(step, reason.place);
      reason.position = Located(step, reason.place);
      if (reason.kind != Reason::Kind::kRemoved) {
        outcome_.reasons.push_back(reason);
        continue;
      }
      outcome_.notes.push_back(
          {.position = reason.position,
           .path = reason.path,
           .message = absl::StrCat("step \"", step.name,
                                   "\" removes composed resource ",
                                   reason.resource, " of an earlier step")});
    }
  }

  void AddNotes(const PipelineStep& step, const StepAnswer& answer) {
    for (const Unanswered& each : answer.unanswered) {
      if (each.near_miss.empty()) continue;
      outcome_.notes.push_back(
          {.message = absl::StrCat(
               "step \"", step.name, "\" (", step.place, ") requests ",
               each.what, ", which was not passed; ", each.near_miss)});
    }
  }

  YamlPosition Located(const PipelineStep& step,
                       const std::string& place) const {
    return Locate(inputs_.composition.document, PathInStep(step, place));
  }

  const PipelineInputs& inputs_;
  const std::string observed_;
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
