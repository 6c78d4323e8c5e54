// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/composition.h"

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"
#include "tools/embedded.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// For FindCompositionMistakes.

using Names = std::vector<std::string>;

struct FrameSchema {
  FrameSchema() {
    for (const EmbeddedFile& schema : EmbeddedSchemas()) {
      if (schema.name == "composition") root = *ParseJson(schema.Text(), &pool);
    }
  }

  Pool pool;
  Value root;
};

// Returns the schema of a Composition. It leaves the inputs of steps open.
const Value& Frame() {
  static const auto* const kFrame = new FrameSchema;
  return kFrame->root;
}

const Value& FrameOfPipeline() {
  return *Dig(Frame(), {"properties", "spec", "properties", "pipeline"});
}

class Finder {
 public:
  // Rules of lint.
  static constexpr char kFrame[] = "composition/frame";
  static constexpr char kStepName[] = "composition/step-name";

  explicit Finder(const YamlDocument& document) : document_(document) {}

  Diagnostics Run() {
    Check(document_.root, Frame(), {});
    CheckTypeRef();
    CheckPipeline();
    return std::move(mistakes_);
  }

  Diagnostics RunOperation() {
    if (const Value* pipeline = PipelineOf(document_.root)) {
      Check(*pipeline, FrameOfPipeline(),
            absl::StrSplit(PathOfPipeline(document_.root), '.'));
    }
    CheckPipeline();
    return std::move(mistakes_);
  }

 private:
  // Finds the fields that the schema does not have, and strings that are none of its
  // choices.
  void Check(const Value& value, const Value& schema, Names path) {
    if (value.IsString()) return CheckChoice(value, schema, path);
    if (value.IsArray()) return CheckItems(value, schema, std::move(path));
    const Value* properties = Find(schema, "properties");
    if (!value.IsObject() || properties == nullptr) return;
    for (const Member& member : Members(value)) {
      path.emplace_back(View(member.name));
      const Value* known = Find(*properties, path.back());
      if (known != nullptr) {
        Check(member.value, *known, path);
      } else {
        AddUnknown(schema, path);
      }
      path.pop_back();
    }
  }

  void CheckItems(const Value& list, const Value& schema, Names path) {
    const Value* items = Find(schema, "items");
    if (items == nullptr) return;
    for (rapidjson::SizeType i = 0; i < list.Size(); ++i) {
      path.push_back(absl::StrCat(i));
      Check(ItemAt(list, i), *items, path);
      path.pop_back();
    }
  }

  void CheckChoice(const Value& text, const Value& schema, const Names& path) {
    Names choices;
    for (const Value& each : ItemsAt(schema, {"enum"})) {
      if (Equal(each, text)) return;
      choices.push_back(ScalarText(&each));
    }
    if (choices.empty()) return;
    Add(kFrame, PathText(path), "",
        absl::StrCat("Invalid value: ", Quoted(View(text)),
                     ": expected one of ", absl::StrJoin(choices, ", ")));
  }

  // A field of a step that is one level too deep is there where it is indented.
  static std::string HelpOfUnknown(const std::string& name, const Names& path,
                                   absl::string_view title,
                                   const Names& known) {
    if (!path.empty() && path.back() == "functionRef" &&
        (name == "input" || name == "credentials" || name == "requirements")) {
      return absl::StrCat("indent ", name, " like functionRef");
    }
    const std::string nearest = NearestName(name, known);
    if (!nearest.empty()) return MeantHelp(nearest);
    return absl::StrCat(title.empty() ? "it" : WithArticle(title), " has ",
                        absl::StrJoin(known, ", "));
  }

  void AddUnknown(const Value& schema, Names path) {
    YamlPosition key = Locate(document_, PathText(path), YamlPart::kKey);
    const std::string name = path.back();
    path.pop_back();
    Names known;
    for (const Member& each : Members(*Find(schema, "properties"))) {
      known.emplace_back(View(each.name));
    }
    absl::c_sort(known);
    const absl::string_view title = TextAt(schema, {"title"});
    misspelt_.insert(PathText(path));
    mistakes_.push_back(
        {.rule = kFrame,
         .position = std::move(key),
         .path = PathText(path),
         .message = absl::StrCat("unknown field \"", name, "\""),
         .help = HelpOfUnknown(name, path, title, known),
         .subject = name});
  }

  // `at` is what has the member, which may be missing.
  void Add(const char* rule, const std::string& at, absl::string_view member,
           absl::string_view message) {
    mistakes_.push_back({.rule = rule,
                         .position = Locate(document_, at),
                         .path = absl::StrCat(at, member),
                         .message = std::string(message)});
  }

