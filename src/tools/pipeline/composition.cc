// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/composition.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/pipeline/composition_mistakes.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

// The objects in the list at that path; none if there is no list.
std::vector<const Value*> ListAt(
    const Value& object, std::initializer_list<absl::string_view> path) {
  std::vector<const Value*> items;
  const Value* list = Dig(object, path);
  if (list == nullptr || !list->IsArray()) return items;
  for (const Value& item : list->GetArray()) {
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
    for (const Member& label : labels->GetObject()) {
      wanted[std::string(View(label.name))] = ScalarText(&label.value);
    }
  }
  return selector;
}

void TakeRequirements(const Value& item, PipelineStep* step) {
  const Value* requirements = Find(item, "requirements");
  if (requirements == nullptr || !requirements->IsObject()) return;
  for (const Value* each : ListAt(*requirements, {"requiredResources"})) {
    step->required_resources.emplace_back(
        ScalarText(Find(*each, "requirementName")), SelectorOf(*each));
  }
  for (const Value* each : ListAt(*requirements, {"requiredSchemas"})) {
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
  step.path = absl::StrCat("spec.pipeline[", index, "]");
  step.place = document.Place({"spec", "pipeline", absl::StrCat(index)});
  step.name = ScalarText(Dig(item, {"step"}));
  step.function = ScalarText(Dig(item, {"functionRef", "name"}));
  if (!item.IsObject()) {
    return absl::InvalidArgumentError(
        absl::StrCat(step.place, ": ", step.path, " is no object"));
  }
  step.item = &item;
  const Value* input = Find(item, "input");
  if (input != nullptr && !input->IsNull()) {
    if (!input->IsObject()) {
      return absl::InvalidArgumentError(absl::StrCat(
          step.place, ": the input of step \"", step.name, "\" is no object"));
    }
    step.input = input;
  }
  TakeRequirements(item, &step);
  TakeCredentials(item, &step);
  return step;
}

absl::Status Mismatch(const YamlDocument& composite,
                      const Composition& composition, absl::string_view member,
                      absl::string_view article) {
  const Value* reference =
      Dig(composition.document.root, {"spec", "compositeTypeRef", member});
  return absl::FailedPreconditionError(absl::StrCat(
      composition.document.Place({"spec", "compositeTypeRef", member}),
      ": compositeTypeRef.", member, " is ",
      reference == nullptr ? "not set" : ScalarText(reference), ", but ",
      composite.Place({member}), " is ", article,
      ScalarText(Find(composite.root, member))));
}

// A misspelt `mode` or `spec` is told as what it is.
absl::Status CheckMode(const YamlDocument& document) {
  const Value* mode = Dig(document.root, {"spec", "mode"});
  if (ScalarText(mode) == "Pipeline") return absl::OkStatus();
  if (mode == nullptr) {
    LOOM_RETURN_IF_ERROR(CheckCompositionMembers(document));
  }
  return absl::FailedPreconditionError(absl::StrCat(
      document.Place({"spec", "mode"}),
      ": only a Composition with spec.mode: Pipeline can be rendered; "
      "Crossplane 2 has no other mode\n  `function-loom convert FILE` "
      "makes a step of it"));
}

}  // namespace

std::string PathInStep(const PipelineStep& step, absl::string_view member) {
  if (member.empty()) return step.path;
  return absl::StrCat(step.path, step.path.empty() ? "" : ".", "input.",
                      member);
}

absl::StatusOr<Composition> LoadComposition(const std::string& path,
                                            Files* files) {
  LOOM_ASSIGN_OR_RETURN(YamlDocument document, files->ReadOne(path));
  const Value& root = document.root;
  if (GroupOf(ApiVersion(root)) != "apiextensions.crossplane.io" ||
      Kind(root) != "Composition") {
    return absl::InvalidArgumentError(absl::StrCat(
        document.Place({"kind"}), ": this is no Composition, but ",
        ApiVersion(root).empty() ? "of no apiVersion" : ApiVersion(root), " ",
        Kind(root).empty() ? "without a kind" : Kind(root),
        "\n  the arguments are XR COMPOSITION [FUNCTIONS], in this order"));
  }
  LOOM_RETURN_IF_ERROR(CheckMode(document));
  std::vector<PipelineStep> steps;
  if (const Value* list = Dig(root, {"spec", "pipeline"});
      list != nullptr && list->IsArray()) {
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      LOOM_ASSIGN_OR_RETURN(PipelineStep step, StepOf((*list)[i], i, document));
      steps.push_back(std::move(step));
    }
  }
  return Composition{std::move(document), std::move(steps)};
}

absl::Status CheckFits(const YamlDocument& composite,
                       const Composition& composition) {
  const Value& root = composition.document.root;
  auto wanted = [&root](absl::string_view member) {
    return ScalarText(Dig(root, {"spec", "compositeTypeRef", member}));
  };
  if (wanted("kind") != Kind(composite.root)) {
    return Mismatch(composite, composition, "kind", "a ");
  }
  if (wanted("apiVersion") != ApiVersion(composite.root)) {
    return Mismatch(composite, composition, "apiVersion", "");
  }
  const Value* labels =
      Dig(composite.root,
          {"spec", "crossplane", "compositionSelector", "matchLabels"});
  if (labels == nullptr || !labels->IsObject()) return absl::OkStatus();
  for (const Member& label : labels->GetObject()) {
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
