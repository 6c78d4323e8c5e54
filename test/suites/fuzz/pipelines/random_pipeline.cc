// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/pipelines/random_pipeline.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom::testing {
namespace {

constexpr int kResources = 6;

template <typename T>
void Toggle(std::set<T>* all, const T& one) {
  if (!all->erase(one)) all->insert(one);
}

std::string Section(const std::string& name,
                    const std::vector<std::string>& entries) {
  return entries.empty() ? ""
                         : absl::StrCat(", \"", name, "\": [",
                                        absl::StrJoin(entries, ", "), "]");
}

std::string Base(const std::string& name, int size) {
  return absl::StrCat(
      R"("name": ")", name, R"(", "base": {"apiVersion": "example.org/v1",
          "kind": "Thing", "metadata": {"name": ")",
      name, R"(-x", "namespace": "team-a"}, "spec": {"size": )", size, "}}");
}

}  // namespace

std::string RandomPipeline::Name(int number) {
  return absl::StrCat("r", number);
}

RandomPipeline::RandomPipeline(unsigned seed) : random_(seed) {
  for (int i = 0; i < kResources; ++i) sizes_.push_back(1 + Below(3));
  const int count = 2 + Below(4);
  for (int i = 0; i < count; ++i) {
    static constexpr Kind kOthers[] = {
        Kind::kPatches,     Kind::kForeign, Kind::kForeign, Kind::kPatches,
        Kind::kEnvironment, Kind::kExtra,   Kind::kReady,   Kind::kOrder};
    steps_.push_back(MakeStep(Chance(60) ? Kind::kNative : kOthers[Below(8)]));
  }
  // Each resource belongs to one step.
  for (int i = 0; i < kResources; ++i) {
    Step& owner = steps_[size_t(Below(count))];
    const bool makes = owner.kind == Kind::kNative ||
                       owner.kind == Kind::kPatches ||
                       owner.kind == Kind::kForeign;
    if (!makes) continue;
    owner.resources.insert(i);
    if (owner.kind != Kind::kNative) continue;
    if (Chance(30)) owner.references.insert(i);
    if (Chance(20)) owner.objects.insert(i);
    if (Chance(20)) owner.expressions.insert(i);
    if (Chance(20)) owner.details.insert(i);
  }
}

RandomPipeline::Step RandomPipeline::MakeStep(Kind kind) {
  Step step{.kind = kind};
  if (kind == Kind::kNative) {
    for (int count = Below(3); count > 0; --count) {
      const int dependent = 1 + Below(kResources - 1);
      if (!dependents_.insert(dependent).second) continue;
      std::string more = Chance(70) ? R"(, "deletion": "Usage")" : "";
      if (!more.empty() && Chance(25)) {
        absl::StrAppend(&more, R"(, "usageVersion": "v1")");
      }
      if (!more.empty() && Chance(30)) {
        absl::StrAppend(&more, R"(, "mode": "None")");
      }
      if (Chance(50)) absl::StrAppend(&more, R"(, "whenMissing": "Ignore")");
      step.entries.push_back({dependent, Below(dependent), more});
    }
    step.readiness = Chance(40);
  } else if (kind == Kind::kForeign) {
    if (Chance(20)) step.changes.insert(Below(kResources));
    if (Chance(10)) step.removes.insert(Below(kResources));
  }
  return step;
}

void RandomPipeline::Change(PipelineWorld* world) {
  for (int i = 0; i < kResources; ++i) {
    if (Chance(25)) Toggle(&left_out_, i);
    if (Chance(20)) sizes_[size_t(i)] = 1 + Below(3);
    if (Chance(30)) {
      const std::string field = absl::StrCat("f", i);
      if (world->spec.erase(field) == 0) world->spec[field] = "\"there\"";
    }
    if (Chance(30)) Toggle(&world->configs, absl::StrCat("c", i));
  }
  // A new revision.
  if (Chance(15)) {
    Step& step = steps_[size_t(Below(int(steps_.size())))];
    step.entries.clear();
  }
  if (Chance(20)) {
    const int moved = Below(kResources);
    std::vector<Step*> makers;
    for (Step& step : steps_) {
      step.resources.erase(moved);
      for (std::set<int>* of : {&step.references, &step.objects,
                                &step.expressions, &step.details}) {
        of->erase(moved);
      }
      if (step.kind == Kind::kNative || step.kind == Kind::kPatches ||
          step.kind == Kind::kForeign) {
        makers.push_back(&step);
      }
    }
    if (!makers.empty()) {
      makers[size_t(Below(int(makers.size())))]->resources.insert(moved);
    }
  }
  std::vector<std::string> wanted;
  for (int i = 0; i < kResources; ++i) {
    if (!left_out_.contains(i)) {
      wanted.push_back(absl::StrCat("\"", Name(i), "\""));
    }
  }
  world->spec["wanted"] = absl::StrCat("[", absl::StrJoin(wanted, ", "), "]");
}