  void CheckTypeRef() {
    const std::string at = "spec.compositeTypeRef";
    const Value* reference = Dig(document_.root, {"spec", "compositeTypeRef"});
    if (IsMisspelt({"", "spec", at})) return;
    if (reference == nullptr || !reference->IsObject()) {
      return Add(
          kFrame, "spec", ".compositeTypeRef",
          "Required value: it selects the composites of this Composition");
    }
    for (const char* member : {"apiVersion", "kind"}) {
      if (!ScalarText(Find(*reference, member)).empty()) continue;
      Add(kFrame, at, absl::StrCat(".", member),
          "Required value: it selects the composites of this Composition");
    }
  }

  void CheckPipeline() {
    if (IsMisspelt({"", "spec"})) return;
    const Value* pipeline = PipelineOf(document_.root);
    const std::string at = PathOfPipeline(document_.root);
    if (pipeline == nullptr || pipeline->IsNull() ||
        (pipeline->IsArray() && pipeline->Empty())) {
      return Add(kFrame, "spec", absl::StrCat(".", at.substr(5)),
                 "Required value: it lists the steps");
    }
    if (!pipeline->IsArray()) {
      return Add(kFrame, at, "", "Invalid value: expected a list of steps");
    }
    for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
      CheckStep(ItemAt(*pipeline, i), absl::StrCat(at, "[", i, "]"));
    }
  }

  void CheckStep(const Value& step, const std::string& at) {
    if (!step.IsObject()) {
      return Add(kFrame, at, "", "Invalid value: expected an object");
    }
    CheckName(step, at);
    if (ScalarText(Dig(step, {"functionRef", "name"})).empty() &&
        !IsMisspelt({at, at + ".functionRef"})) {
      Add(kFrame, at, ".functionRef.name",
          "Required value: it names the function of the step");
    }
    const Value* input = Find(step, "input");
    if (input != nullptr && !input->IsNull() && !input->IsObject()) {
      Add(kFrame, at + ".input", "", "Invalid value: expected an object");
    } else if (input != nullptr && input->IsObject()) {
      CheckGroup(step, *input, at);
    }
  }

  // An input of function-loom that has nothing but a group that it does not have: the
  // server would do what function-auto-ready does.
  void CheckGroup(const Value& step, const Value& input,
                  const std::string& at) {
    const std::string version = ScalarText(Find(input, "apiVersion"));
    if (version.empty() || AcceptsGroup(version) ||
        !absl::EndsWith(ScalarText(Dig(step, {"functionRef", "name"})),
                        "function-loom") ||
        absl::c_any_of(Members(input), [](const Member& member) {
          const absl::string_view name = View(member.name);
          return name != "apiVersion" && name != "kind" && name != "metadata";
        })) {
      return;
    }
    Add("composition/input-group", at + ".input.apiVersion", "",
        absl::StrCat("Invalid value: \"", version,
                     "\": function-loom has no such input; its groups are ",
                     absl::StrJoin(AcceptedGroups(), ", ")));
  }

  void CheckName(const Value& step, const std::string& at) {
    const std::string name = ScalarText(Find(step, "step"));
    if (name.empty()) {
      if (IsMisspelt({at})) return;
      return Add(kStepName, at, ".step",
                 "Required value: it is the name of the step");
    }
    const std::string place = PlaceText(Locate(document_, at));
    auto [first, added] = places_.try_emplace(name, place);
    if (added) return;
    Add(kStepName, at, ".step",
        absl::StrCat("Duplicate value: \"", name,
                     "\", which is also the name of the step at ",
                     first->second));
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
  Diagnostics mistakes_;
};

// For TakeComposition.

// The objects in the list at that path; none if there is no list.
std::vector<const Value*> ListAt(
    const Value& object, std::initializer_list<absl::string_view> path) {
  std::vector<const Value*> items;
  for (const Value& item : ItemsAt(object, path)) {
    if (item.IsObject()) items.push_back(&item);
  }
  return items;
}

// The member of that name; nullptr if it is missing or null.
const Value* GivenMember(const Value& object, absl::string_view name) {
  const Value* value = Find(object, name);
  return value == nullptr || value->IsNull() ? nullptr : value;
}

