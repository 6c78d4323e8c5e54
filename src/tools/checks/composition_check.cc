// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/checks/rule_table.h"
#include "tools/workspace/composition.h"

namespace loom {
namespace {

// The name that Crossplane gives a Function that it installs as a dependency: the
// repository of its package, with - for each slash. "" if it is no Function.
std::string InstalledName(const Value& dependency) {
  std::string package = ScalarText(Dig(dependency, {"function"}));
  if (package.empty() && ScalarText(Dig(dependency, {"kind"})) == "Function") {
    package = ScalarText(Dig(dependency, {"package"}));
  }
  const size_t slash = package.find('/');
  if (package.substr(0, slash).find_first_of(".:") != package.npos) {
    package.erase(0, slash == package.npos ? slash : slash + 1);
  }
  return absl::StrReplaceAll(package.substr(0, package.find_first_of(":@")),
                             {{"/", "-"}});
}

// The names of the given Functions, and if there are any, of those that the given
// Configurations depend on.
std::vector<std::string> FunctionsOf(const Corpus& corpus) {
  std::vector<std::string> functions;
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kFunction)) {
    functions.emplace_back(Name(each->yaml.root));
  }
  if (functions.empty()) return functions;
  for (const auto& each : corpus.documents()) {
    const Value& root = each->yaml.root;
    if (!root.IsObject() || Kind(root) != "Configuration" ||
        GroupOf(ApiVersion(root)) != "meta.pkg.crossplane.io") {
      continue;
    }
    for (const Value& dependency : ItemsAt(root, {"spec", "dependsOn"})) {
      const std::string name = InstalledName(dependency);
      if (!name.empty()) functions.push_back(name);
    }
  }
  return functions;
}

// The function whose name ends with the same words, or is similar; "" for none.
std::string FunctionMeant(const std::string& name,
                          const std::vector<std::string>& functions) {
  for (const std::string& each : functions) {
    if (absl::EndsWith(each, "-" + name) || absl::EndsWith(name, "-" + each)) {
      return each;
    }
  }
  return NearestName(name, functions);
}

absl::string_view DirectoryOf(const YamlDocument& document) {
  const absl::string_view name = document.nodes().name();
  const size_t slash = name.rfind('/');
  return slash == name.npos ? "" : name.substr(0, slash + 1);
}

// Whether one of them is in the directory of the other one, or below it.
bool AreTogether(const YamlDocument& one, const YamlDocument& other) {
  return absl::StartsWith(DirectoryOf(one), DirectoryOf(other)) ||
         absl::StartsWith(DirectoryOf(other), DirectoryOf(one));
}

class FrameCheck {
 public:
  FrameCheck(const Corpus& corpus, const LintDocument& document,
             LintFindings* findings)
      : corpus_(corpus),
        document_(document),
        root_(document.yaml.root),
        findings_(findings) {}

  void Run() {
    const Value* mode = Dig(root_, {"spec", "mode"});
    const bool is_pipeline = IsPipeline(root_);
    CheckMembers(is_pipeline);
    CheckTypeRef();
    if (!is_pipeline) {
      // The mode may be what is misspelt.
      if (mode == nullptr && !misspelt_.empty()) return;
      findings_->Add(
          "composition/mode", document_, "spec.mode",
          "Crossplane 2 supports only mode: Pipeline",
          "`function-loom convert FILE` turns it into a pipeline step");
      return;
    }
    for (absl::string_view section :
         {"environment", "patchSets", "resources"}) {
      if (Dig(root_, {"spec", section}) == nullptr) continue;
      findings_->Add("composition/ignored-section", document_,
                     absl::StrCat("spec.", section),
                     absl::StrCat(section, " is ignored in mode: Pipeline"),
                     "move it to the input of a step", YamlPart::kKey);
    }
    CheckSteps();
  }

 private:
  // Mistakes under other rules are found below, in other words. A Composition of another
  // mode may lack what a pipeline needs.
  void CheckMembers(bool is_pipeline) {
    for (const Diagnostic& each : FindCompositionMistakes(document_.yaml)) {
      const bool unknown = !each.subject.empty();
      if (unknown) misspelt_.insert(each.path);
      if (each.rule != "composition/frame" || (!is_pipeline && !unknown)) {
        continue;
      }
      findings_->AddAt(each.rule, document_.file, each.position, each.path,
                       each.message, each.help);
    }
  }

