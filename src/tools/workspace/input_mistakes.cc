// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/input_mistakes.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "data/wire/writer.h"
#include "data/yaml/scalar.h"

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
    const Value* name =
        ItemAt(list, i).IsObject() ? Find(ItemAt(list, i), "name") : nullptr;
    if (name != nullptr && ScalarText(name) == step) {
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
  return &ItemAt(value, index);
}

Diagnostic FindingOf(const Problem& problem, DiagnosticSeverity severity,
                     const YamlDocument& document, const PipelineStep& step) {
  std::string path =
      absl::StrCat(step.path, step.path.empty() ? "" : ".", "input");
  if (!problem.place.empty()) absl::StrAppend(&path, ".", problem.place);
  YamlPosition position = Locate(document, path);
  std::string tag = TagAdvice(document, position);
  if (problem.kind == ProblemKind::kUnknownField && !problem.names.empty()) {
    position = Locate(document, absl::StrCat(path, ".", problem.names[0]),
                      YamlPart::kKey);
  }
  return {.severity = severity,
          .position = std::move(position),
          .path = problem.place,
          .message = problem.said(),
          .help = std::move(tag)};
}

void AddUnknownEntries(const Plan& plan, const Value& step,
                       Problems* problems) {
  auto requires_it = [&](absl::string_view name) {
    return name == kWatchedResource ||
           absl::c_any_of(ItemsAt(step, {"requirements", "requiredResources"}),
                          [&](const Value& each) {
                            return ScalarText(Dig(each, {"requirementName"})) ==
                                   name;
                          });
  };
  for (const UnknownEntry& entry : plan.unknown_entries) {
    if (!requires_it(entry.name)) problems->Add(entry.problem);
  }
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

const Value* InputMember(const PipelineStep& step, absl::string_view path) {
  const Value* at = step.input;
  if (at == nullptr) return nullptr;
  for (const std::string& each : StepsOf(path, *step.input)) {
    if (at != nullptr) at = ChildOf(*at, each);
  }
  return at;
}

std::shared_ptr<const PlannedInput> PlanInput(const Value& input,
                                              const Value* step,
                                              Mistakes mistakes) {
  auto planned = std::make_shared<PlannedInput>();
  planned->problems.KeepExpressions();
  WireWriter bytes;
  EncodeStruct(input, &bytes);
  auto plan = Plan::Parse(std::move(bytes).Finish().view(),
                          {.mistakes = mistakes, .found = &planned->problems});
  if (!plan.ok()) {
    planned->problems.Add("", plan.status().message());
    auto refused = std::make_shared<Plan>();
    refused->problems = planned->problems.Joined();
    plan = std::move(refused);
  }
  planned->plan = *std::move(plan);
  if (step != nullptr) {
    AddUnknownEntries(*planned->plan, *step, &planned->problems);
  }
  return planned;
}

const std::shared_ptr<const PlannedInput>& PlannedInputOf(
    const PipelineStep& step) {
  // Of a recorded call it is known only whether Crossplane has sent them.
  if (step.planned == nullptr) step.planned = PlanInput(*step.input, step.item);
  return step.planned;
}

Diagnostics FindInputMistakes(const Composition& composition,
                              const PipelineStep& step,
                              DiagnosticSeverity severity) {
  if (step.input == nullptr) return {};
  const Problems& found = PlannedInputOf(step)->problems;
  Diagnostics mistakes;
  for (const Problem& problem : severity == DiagnosticSeverity::kError
                                    ? found.problems()
                                    : found.notes()) {
    mistakes.push_back(
        FindingOf(problem, severity, composition.document, step));
  }
  return mistakes;
}

}  // namespace loom