fn::ResourceSelector SelectorOf(const Value& requirement) {
  fn::ResourceSelector selector;
  selector.set_api_version(ScalarText(Find(requirement, "apiVersion")));
  selector.set_kind(ScalarText(Find(requirement, "kind")));
  if (const Value* ns = GivenMember(requirement, "namespace")) {
    selector.set_namespace_(ScalarText(ns));
  }
  const Value* labels = Find(requirement, "matchLabels");
  if (const Value* name = GivenMember(requirement, "name")) {
    selector.set_match_name(ScalarText(name));
  } else if (labels != nullptr && labels->IsObject() &&
             !labels->ObjectEmpty()) {
    auto& wanted = *selector.mutable_match_labels()->mutable_labels();
    for (const Member& label : Members(*labels)) {
      wanted[std::string(View(label.name))] = ScalarText(&label.value);
    }
  }
  return selector;
}

void TakeRequirements(const Value& item, PipelineStep* step) {
  for (const Value* each :
       ListAt(item, {"requirements", "requiredResources"})) {
    step->required_resources.emplace_back(
        ScalarText(Find(*each, "requirementName")), SelectorOf(*each));
  }
  for (const Value* each : ListAt(item, {"requirements", "requiredSchemas"})) {
    fn::SchemaSelector selector;
    selector.set_api_version(ScalarText(Find(*each, "apiVersion")));
    selector.set_kind(ScalarText(Find(*each, "kind")));
    step->required_schemas.emplace_back(
        ScalarText(Find(*each, "requirementName")), std::move(selector));
  }
}

// Credentials have no other source than a Secret, or none.
void TakeCredentials(const Value& item, PipelineStep* step) {
  for (const Value* each : ListAt(item, {"credentials"})) {
    const Value* secret = Find(*each, "secretRef");
    if (ScalarText(Find(*each, "source")) != "Secret" || secret == nullptr ||
        !secret->IsObject()) {
      continue;
    }
    step->credentials.push_back({ScalarText(Find(*each, "name")),
                                 ScalarText(Find(*secret, "namespace")),
                                 ScalarText(Find(*secret, "name"))});
  }
}

absl::StatusOr<PipelineStep> StepOf(const Value& item, size_t index,
                                    const YamlDocument& document) {
  PipelineStep step;
  step.index = index;
  step.path = absl::StrCat(PathOfPipeline(document.root), "[", index, "]");
  step.place = PlaceText(Locate(document, step.path));
  step.name = ScalarText(Dig(item, {"step"}));
  step.function = ScalarText(Dig(item, {"functionRef", "name"}));
  if (!item.IsObject()) {
    return absl::InvalidArgumentError(
        absl::StrCat(step.place, ": ", step.path, " is not an object"));
  }
  step.item = &item;
  const Value* input = Find(item, "input");
  if (input != nullptr && !input->IsNull()) {
    if (!input->IsObject()) {
      return absl::InvalidArgumentError(
          absl::StrCat(step.place, ": the input of step \"", step.name,
                       "\" is not an object"));
    }
    step.input = input;
  }
  TakeRequirements(item, &step);
  TakeCredentials(item, &step);
  return step;
}

absl::StatusOr<std::vector<PipelineStep>> StepsIn(
    const YamlDocument& document) {
  std::vector<PipelineStep> steps;
  const Value* list = PipelineOf(document.root);
  if (list == nullptr || !list->IsArray()) return steps;
  for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
    LOOM_ASSIGN_OR_RETURN(PipelineStep step,
                          StepOf(ItemAt(*list, i), i, document));
    steps.push_back(std::move(step));
  }
  return steps;
}

absl::Status Mismatch(const YamlDocument& composite,
                      const Composition& composition, absl::string_view member,
                      absl::string_view help) {
  const Value* reference =
      Dig(composition.document.root, {"spec", "compositeTypeRef", member});
  const std::string has = ScalarText(Find(composite.root, member));
  return absl::FailedPreconditionError(absl::StrCat(
      composition.document.Place({"spec", "compositeTypeRef", member}),
      ": compositeTypeRef.", member, " is ",
      reference == nullptr ? "not set" : ScalarText(reference), ", but ",
      composite.Place({member}), " is ",
      member == "kind" ? WithArticle(has) : has, help));
}

// A misspelt `mode` or `spec` is reported as what it is.
absl::Status CheckMode(const YamlDocument& document) {
  if (Dig(document.root, {"spec", "mode"}) == nullptr) {
    LOOM_RETURN_IF_ERROR(CheckCompositionMembers(document));
  }
  if (IsPipeline(document.root)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(document.Place({"spec", "mode"}),
                   ": only a Composition with spec.mode: Pipeline can be "
                   "rendered; Crossplane 2 has no other mode\n  `function-loom "
                   "convert FILE` turns it into a pipeline step"));
}

}  // namespace

