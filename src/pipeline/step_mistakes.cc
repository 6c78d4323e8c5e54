// SPDX-License-Identifier: Apache-2.0
#include "pipeline/step_mistakes.h"

#include <map>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/nearest_name.h"
#include "value/object.h"

namespace loom {
namespace {

const std::vector<std::string>& Members() {
  static const auto* const kMembers = new std::vector<std::string>{
      "credentials", "functionRef", "input", "requirements", "step"};
  return *kMembers;
}

class StepMistakes {
 public:
  explicit StepMistakes(const Composition& composition)
      : document_(composition.document) {
    for (const PipelineStep& step : composition.steps) Check(step);
  }

  absl::Status Status() const {
    if (mistakes_.empty()) return absl::OkStatus();
    return absl::FailedPreconditionError(absl::StrJoin(mistakes_, "\n"));
  }

 private:
  void Check(const PipelineStep& step) {
    const bool understood = CheckMembers(step);
    CheckName(step);
    // Of a misspelt member this is told already.
    if (step.function.empty() && understood) {
      mistakes_.push_back(
          absl::StrCat(step.place, ": spec.pipeline[", step.index,
                       "].functionRef.name: Required value: it says which "
                       "function the step is for"));
    }
  }

  // Whether each member is one of a step.
  bool CheckMembers(const PipelineStep& step) {
    bool understood = true;
    std::string index = absl::StrCat(step.index);
    for (const Member& member : step.item->GetObject()) {
      std::string name(View(member.name));
      if (absl::c_linear_search(Members(), name)) continue;
      understood = false;
      std::string nearest = NearestName(name, Members());
      mistakes_.push_back(absl::StrCat(
          document_.KeyPlace({"spec", "pipeline", index, name}),
          ": spec.pipeline[", index, "]: unknown field \"", name, "\"\n  ",
          nearest.empty()
              ? absl::StrCat("a step has ", absl::StrJoin(Members(), ", "))
              : absl::StrCat("did you mean ", nearest, "?")));
    }
    return understood;
  }

  void CheckName(const PipelineStep& step) {
    if (step.name.empty()) return;
    auto [first, added] = places_.try_emplace(step.name, step.place);
    if (added) return;
    mistakes_.push_back(absl::StrCat(step.place, ": spec.pipeline[", step.index,
                                     "].step: Duplicate value: \"", step.name,
                                     "\", which is the name of the step at ",
                                     first->second, ", too"));
  }

  const YamlDocument& document_;
  std::map<std::string, std::string> places_;
  std::vector<std::string> mistakes_;
};

}  // namespace

absl::Status CheckSteps(const Composition& composition) {
  return StepMistakes(composition).Status();
}

}  // namespace loom
