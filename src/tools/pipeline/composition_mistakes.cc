// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/composition_mistakes.h"

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/nearest_name.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/yaml/node_path.h"
#include "tools/yaml/scalar_text.h"

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

class Finder {
 public:
  using Kind = CompositionMistake::Kind;

  explicit Finder(const YamlDocument& document) : document_(document) {}

  std::vector<CompositionMistake> Run() {
    Check(document_.root, "", {});
    CheckTypeRef();
    CheckPipeline();
    return std::move(mistakes_);
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
    YamlPosition key = Locate(document_, PathText(path), YamlPart::kKey);
    const std::string name = path.back();
    path.pop_back();
    const std::string nearest = NearestName(name, shape.members);
    misspelt_.insert(PathText(path));
    mistakes_.push_back({Kind::kUnknownField, std::move(key), PathText(path),
                         absl::StrCat("unknown field \"", name, "\""),
                         nearest.empty()
                             ? absl::StrCat(shape.what, " has ",
                                            absl::StrJoin(shape.members, ", "))
                             : absl::StrCat("did you mean ", nearest, "?")});
  }

  // `at` is what has the member, which may be missing.
  void Add(Kind kind, const std::string& at, absl::string_view member,
           absl::string_view message) {
    mistakes_.push_back({kind, Locate(document_, at), absl::StrCat(at, member),
                         std::string(message), ""});
  }

  void CheckTypeRef() {
    const std::string at = "spec.compositeTypeRef";
    const Value* reference = Dig(document_.root, {"spec", "compositeTypeRef"});
    if (IsMisspelt({"", "spec", at})) return;
    if (reference == nullptr || !reference->IsObject()) {
      return Add(Kind::kRequired, "spec", ".compositeTypeRef",
                 "Required value: it says which composites this is for");
    }
    for (const char* member : {"apiVersion", "kind"}) {
      if (!ScalarText(Find(*reference, member)).empty()) continue;
      Add(Kind::kRequired, at, absl::StrCat(".", member),
          "Required value: it says which composites this is for");
    }
  }

  void CheckPipeline() {
    if (IsMisspelt({"", "spec"})) return;
    const Value* pipeline = Dig(document_.root, {"spec", "pipeline"});
    if (pipeline == nullptr || pipeline->IsNull() ||
        (pipeline->IsArray() && pipeline->Empty())) {
      return Add(Kind::kRequired, "spec", ".pipeline",
                 "Required value: it lists the steps");
    }
    if (!pipeline->IsArray()) {
      return Add(Kind::kType, "spec.pipeline", "",
                 "Invalid value: want a list of steps");
    }
    for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
      CheckStep((*pipeline)[i], absl::StrCat("spec.pipeline[", i, "]"));
    }
  }

  void CheckStep(const Value& step, const std::string& at) {
    if (!step.IsObject()) {
      return Add(Kind::kType, at, "", "Invalid value: want an object");
    }
    CheckName(step, at);
    if (ScalarText(Dig(step, {"functionRef", "name"})).empty() &&
        !IsMisspelt({at, at + ".functionRef"})) {
      Add(Kind::kRequired, at, ".functionRef.name",
          "Required value: it says which function the step is for");
    }
    const Value* input = Find(step, "input");
    if (input != nullptr && !input->IsNull() && !input->IsObject()) {
      Add(Kind::kType, at + ".input", "", "Invalid value: want an object");
    }
  }

  void CheckName(const Value& step, const std::string& at) {
    const std::string name = ScalarText(Find(step, "step"));
    if (name.empty()) {
      if (IsMisspelt({at})) return;
      return Add(Kind::kStepName, at, ".step",
                 "Required value: it is the name of the step");
    }
    const std::string place = PlaceText(Locate(document_, at));
    auto [first, added] = places_.try_emplace(name, place);
    if (added) return;
    Add(Kind::kStepName, at, ".step",
        absl::StrCat("Duplicate value: \"", name,
                     "\", which is the name of the step at ", first->second,
                     ", too"));
  }

  // Whether one of these objects has a member that nobody knows.
  bool IsMisspelt(std::initializer_list<std::string> paths) const {
    return absl::c_any_of(paths, [this](const std::string& path) {
      return misspelt_.contains(path);
    });
  }

  const YamlDocument& document_;
  std::map<std::string, std::string> places_;
  std::set<std::string> misspelt_;
  std::vector<CompositionMistake> mistakes_;
};

absl::Status StatusOf(const std::vector<CompositionMistake>& mistakes) {
  Names lines;
  for (const CompositionMistake& each : mistakes) {
    lines.push_back(absl::StrCat(PlaceText(each.position), ": ", each.path,
                                 each.path.empty() ? "" : ": ", each.message,
                                 each.help.empty() ? "" : "\n  ", each.help));
  }
  if (lines.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(lines, "\n"));
}

}  // namespace

std::vector<CompositionMistake> FindCompositionMistakes(
    const YamlDocument& composition) {
  return Finder(composition).Run();
}

absl::Status CheckComposition(const YamlDocument& composition) {
  return StatusOf(FindCompositionMistakes(composition));
}

absl::Status CheckCompositionMembers(const YamlDocument& composition) {
  std::vector<CompositionMistake> mistakes =
      FindCompositionMistakes(composition);
  std::erase_if(mistakes, [](const CompositionMistake& each) {
    return each.kind != CompositionMistake::Kind::kUnknownField;
  });
  return StatusOf(mistakes);
}

}  // namespace loom
