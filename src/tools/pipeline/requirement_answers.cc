// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/requirement_answers.h"

#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "base/status_macros.h"

namespace loom {
namespace {

using ResourcesByName = google::protobuf::Map<std::string, fn::Resources>;
using SchemasByName = google::protobuf::Map<std::string, fn::Schema>;

class Answers {
 public:
  explicit Answers(const Given& given) : given_(given) {}

  // `selectors` holds pairs of a name and a selector.
  template <typename Selectors>
  void Resources(const Selectors& selectors, ResourcesByName* answers) {
    for (const auto& [name, selector] : selectors) {
      fn::Resources found = given_.resources.Fetch(selector);
      asked_.push_back({name, selector, found.items_size()});
      if (found.items().empty()) {
        Miss(Describe(selector), given_.resources.NearMiss(selector));
      }
      (*answers)[name] = std::move(found);
    }
  }

  template <typename Selectors>
  absl::Status Schemas(const Selectors& selectors, SchemasByName* answers) {
    for (const auto& [name, selector] : selectors) {
      LOOM_ASSIGN_OR_RETURN((*answers)[name], given_.schemas.Fetch(selector));
      std::string near_miss = given_.schemas.NearMiss(selector);
      if (!near_miss.empty()) {
        Miss(Describe(selector), std::move(near_miss));
      }
    }
    return absl::OkStatus();
  }

  RequirementAnswers Take() {
    RequirementAnswers answered;
    answered.asked = std::move(asked_);
    absl::c_stable_sort(answered.asked,
                        [](const StepRequirement& a, const StepRequirement& b) {
                          return a.key < b.key;
                        });
    for (auto& [what, near_miss] : missed_) {
      answered.unanswered.push_back({what, std::move(near_miss)});
    }
    return answered;
  }

 private:
  // Descriptions leave out the apiVersion, so one may come twice.
  void Miss(const std::string& what, std::string near_miss) {
    std::string& known = missed_[what];
    if (known.empty()) known = std::move(near_miss);
  }

  const Given& given_;
  std::vector<StepRequirement> asked_;
  std::map<std::string, std::string> missed_;
};

}  // namespace

absl::StatusOr<RequirementAnswers> AnswerRequirements(
    const PipelineStep& step, const fn::Requirements& requirements,
    const Given& given, fn::RunFunctionRequest* request) {
  request->clear_extra_resources();
  request->clear_required_resources();
  request->clear_required_schemas();
  Answers answers(given);
  answers.Resources(step.required_resources,
                    request->mutable_required_resources());
  LOOM_RETURN_IF_ERROR(answers.Schemas(step.required_schemas,
                                       request->mutable_required_schemas()));
  answers.Resources(requirements.extra_resources(),
                    request->mutable_extra_resources());
  answers.Resources(requirements.resources(),
                    request->mutable_required_resources());
  LOOM_RETURN_IF_ERROR(answers.Schemas(requirements.schemas(),
                                       request->mutable_required_schemas()));
  return answers.Take();
}

}  // namespace loom