bool IsPipeline(const Value& composition) {
  const Value* mode = Dig(composition, {"spec", "mode"});
  if (mode != nullptr) return ScalarText(mode) == "Pipeline";
  return Dig(composition, {"spec", "resources"}) == nullptr;
}

Diagnostics FindCompositionMistakes(const YamlDocument& composition) {
  return Finder(composition).Run();
}

absl::Status CheckComposition(const YamlDocument& composition) {
  return ErrorOf(FindCompositionMistakes(composition));
}

absl::Status CheckCompositionMembers(const YamlDocument& composition) {
  Diagnostics mistakes = FindCompositionMistakes(composition);
  std::erase_if(mistakes,
                [](const Diagnostic& each) { return each.subject.empty(); });
  return ErrorOf(mistakes);
}

std::string PathInStep(const PipelineStep& step, absl::string_view member) {
  if (member.empty()) return step.path;
  return absl::StrCat(step.path, step.path.empty() ? "" : ".", "input.",
                      member);
}

absl::StatusOr<Composition> TakeComposition(YamlDocument document) {
  const Value& root = document.root;
  if (GroupOf(ApiVersion(root)) != "apiextensions.crossplane.io" ||
      Kind(root) != "Composition") {
    return absl::InvalidArgumentError(absl::StrCat(
        document.Place({"kind"}), ": this is not a Composition, but ",
        ApiVersion(root).empty() ? "(no apiVersion)" : ApiVersion(root), " ",
        Kind(root).empty() ? "(no kind)" : Kind(root),
        "\n  the arguments are XR COMPOSITION [FUNCTIONS], in this order"));
  }
  LOOM_RETURN_IF_ERROR(CheckMode(document));
  LOOM_ASSIGN_OR_RETURN(std::vector<PipelineStep> steps, StepsIn(document));
  return Composition{std::move(document), std::move(steps)};
}

bool IsTest(const Value& root) {
  return root.IsObject() && Kind(root) == "CompositionTest" &&
         GroupOf(ApiVersion(root)) == "loom.fn.crossplane.io";
}

bool IsOperation(const Value& root) {
  if (!root.IsObject() || GroupOf(ApiVersion(root)) != "ops.crossplane.io") {
    return false;
  }
  const absl::string_view kind = Kind(root);
  return kind == "Operation" || kind == "CronOperation" ||
         kind == "WatchOperation";
}

const Value* SpecOfOperation(const Value& root) {
  return Kind(root) == "Operation"
             ? Dig(root, {"spec"})
             : Dig(root, {"spec", "operationTemplate", "spec"});
}

const Value* PipelineOf(const Value& root) {
  const Value* spec =
      IsOperation(root) ? SpecOfOperation(root) : Dig(root, {"spec"});
  return spec == nullptr || !spec->IsObject() ? nullptr
                                              : Find(*spec, "pipeline");
}

std::string PathOfPipeline(const Value& root) {
  const bool is_template = IsOperation(root) && Kind(root) != "Operation";
  return is_template ? "spec.operationTemplate.spec.pipeline" : "spec.pipeline";
}

absl::StatusOr<Composition> TakeOperation(YamlDocument document) {
  LOOM_RETURN_IF_ERROR(ErrorOf(Finder(document).RunOperation()));
  LOOM_ASSIGN_OR_RETURN(std::vector<PipelineStep> steps, StepsIn(document));
  return Composition{std::move(document), std::move(steps)};
}

absl::Status CheckFits(const YamlDocument& composite,
                       const Composition& composition) {
  const Value& root = composition.document.root;
  auto wanted = [&root](absl::string_view member) {
    return ScalarText(Dig(root, {"spec", "compositeTypeRef", member}));
  };
  if (wanted("kind") != Kind(composite.root)) {
    return Mismatch(
        composite, composition, "kind",
        "\n  if it is a claim, pass its definition with --xrd FILE");
  }
  if (wanted("apiVersion") != ApiVersion(composite.root)) {
    return Mismatch(composite, composition, "apiVersion", "");
  }
  const Value* labels =
      Dig(composite.root,
          {"spec", "crossplane", "compositionSelector", "matchLabels"});
  if (labels == nullptr || !labels->IsObject()) return absl::OkStatus();
  for (const Member& label : Members(*labels)) {
    absl::string_view key = View(label.name);
    if (Label(root, key) == ScalarText(&label.value)) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        composition.document.Place({"metadata", "labels", key}),
        ": the Composition has no label ", key, ": ", ScalarText(&label.value),
        ", by which ",
        composite.Place(
            {"spec", "crossplane", "compositionSelector", "matchLabels", key}),
        " selects"));
  }
  return absl::OkStatus();
}

}  // namespace loom
