// SPDX-License-Identifier: Apache-2.0
#include "tools/run/step_runner.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "function/protobuf.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// Crossplane's limit: so often may a function ask for something else than before.
// It is called once more than that.
constexpr int kMaxIterations = 5;

absl::Status AtStep(const absl::Status& status, const PipelineStep& step) {
  return Annotate(status,
                  absl::StrCat("step \"", step.name, "\" (", step.place, ")"));
}

// Every call asks for all of it again.
void AddOnce(std::vector<StepRequirement> asked,
             std::vector<StepRequirement>* all) {
  for (StepRequirement& each : asked) {
    const bool known = absl::c_any_of(*all, [&](const StepRequirement& other) {
      return other.key == each.key &&
             Serialize(other.selector) == Serialize(each.selector);
    });
    if (!known) all->push_back(std::move(each));
  }
}

// To Crossplane absent requirements are not the same as empty ones.
bool SameRequirements(const fn::RunFunctionResponse& response, bool had_any,
                      const fn::Requirements& before) {
  return response.has_requirements() == had_any &&
         Serialize(response.requirements()) == Serialize(before);
}

// A function takes some time to begin, and a timeline has thousands of runs.
const Function& InProcess() {
  static const Function& function = *new Function;
  return function;
}

bool HasAnswers(const Given& given, const fn::Requirements& requirements) {
  for (const auto& all :
       {requirements.resources(), requirements.extra_resources()}) {
    for (const auto& [name, selector] : all) {
      if (!given.Answers(name, selector)) return false;
    }
  }
  return true;
}

}  // namespace

bool IsFatal(const fn::RunFunctionResponse& response) {
  return absl::c_any_of(response.results(), [](const fn::Result& result) {
    return result.severity() == fn::SEVERITY_FATAL;
  });
}

absl::StatusOr<StepAnswer> StepRunner::Run(const PipelineStep& step,
                                           const Route& route,
                                           fn::RunFunctionRequest request,
                                           absl::string_view more) {
  StepAnswer answer;
  bool had_requirements = false;
  fn::Requirements requirements;
  for (int call = 0; call <= kMaxIterations; ++call) {
    auto answered = AnswerRequirements(step, requirements, given_, &request);
    if (!answered.ok()) return AtStep(answered.status(), step);
    AddOnce(std::move(answered->asked), &answer.asked);
    answer.asked_schemas = std::move(answered->asked_schemas);
    answer.unanswered = std::move(answered->unanswered);
    LOOM_ASSIGN_OR_RETURN(answer.response, Call(step, route, request, more));
    ++answer.calls;
    const fn::RunFunctionResponse& response = answer.response;
    if (IsFatal(response) ||
        SameRequirements(response, had_requirements, requirements) ||
        !HasAnswers(given_, response.requirements())) {
      if (route.kind == Route::Kind::kInProcess) {
        answer.failed = watch_.failed();
        answer.reasons = watch_.reasons();
        answer.results = watch_.results();
      }
      return answer;
    }
    had_requirements = response.has_requirements();
    requirements = response.requirements();
    request.clear_context();
    if (response.has_context()) {
      *request.mutable_context() = response.context();
    }
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "step \"", step.name,
      "\": requirements didn't stabilize after the maximum number of "
      "iterations (",
      kMaxIterations, ")\n  at ", step.place, " ", step.path,
      "; two calls in a row must request the same, and Crossplane calls it at "
      "most ",
      kMaxIterations + 1, " times"));
}

absl::StatusOr<fn::RunFunctionResponse> StepRunner::Call(
    const PipelineStep& step, const Route& route,
    const fn::RunFunctionRequest& request, absl::string_view more) {
  if (absl::Now() > deadline_) {
    return absl::InvalidArgumentError(
        absl::StrCat("step \"", step.name,
                     "\": the time limit for all steps has passed\n  allow "
                     "more with --timeout"));
  }
  std::string bytes = absl::StrCat(Serialize(request), more);
  fn::RunFunctionResponse response;
  bool parsed = false;
  if (route.kind == Route::Kind::kRemote) {
    LOOM_ASSIGN_OR_RETURN(std::string answer,
                          CallRemote(step, route.target, bytes));
    parsed = Parse(answer, &response);
  } else {
    LOOM_ASSIGN_OR_RETURN(
        Bytes answer,
        InProcess().Run(
            bytes, {.plan = step.input == nullptr ? nullptr
                                                  : PlannedInputOf(step)->plan,
                    .observer = &observers_}));
    parsed = Parse(answer.view(), &response);
  }
  if (!parsed) {
    return absl::InvalidArgumentError(
        absl::StrCat("step \"", step.name, "\": ", step.function,
                     "'s response is not a RunFunctionResponse"));
  }
  return response;
}

absl::StatusOr<std::string> StepRunner::CallRemote(const PipelineStep& step,
                                                   const std::string& target,
                                                   const std::string& request) {
  auto remote = remotes_.try_emplace(target, target).first;
  absl::StatusOr<std::string> answer = remote->second.Run(request, deadline_);
  if (answer.ok()) return answer;
  if (absl::IsNotFound(answer.status())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "step \"", step.name, "\" (", step.place, "): cannot reach ",
        step.function, " at ", target, ": ", answer.status().message(),
        "\n  start it with --insecure, or set its address: -a "
        "render.crossplane.io/runtime-development-target=HOST:PORT"));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "step \"", step.name, "\" (", step.place, "): ", step.function, " at ",
      target, " answered ", answer.status().message()));
}

}  // namespace loom
