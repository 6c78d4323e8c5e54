// SPDX-License-Identifier: Apache-2.0
#include "pipeline/composition_mistakes.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/nearest_name.h"
#include "value/object.h"
#include "yaml/node_path.h"

namespace loom {
namespace {

using Names = std::vector<std::string>;

// The members that an object of a Composition may have. `*` stands for each item
// of a list.
struct Shape {
  const char* path;
  const char* what;
  Names members;
};

// The table. Crossplane 1.20 knows more members of spec, which have no effect in
// mode Pipeline.
const std::vector<Shape>& Shapes() {
  static const auto* const kShapes = new std::vector<Shape>{
      {"", "a Composition", {"apiVersion", "kind", "metadata", "spec"}},
      {"spec",
       "the spec",
       {"compositeTypeRef", "environment", "functions", "mode", "patchSets",
        "pipeline", "publishConnectionDetailsWithStoreConfigRef", "resources",
        "writeConnectionSecretsToNamespace"}},
      {"spec.compositeTypeRef", "it", {"apiVersion", "kind"}},
      {"spec.pipeline.*",
       "a step",
       {"credentials", "functionRef", "input", "requirements", "step"}},
      {"spec.pipeline.*.functionRef", "it", {"name"}},
      {"spec.pipeline.*.requirements",
       "it",
       {"requiredResources", "requiredSchemas"}},
      {"spec.pipeline.*.credentials.*",
       "a credential",
       {"name", "secretRef", "source"}},
      {"spec.pipeline.*.credentials.*.secretRef", "it", {"name", "namespace"}},
  };
  return *kShapes;
}

class CompositionMistakes {
 public:
  explicit CompositionMistakes(const Composition& composition)
      : document_(composition.document) {
    Check(document_.root, "", {});
    CheckPipeline(composition);
  }

  absl::Status Status() const {
    if (mistakes_.empty()) return absl::OkStatus();
    return absl::FailedPreconditionError(absl::StrJoin(mistakes_, "\n"));
  }

 private:
  // Checks an object and those in it for which there is a shape.
  void Check(const Value& value, const std::string& pattern, Names path) {
    const auto shape = absl::c_find_if(
        Shapes(), [&](const Shape& each) { return each.path == pattern; });
    if (shape == Shapes().end()) return CheckItems(value, pattern, path);
    if (!value.IsObject()) return;
    for (const Member& member : value.GetObject()) {
      const std::string name(View(member.name));
      path.push_back(name);
      if (absl::c_linear_search(shape->members, name)) {
        Check(member.value,
              pattern.empty() ? name : absl::StrCat(pattern, ".", name), path);
      } else {
        AddUnknown(*shape, path);
      }
      path.pop_back();
    }
  }

  void CheckItems(const Value& value, const std::string& pattern, Names path) {
    const std::string items = absl::StrCat(pattern, ".*");
    if (!value.IsArray() || absl::c_none_of(Shapes(), [&](const Shape& each) {
          return each.path == items;
        })) {
      return;
    }
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      path.push_back(absl::StrCat(i));
      Check(value[i], items, path);
      path.pop_back();
    }
  }

  void AddUnknown(const Shape& shape, Names path) {
    const std::vector<absl::string_view> place(path.begin(), path.end());
    const std::string name = path.back();
    path.pop_back();
    size_t step = 0;
    if (path.size() > 2 && absl::SimpleAtoi(path[2], &step)) {
      unknown_.insert(step);
    }
    const std::string nearest = NearestName(name, shape.members);
    mistakes_.push_back(absl::StrCat(
        document_.KeyPlace(place), ": ", PathText(path),
        path.empty() ? "" : ": ", "unknown field \"", name, "\"\n  ",
        nearest.empty() ? absl::StrCat(shape.what, " has ",
                                       absl::StrJoin(shape.members, ", "))
                        : absl::StrCat("did you mean ", nearest, "?")));
  }

  void CheckPipeline(const Composition& composition) {
    const Value* spec = Find(document_.root, "spec");
    const bool misspelt = !mistakes_.empty();
    if (composition.steps.empty() && !misspelt && spec != nullptr) {
      mistakes_.push_back(
          absl::StrCat(document_.Place({"spec"}),
                       ": spec.pipeline: Required value: it lists the steps"));
    }
    for (const PipelineStep& step : composition.steps) {
      CheckName(step);
      CheckFunction(step);
    }
  }

  void CheckFunction(const PipelineStep& step) {
    // Of a misspelt member this is told already.
    if (!step.function.empty() || unknown_.contains(step.index)) return;
    mistakes_.push_back(absl::StrCat(step.place, ": spec.pipeline[", step.index,
                                     "].functionRef.name: Required value: it "
                                     "says which function the step is "
                                     "for"));
  }

  void CheckName(const PipelineStep& step) {
    if (step.name.empty()) {
      if (unknown_.contains(step.index)) return;
      mistakes_.push_back(
          absl::StrCat(step.place, ": spec.pipeline[", step.index,
                       "].step: Required value: it is the name of the step"));
      return;
    }
    auto [first, added] = places_.try_emplace(step.name, step.place);
    if (added) return;
    mistakes_.push_back(absl::StrCat(step.place, ": spec.pipeline[", step.index,
                                     "].step: Duplicate value: \"", step.name,
                                     "\", which is the name of the step at ",
                                     first->second, ", too"));
  }

  const YamlDocument& document_;
  std::map<std::string, std::string> places_;
  // The steps that have a member that nobody knows.
  std::set<size_t> unknown_;
  std::vector<std::string> mistakes_;
};

}  // namespace

absl::Status CheckComposition(const Composition& composition) {
  return CompositionMistakes(composition).Status();
}

}  // namespace loom