std::string RandomPipeline::Input(const std::vector<const Step*>& steps) const {
  std::vector<std::string> resources, entries, references, details;
  bool readiness = false;
  for (const Step* step : steps) {
    for (int i : step->resources) {
      const std::string patches =
          step->expressions.contains(i)
              ? absl::StrCat(R"(, "patches": [{"type": "FromExpression",
                    "expression": "composite.spec.f)",
                             i, R"(", "toFieldPath": "spec.e"}])")
              : "";
      resources.push_back(absl::StrCat(
          R"({"condition": "')", Name(i), R"(' in composite.spec.wanted", )",
          Base(Name(i), sizes_[size_t(i)]), patches, "}"));
    }
    for (const Entry& entry : step->entries) {
      entries.push_back(absl::StrCat(R"({"resource": ")", Name(entry.dependent),
                                     R"(", "dependsOn": [{"resource": ")",
                                     Name(entry.prerequisite), "\"}]",
                                     entry.more, "}"));
    }
    auto refer = [&](int i, const std::string& source, const char* field) {
      references.push_back(
          absl::StrCat(R"({"target": {"resource": ")", Name(i), "\"}, ", source,
                       R"(, "toFieldPath": "spec.)", field, "\"}"));
    };
    for (int i : step->references) {
      refer(i,
            absl::StrCat(R"("fromComposite": {"fieldPath": "spec.f)", i, "\"}"),
            "f");
    }
    for (int i : step->objects) {
      refer(i,
            absl::StrCat(R"("fromObject": {"apiVersion": "v1", "kind":
                "ConfigMap", "name": "c)",
                         i, R"(", "fieldPath": "data.v"})"),
            "o");
    }
    for (int i : step->details) {
      details.push_back(absl::StrCat(
          R"({"name": "d)", i, R"(", "fromFieldPath": {"resource": ")", Name(i),
          R"(", "fieldPath": "status.host"}})"));
    }
    readiness |= step->readiness;
  }
  return absl::StrCat(
      R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
          "kinds": [{"group": "example.org", "resource": "things", "kind":
          "Thing", "scope": "Namespaced"}])",
      Section("resources", resources), Section("dependencies", entries),
      Section("references", references), Section("connectionDetails", details),
      readiness ? R"(, "readiness": {})" : "", "}");
}

std::string RandomPipeline::DropIn(const Step& step) const {
  auto input = [](const char* group, const char* kind,
                  const std::string& more) {
    return absl::StrCat(R"({"apiVersion": ")", group,
                        R"(.fn.crossplane.io/v1beta1", "kind": ")", kind, "\"",
                        more, "}");
  };
  std::vector<std::string> resources;
  switch (step.kind) {
    case Kind::kPatches:
      for (int i : step.resources) {
        if (left_out_.contains(i)) continue;
        resources.push_back(
            absl::StrCat("{", Base(Name(i), sizes_[size_t(i)]), "}"));
      }
      // It is refused without any.
      resources.push_back(absl::StrCat("{", Base("spare", 1), "}"));
      return input("pt", "Resources", Section("resources", resources));
    case Kind::kEnvironment:
      return input("environmentconfigs", "Input",
                   R"(, "spec": {"defaultData": {"stage": "test"}})");
    case Kind::kExtra:
      return input("extra-resources", "Input",
                   R"(, "spec": {"extraResources": [{"kind": "ConfigMap",
                       "apiVersion": "v1", "into": "c", "type": "Reference",
                       "ref": {"name": "c0"}}], "policy": {"resolution":
                       "Optional"}})");
    case Kind::kReady:
      return input("auto-ready", "Input", "");
    default:
      return input("sequencer", "Input",
                   R"(, "rules": [{"sequence": ["r0", "r1"]}])");
  }
}

std::vector<PipelineStep> RandomPipeline::Steps() const {
  std::vector<PipelineStep> steps;
  for (const Step& step : steps_) {
    PipelineStep& one = steps.emplace_back();
    if (step.kind == Kind::kNative) {
      one.native = true;
      one.input = Input({&step});
    } else if (step.kind == Kind::kForeign) {
      for (int i : step.resources) {
        if (!left_out_.contains(i)) one.adds[Name(i)] = sizes_[size_t(i)];
      }
      for (int i : step.changes) one.changes.insert(Name(i));
      for (int i : step.removes) one.removes.insert(Name(i));
    } else {
      one.input = DropIn(step);
    }
  }
  return steps;
}

std::vector<PipelineStep> RandomPipeline::InOneStep() const {
  std::vector<const Step*> all;
  for (const Step& step : steps_) {
    if (step.kind == Kind::kNative) all.push_back(&step);
  }
  return {{.input = Input(all), .native = true}};
}

// All resources and what fills them stand in the first step, or in the step of their own;
// entries stand in a step that follows.
std::vector<PipelineStep> RandomPipeline::InSeveralSteps() const {
  std::vector<Step> made, ordered;
  for (const Step& step : steps_) {
    if (step.kind != Kind::kNative) continue;
    made.push_back(step);
    made.back().entries.clear();
    made.back().readiness = false;
    ordered.push_back({.kind = Kind::kNative,
                       .entries = step.entries,
                       .readiness = step.readiness});
  }
  std::vector<PipelineStep> steps;
  for (const std::vector<Step>* list : {&made, &ordered}) {
    for (const Step& step : *list) {
      steps.push_back({.input = Input({&step}), .native = true});
    }
  }
  return steps;
}

}  // namespace loom::testing
