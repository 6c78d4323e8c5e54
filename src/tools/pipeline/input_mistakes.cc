// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/input_mistakes.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/value/object.h"
#include "function/plan/inputs.h"
#include "language/input/problems.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

// The first name or index of a path, which is taken off it.
absl::string_view TakeStep(absl::string_view* path) {
  absl::ConsumePrefix(path, ".");
  const bool index = absl::ConsumePrefix(path, "[");
  size_t end = index ? path->find(']') : path->find_first_of(".[");
  absl::string_view step = path->substr(0, end);
  path->remove_prefix(end == path->npos ? path->size() : end + (index ? 1 : 0));
  return step;
}

// The index of an element, which is given by its index or its name.
std::string IndexOf(const Value& list, absl::string_view step) {
  size_t index;
  if (absl::SimpleAtoi(step, &index)) return std::string(step);
  for (rapidjson::SizeType i = 0; i < list.Size(); ++i) {
    if (list[i].IsObject() && ScalarText(Find(list[i], "name")) == step) {
      return absl::StrCat(i);
    }
  }
  return std::string(step);
}

const Value* ChildOf(const Value& value, const std::string& step) {
  if (value.IsObject()) return Find(value, step);
  size_t index;
  if (!value.IsArray() || !absl::SimpleAtoi(step, &index) ||
      index >= value.Size()) {
    return nullptr;
  }
  return &value[static_cast<rapidjson::SizeType>(index)];
}

// The name in `unknown field "NAME"…`; "" in another message.
absl::string_view UnknownMember(absl::string_view message) {
  if (!absl::ConsumePrefix(&message, "unknown field \"")) return "";
  return message.substr(0, message.find('"'));
}

std::string Placed(const Problem& problem, const Composition& composition,
                   const PipelineStep& step) {
  std::vector<std::string> steps;
  if (!step.path.empty()) {
    steps = {"spec", "pipeline", absl::StrCat(step.index)};
  }
  steps.push_back("input");
  for (std::string& each : StepsOf(problem.place, *step.input)) {
    steps.push_back(std::move(each));
  }
  std::vector<absl::string_view> path(steps.begin(), steps.end());
  absl::string_view unknown = UnknownMember(problem.message);
  if (!unknown.empty()) path.push_back(unknown);
  const YamlDocument& document = composition.document;
  return absl::StrCat(
      unknown.empty() ? document.Place(path) : document.KeyPlace(path), ": ",
      problem.text());
}

}  // namespace

std::vector<std::string> StepsOf(absl::string_view path, const Value& input) {
  std::vector<std::string> steps;
  const Value* at = &input;
  while (!path.empty()) {
    absl::string_view step = TakeStep(&path);
    steps.push_back(at != nullptr && at->IsArray() ? IndexOf(*at, step)
                                                   : std::string(step));
    if (at != nullptr) at = ChildOf(*at, steps.back());
  }
  return steps;
}

InputMistakes FindInputMistakes(const Composition& composition,
                                const PipelineStep& step) {
  InputMistakes mistakes;
  if (step.input == nullptr) return mistakes;
  Plan plan;
  plan.input = Value(*step.input, plan.pool.allocator());
  Problems found;
  ReadInput(&plan, &found);
  for (const Problem& problem : found.problems()) {
    mistakes.errors.push_back(Placed(problem, composition, step));
  }
  for (const Problem& note : found.notes()) {
    mistakes.notes.push_back(Placed(note, composition, step));
  }
  return mistakes;
}

}  // namespace loom