  void CheckSteps() {
    const absl::Span<const Value> steps = ItemsAt(root_, {"spec", "pipeline"});
    CheckMakers(steps);
    const std::vector<std::string> functions = FunctionsOf(corpus_);
    std::map<std::string, std::string> names;
    for (size_t i = 0; i < steps.size(); ++i) {
      const std::string path = absl::StrCat("spec.pipeline[", i, "]");
      if (!steps[i].IsObject()) continue;
      CheckName(steps[i], path, &names);
      CheckFunction(steps[i], path, functions);
      CheckInput(steps[i], path);
      CheckGroup(steps[i], path);
      CheckConditions(steps[i], path);
    }
  }

  // What such steps decide about is what earlier steps have made.
  void CheckMakers(absl::Span<const Value> steps) {
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
      const std::string what = NothingToDo(steps[i]);
      if (!what.empty()) {
        findings_->Add(
            "composition/step-order", document_,
            absl::StrCat("spec.pipeline[", i, "]"),
            absl::StrCat("no step before this one makes resources, so it ",
                         what),
            "move this step behind the steps that make resources");
      } else if (!MakesNothing(steps[i])) {
        return;
      }
    }
  }

  // Returns what a step does not do when there are no resources; "" if it may do more.
  static std::string NothingToDo(const Value& step) {
    const std::string function = ScalarText(Dig(step, {"functionRef", "name"}));
    const absl::string_view group = GroupOfInput(step);
    if (absl::EndsWith(function, "function-auto-ready") ||
        group == "autoready.fn.crossplane.io") {
      return "marks none as ready";
    }
    // The Usages that order deletion may be made for what is observed.
    const bool only_creates =
        group == "sequencer.fn.crossplane.io" &&
        Dig(step, {"input", "enableDeletionSequencing"}) == nullptr;
    return only_creates ? "withholds none" : "";
  }

  static absl::string_view GroupOfInput(const Value& step) {
    const Value* input = Dig(step, {"input"});
    return input == nullptr || !input->IsObject() ? ""
                                                  : GroupOf(ApiVersion(*input));
  }

  static bool MakesNothing(const Value& step) {
    const absl::string_view group = GroupOfInput(step);
    return group == "environmentconfigs.fn.crossplane.io" ||
           group == "extra-resources.fn.crossplane.io";
  }

  // Crossplane keeps the last condition of a type. Several entries of one step are fine:
  // the first one that holds sets the condition.
  void CheckConditions(const Value& step, const std::string& path) {
    const Value* input = Find(step, "input");
    const Value* entries = Dig(step, {"input", "conditions"});
    if (input == nullptr || !input->IsObject() || entries == nullptr ||
        !entries->IsArray() ||
        !absl::StartsWith(ApiVersion(*input), "loom.fn.crossplane.io/")) {
      return;
    }
    std::map<std::string, std::string> own;
    for (rapidjson::SizeType i = 0; i < entries->Size(); ++i) {
      const std::string type = ScalarText(Dig(ItemAt(*entries, i), {"type"}));
      if (type.empty()) continue;
      const std::string at =
          absl::StrCat(path, ".input.conditions[", i, "].type");
      if (!own.emplace(type, at).second) continue;
      auto earlier = conditions_.find(type);
      if (earlier == conditions_.end()) continue;
      findings_->Add("composition/condition-twice", document_, at,
                     absl::StrCat("an earlier step also sets the ", type,
                                  " condition, and this step replaces it"),
                     "set the condition in one step, or use another type");
      findings_->Relate("the first one",
                        Locate(document_.yaml, earlier->second));
    }
    conditions_.merge(own);
  }

  // What such an input is for is guessed by its members, and where they are not checked
  // nothing is found in it.
  void CheckGroup(const Value& step, const std::string& path) {
    const Value* input = Dig(step, {"input"});
    if (!absl::EndsWith(ScalarText(Dig(step, {"functionRef", "name"})),
                        "function-loom") ||
        input == nullptr || !input->IsObject()) {
      return;
    }
    const std::string version(ApiVersion(*input));
    if (version.empty() || AcceptsGroup(version)) return;
    const std::string group(GroupOf(version));
    const std::vector<absl::string_view> groups = AcceptedGroups();
    findings_->Add(
        "composition/input-group", document_, path + ".input.apiVersion",
        absl::StrCat("function-loom has no input of the group \"", group,
                     "\"; its groups are ", absl::StrJoin(groups, ", ")),
        MeantHelp(NearestName(group, {groups.begin(), groups.end()})));
  }

  void CheckName(const Value& step, const std::string& path,
                 std::map<std::string, std::string>* names) {
    const std::string name = ScalarText(Dig(step, {"step"}));
    if (name.empty()) {
      if (misspelt_.contains(path)) return;
      findings_->Add("composition/step-name", document_, path,
                     "this step has no name", "add step: NAME");
      return;
    }
    auto [first, added] = names->emplace(name, path + ".step");
    if (added) return;
    YamlPosition at = Locate(document_.yaml, first->second);
    findings_->Add(
        "composition/step-name", document_, path + ".step",
        absl::StrCat("the name ", name, " is already used by an earlier step"),
        absl::StrCat("the first is at ", at.line, ":", at.column));
    findings_->Relate("the first one", at);
  }

  // An input that was forgotten, unless a name says what the step is for.
  void CheckInput(const Value& step, const std::string& path) {
    const Value* input = Dig(step, {"input"});
    if ((input != nullptr && !input->IsNull()) || misspelt_.contains(path) ||
        Dig(step, {"functionRef", "input"}) != nullptr) {
      return;
    }
    const std::string function = ScalarText(Dig(step, {"functionRef", "name"}));
    const std::string name = ScalarText(Dig(step, {"step"}));
    if (!absl::EndsWith(function, "function-loom") ||
        absl::StrContains(absl::AsciiStrToLower(name), "readi") ||
        absl::StrContains(absl::AsciiStrToLower(name), "ready")) {
      return;
    }
    findings_->Add("composition/no-input", document_, path,
                   "this step has no input, so it does what "
                   "function-auto-ready does",
                   "add input:, or name the step auto-ready");
  }

  void CheckFunction(const Value& step, const std::string& path,
                     const std::vector<std::string>& functions) {
    const std::string name = ScalarText(Dig(step, {"functionRef", "name"}));
    if (name.empty() || absl::c_linear_search(functions, name)) return;
    if (functions.empty()) return CheckOwnName(name, path);
    findings_->Add("composition/function-unknown", document_,
                   path + ".functionRef.name",
                   absl::StrCat("none of the Functions is named ", name),
                   MeantHelp(FunctionMeant(name, functions)));
  }

  // Without Functions, only a slip in the name of this one is certain.
  void CheckOwnName(const std::string& name, const std::string& path) {
    constexpr absl::string_view kOwn = "function-loom";
    if (!IsSlip(name, kOwn)) return;
    findings_->Add("composition/function-unknown", document_,
                   path + ".functionRef.name",
                   absl::StrCat(name, " is not the name of a known function"),
                   MeantHelp(kOwn));
  }

  // Only a definition of this group and kind proves anything, or one of this
  // group that has no such kind while the kind differs in a letter or two.
  void CheckTypeRef() {
    const Value* reference = Dig(root_, {"spec", "compositeTypeRef"});
    if (reference == nullptr || !reference->IsObject()) return;
    const std::string version = ScalarText(Find(*reference, "apiVersion"));
    const std::string kind = ScalarText(Find(*reference, "kind"));
    std::vector<std::string> kinds;
    for (const LintDocument* each : corpus_.OfKind(DocumentKind::kDefinition)) {
      const Value& root = each->yaml.root;
      if (ScalarText(Dig(root, {"spec", "group"})) != GroupOf(version)) {
        continue;
      }
      kinds.push_back(ScalarText(Dig(root, {"spec", "names", "kind"})));
    }
    std::vector<const YamlDocument*> definitions =
        corpus_.schemas().Definitions(GroupOf(version), kind);
    if (!definitions.empty()) return CheckVersion(definitions, version, kind);
    std::string nearest = NearestName(kind, kinds);
    if (nearest.empty()) return;
    findings_->Add(
        "composition/type-ref", document_, "spec.compositeTypeRef.kind",
        absl::StrCat("the definitions have no ", kind, " in the group ",
                     std::string(GroupOf(version))),
        MeantHelp(nearest));
  }

  // Adds the versions that a definition serves.
  static bool AddServed(const Value& definition,
                        std::vector<std::string>* served) {
    const Value* versions = Dig(definition, {"spec", "versions"});
    if (versions == nullptr || !versions->IsArray()) return false;
    for (const Value& version : Items(*versions)) {
      const Value* is_served = Dig(version, {"served"});
      if (is_served != nullptr && is_served->IsFalse()) continue;
      served->push_back(ScalarText(Dig(version, {"name"})));
    }
    return true;
  }

  // Of several projects in one directory, each has its own definitions. One of --schemas
  // is for all.
  bool IsOfProject(const YamlDocument& definition) const {
    return AreTogether(definition, document_.yaml) ||
           absl::c_none_of(corpus_.documents(), [&](const auto& each) {
             return &each->yaml == &definition;
           });
  }

  void CheckVersion(std::vector<const YamlDocument*> definitions,
                    absl::string_view api_version, absl::string_view kind) {
    const auto others = std::stable_partition(
        definitions.begin(), definitions.end(),
        [this](const YamlDocument* each) { return IsOfProject(*each); });
    const bool is_certain = others != definitions.begin();
    if (is_certain) definitions.erase(others, definitions.end());
    const absl::string_view wanted = VersionOf(api_version);
    std::vector<std::string> served;
    for (const YamlDocument* definition : definitions) {
      if (!AddServed(definition->root, &served)) return;
    }
    if (absl::c_linear_search(served, wanted)) return;
    const std::string where =
        is_certain ? "" : absl::StrCat(" in ", definitions[0]->nodes().name());
    std::string nearest = NearestName(wanted, served);
    findings_->Add("composition/type-ref", document_,
                   "spec.compositeTypeRef.apiVersion",
                   absl::StrCat("the definition of ", kind, where,
                                " does not serve the version ", wanted),
                   MeantHelp(nearest));
    findings_->all().back().mild = !is_certain;
  }

  const Corpus& corpus_;
  const LintDocument& document_;
  const Value& root_;
  LintFindings* findings_;
  // The objects around the inputs that have a member that nobody knows.
  std::set<std::string> misspelt_;
  // The types of the authors' own conditions, with the location of the first.
  std::map<std::string, std::string> conditions_;
};

