// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/repeated_answers.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "data/value/json.h"
#include "function/protobuf.h"
#include "google/protobuf/util/json_util.h"
#include "tools/run/input_secrets.h"
#include "tools/test/timeline/object_differences.h"

namespace loom {
namespace {

// Null if the answer has no form in JSON.
Value AsTree(const fn::RunFunctionResponse& answer, Pool* pool) {
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(answer, &text).ok()) {
    return Value();
  }
  absl::StatusOr<Value> tree = ParseJson(text, pool);
  return tree.ok() ? *std::move(tree) : Value();
}

void AddDetails(const fn::Resource& resource, SecretTexts* secrets) {
  for (const auto& [key, text] : resource.connection_details()) {
    secrets->Add(text);
  }
}

std::vector<std::string> FieldsOf(const fn::RunFunctionResponse& was,
                                  const fn::RunFunctionResponse& is,
                                  SecretTexts secrets) {
  Pool pool;
  const Value trees[] = {AsTree(was, &pool), AsTree(is, &pool)};
  for (const Value& tree : trees) secrets.AddObject(tree);
  for (const auto* answer : {&was, &is}) {
    AddDetails(answer->desired().composite(), &secrets);
    for (const auto& [name, resource] : answer->desired().resources()) {
      AddDetails(resource, &secrets);
    }
  }
  return DifferencesOf(trees[0], trees[1], secrets);
}

}  // namespace

bool CallsOthers(const PipelineInputs& inputs) {
  return absl::c_any_of(inputs.routes, [](const Route& route) {
    return route.kind == Route::Kind::kRemote;
  });
}

void RecordedAnswers::StepBegins(const PipelineStep& step,
                                 const fn::RunFunctionRequest& request) {
  if (next_ != nullptr) next_->StepBegins(step, request);
}

void RecordedAnswers::StepEnds(const PipelineStep& step,
                               const fn::RunFunctionResponse& response) {
  answers_.push_back(response);
  if (next_ != nullptr) next_->StepEnds(step, response);
}

std::optional<OtherAnswer> RecordedAnswers::CallAgain(
    const PipelineInputs& inputs, absl::Time deadline) const {
  RecordedAnswers second;
  const PipelineOutcome outcome = RunPipeline(inputs, deadline, &second);
  size_t at = 0;
  for (const PipelineStep& step : inputs.composition.steps) {
    if (inputs.routes[step.index].kind == Route::Kind::kSkipped) continue;
    if (at == answers_.size()) return std::nullopt;
    const std::string who =
        absl::StrCat("step ", Quoted(step.name), " (", step.place, ")");
    if (at == second.answers_.size()) {
      return OtherAnswer{step.name,
                         absl::StrCat(who,
                                      " fails when it gets the same "
                                      "request again"),
                         {std::string(outcome.status.message())}};
    }
    const fn::RunFunctionResponse& was = answers_[at];
    const fn::RunFunctionResponse& is = second.answers_[at];
    ++at;
    if (Serialize(was) == Serialize(is)) continue;
    return OtherAnswer{
        step.name, absl::StrCat(who, " answers the same request differently"),
        FieldsOf(was, is, SecretsIn(inputs))};
  }
  return std::nullopt;
}

}  // namespace loom
