// SPDX-License-Identifier: Apache-2.0
#include "cli/render_notes.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pipeline/input_mistakes.h"

namespace loom {
namespace {

// A directory may hold the objects of many Compositions.
constexpr size_t kMostNotAskedFor = 10;

void AddNotAskedFor(const PipelineInputs& inputs,
                    const PipelineOutcome& outcome,
                    std::vector<std::string>* notes) {
  std::vector<std::string> all =
      inputs.given.resources.NotAskedFor(outcome.asked);
  size_t told = std::min(all.size(), kMostNotAskedFor);
  notes->insert(notes->end(), all.begin(), all.begin() + told);
  if (told == all.size()) return;
  notes->push_back(absl::StrCat(all.size() - told,
                                " more objects are given and no function asks "
                                "for them"));
}

}  // namespace

std::vector<std::string> NotesBefore(const PipelineInputs& inputs,
                                     const RenderOptions& options) {
  std::vector<std::string> notes = inputs.notes;
  if (!options.without_effect.empty()) {
    notes.push_back(absl::StrCat(
        "flags without effect: ", absl::StrJoin(options.without_effect, ", "),
        "; nothing is downloaded or started here"));
  }
  for (const PipelineStep& step : inputs.composition.steps) {
    if (inputs.routes[step.index].kind == Route::Kind::kInProcess) {
      InputMistakes mistakes = FindInputMistakes(inputs.composition, step);
      notes.insert(notes.end(), mistakes.notes.begin(), mistakes.notes.end());
    }
    if (inputs.routes[step.index].kind == Route::Kind::kSkipped) {
      notes.push_back(absl::StrCat("step \"", step.name, "\" (", step.place,
                                   ") is left out"));
    }
  }
  return notes;
}

void AddNotesAfter(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                   const RenderOptions& options,
                   std::vector<std::string>* notes) {
  AddNotAskedFor(inputs, outcome, notes);
  for (const auto& [name, document] : inputs.observed) {
    if (name.empty() || outcome.desired.resources().contains(name)) continue;
    notes->push_back(absl::StrCat(document.Place({}),
                                  ": no step desires the resource ", name,
                                  "; Crossplane would delete it"));
  }
  if (options.results) return;
  for (const StepResult& result : outcome.results) {
    if (result.result.severity() != fn::SEVERITY_WARNING) continue;
    notes->push_back(
        absl::StrCat("step \"", result.step, "\": ", result.result.message()));
  }
}

}  // namespace loom