// Whether an input reads the environment in patches.
bool ReadsEnvironment(const LintInput& input) {
  for (const Value& resource : ItemsAt(*input.value, {"resources"})) {
    for (const Value& patch : ItemsAt(resource, {"patches"})) {
      const std::string type = ScalarText(Dig(patch, {"type"}));
      if (type == "FromEnvironmentFieldPath" ||
          type == "CombineFromEnvironment") {
        return true;
      }
    }
  }
  return false;
}

bool SelectsEnvironment(const LintInput& input) {
  return input.dialect() == Dialect::kEnvironmentConfigs &&
         Dig(*input.value, {"spec", "environmentConfigs"}) != nullptr;
}

// What is selected after it is read is read by nobody, unless by a step in
// between or by that step itself.
void CheckOrder(const LintPipeline& pipeline, LintFindings* findings) {
  const LintInput* reader = nullptr;
  for (const LintInput* input : pipeline.inputs) {
    if (SelectsEnvironment(*input)) {
      if (reader == nullptr) continue;
      findings->Add("composition/step-order", *input->document,
                    absl::StrCat("spec.pipeline[", input->step, "]"),
                    absl::StrCat("the environment is selected after step ",
                                 reader->step + 1, " has read it"),
                    "move this step before that one");
      return;
    }
    bool sets = input->native() && Find(*input->value, "environment");
    if (reader == nullptr && !sets && ReadsEnvironment(*input)) reader = input;
  }
}

// Whether an earlier step selects an environment too; then what is read may be
// its.
bool HasOneSelector(const LintPipeline& pipeline) {
  size_t count = 0;
  for (const LintInput* input : pipeline.inputs) {
    count += SelectsEnvironment(*input) ? 1 : 0;
  }
  return count == 1;
}

}  // namespace

void CheckCompositions(const Corpus& corpus, LintFindings* findings) {
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kComposition)) {
    FrameCheck(corpus, *each, findings).Run();
  }
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    // A step of another function may set the environment.
    if (!pipeline.has_other_steps && HasOneSelector(pipeline)) {
      CheckOrder(pipeline, findings);
    }
  }
}

}  // namespace loom
