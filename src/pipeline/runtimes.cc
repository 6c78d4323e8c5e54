// SPDX-License-Identifier: Apache-2.0
#include "pipeline/runtimes.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/nearest_name.h"
#include "base/status_macros.h"
#include "plan/inputs.h"
#include "resource/object.h"
#include "value/object.h"
#include "yaml/scalar_text.h"

namespace loom {
namespace {

constexpr char kRuntime[] = "render.crossplane.io/runtime";
constexpr char kTarget[] = "render.crossplane.io/runtime-development-target";
constexpr char kDefaultTarget[] = "localhost:9443";

using Annotations = std::map<std::string, std::string>;

absl::StatusOr<std::map<std::string, Annotations>> LoadFunctions(
    const std::string& path, Files* files) {
  std::map<std::string, Annotations> functions;
  if (path.empty()) return functions;
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        files->ReadAll({path}));
  for (const YamlDocument& document : documents) {
    if (GroupOf(ApiVersion(document.root)) != "pkg.crossplane.io" ||
        Kind(document.root) != "Function") {
      return absl::InvalidArgumentError(
          absl::StrCat(document.Place({"kind"}), ": this is no Function"));
    }
    Annotations& own = functions[std::string(Name(document.root))];
    const Value* annotations = Dig(document.root, {"metadata", "annotations"});
    if (annotations == nullptr || !annotations->IsObject()) continue;
    for (const Member& annotation : annotations->GetObject()) {
      own[std::string(View(annotation.name))] = ScalarText(&annotation.value);
    }
  }
  return functions;
}

Route RouteOf(Annotations annotations, const RuntimeOptions& options) {
  for (const auto& [key, value] : options.annotations) {
    annotations[key] = value;
  }
  if (annotations[kRuntime] != "Development") return {};
  const std::string& target = annotations[kTarget];
  return {Route::Kind::kRemote, target.empty() ? kDefaultTarget : target};
}

bool IsBuiltIn(const PipelineStep& step) {
  return step.input != nullptr && AcceptsGroup(ApiVersion(*step.input));
}

absl::Status CheckSkipped(const std::vector<PipelineStep>& steps,
                          const std::vector<std::string>& skip) {
  std::vector<std::string> names;
  names.reserve(steps.size());
  for (const PipelineStep& step : steps) names.push_back(step.name);
  for (const std::string& name : skip) {
    if (std::count(names.begin(), names.end(), name) > 0) continue;
    std::string nearest = NearestName(name, names);
    return absl::InvalidArgumentError(absl::StrCat(
        "--skip ", name, ": the Composition has no such step\n  ",
        nearest.empty() ? absl::StrCat("it has ", absl::StrJoin(names, ", "))
                        : absl::StrCat("did you mean ", nearest, "?")));
  }
  return absl::OkStatus();
}

absl::Status NotBuiltIn(const std::vector<const PipelineStep*>& steps) {
  std::vector<std::string> needs, skips;
  for (const PipelineStep* step : steps) {
    needs.push_back(absl::StrCat("step \"", step->name, "\" (", step->place,
                                 ") needs ", step->function));
    skips.push_back(absl::StrCat("--skip ", step->name));
  }
  bool one = steps.size() == 1;
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(needs, ", "), ", which ", one ? "is" : "are",
      " not built in\n  run ", one ? "it" : "them",
      " with --insecure and give ", one ? "its address" : "their addresses",
      ": ",
      one ? absl::StrCat("-a ", kRuntime, "=Development -a ", kTarget,
                         "=HOST:PORT")
          : absl::StrCat("annotations ", kRuntime, ": Development and ",
                         kTarget, ": HOST:PORT in FUNCTIONS"),
      "\n  or leave the step", one ? "" : "s",
      " out: ", absl::StrJoin(skips, " ")));
}

}  // namespace

absl::StatusOr<std::vector<Route>> RouteSteps(
    const std::vector<PipelineStep>& steps, const RuntimeOptions& options,
    Files* files) {
  LOOM_RETURN_IF_ERROR(CheckSkipped(steps, options.skip));
  LOOM_ASSIGN_OR_RETURN(auto functions,
                        LoadFunctions(options.functions, files));
  std::set<std::string> skip(options.skip.begin(), options.skip.end());
  std::vector<Route> routes;
  std::vector<const PipelineStep*> nowhere;
  for (const PipelineStep& step : steps) {
    Route route = RouteOf(functions[step.function], options);
    if (skip.count(step.name) > 0) {
      route = {Route::Kind::kSkipped, ""};
    } else if (route.kind == Route::Kind::kInProcess && !IsBuiltIn(step)) {
      nowhere.push_back(&step);
    }
    routes.push_back(std::move(route));
  }
  if (!nowhere.empty()) return NotBuiltIn(nowhere);
  return routes;
}

}  // namespace loom
