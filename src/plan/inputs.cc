// SPDX-License-Identifier: Apache-2.0
#include "plan/inputs.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "plan/input_counts.h"
#include "render/resources.h"
#include "resource/object.h"
#include "value/object.h"

namespace loom {
namespace {

void ReadPatchAndTransform(Fields& input, Plan* plan) {
  Resources& resources = plan->resources.emplace();
  ParseResources(input, &resources);
  if (std::optional<Input> environment = input.Object("environment")) {
    Fields fields(*environment);
    resources.environment_patches =
        ParsePatches(fields.List("patches"), PatchScope::kEnvironment);
    fields.Done();
  }
  if (resources.templates.empty() && resources.environment_patches.empty()) {
    input.at().Problem("resources",
                       "Required value: resources or environment patches are "
                       "required");
  }
}

void ReadEnvironmentConfigs(Fields& input, Plan* plan) {
  if (std::optional<Input> spec = input.Object("spec")) {
    Fields fields(*spec);
    plan->environment = Environment::Parse(fields, "environmentConfigs");
    fields.Done();
  }
}

void ReadExtraResources(Fields& input, Plan* plan) {
  if (std::optional<Input> spec = input.Object("spec")) {
    Fields fields(*spec);
    plan->extra_resources = ExtraResources::ParseSpec(fields);
    fields.Done();
  }
}

// Crossplane before 2.0 knows only the older of the two fields in which a
// function may say what it requires.
RequirementFields ParseCompat(Fields& input) {
  std::optional<Input> section = input.Object("requirements");
  if (!section.has_value()) return RequirementFields::kAuto;
  Fields fields(*section);
  absl::string_view name =
      fields.OneOf("compat", {"Auto", "ResourcesOnly", "Both"}, "Auto");
  fields.Done();
  if (name == "ResourcesOnly") return RequirementFields::kResourcesOnly;
  return name == "Both" ? RequirementFields::kBoth : RequirementFields::kAuto;
}

void ReadNative(Fields& input, Plan* plan) {
  Resources resources;
  if (std::optional<Input> section = input.Object("environment")) {
    Fields fields(*section);
    plan->environment = Environment::Parse(fields, "configs");
    resources.environment_patches =
        ParsePatches(fields.List("patches"), PatchScope::kEnvironment);
    fields.Done();
  }
  std::vector<Input> extra = input.List("extraResources");
  if (!extra.empty()) plan->extra_resources = ExtraResources::Parse(extra);
  ParseResources(input, &resources);
  bool any = !resources.templates.empty() ||
             !resources.environment_patches.empty() ||
             input.Has("writeConnectionSecretToRef");
  if (any) plan->resources = std::move(resources);
  if (std::optional<Input> section = input.Object("providerConfig")) {
    plan->provider_config = ProviderConfig::Parse(*section);
  }
  plan->requirement_fields = ParseCompat(input);
}

// The table. Add an accepted input here.
struct InputType {
  absl::string_view group;
  Dialect dialect;
  void (*read)(Fields&, Plan*);
  // Members by which an input of an unknown group is recognised, as paths.
  std::vector<absl::string_view> signs;
};

// In the order in which they are tried; a native input may hold what P&T's
// does, so that comes last.
const std::vector<InputType>& Types() {
  static const auto& types = *new std::vector<InputType>{
      {"loom.fn.crossplane.io",
       Dialect::kNative,
       ReadNative,
       {"extraResources", "providerConfig", "requirements",
        "environment.configs", "environment.defaultData"}},
      {"environmentconfigs.fn.crossplane.io",
       Dialect::kDropIn,
       ReadEnvironmentConfigs,
       {"spec.environmentConfigs", "spec.defaultData"}},
      {"extra-resources.fn.crossplane.io",
       Dialect::kDropIn,
       ReadExtraResources,
       {"spec.extraResources", "spec.context"}},
      {"pt.fn.crossplane.io",
       Dialect::kDropIn,
       ReadPatchAndTransform,
       {"resources", "patchSets", "environment.patches",
        "writeConnectionSecretToRef"}},
  };
  return types;
}

const InputType* FindType(absl::string_view api_version) {
  for (const InputType& type : Types()) {
    if (type.group == GroupOf(api_version)) return &type;
  }
  return nullptr;
}

bool HasMember(const Value& input, absl::string_view path) {
  const Value* at = &input;
  for (absl::string_view name : absl::StrSplit(path, '.')) {
    at = at->IsObject() ? Find(*at, name) : nullptr;
    if (at == nullptr) return false;
  }
  return true;
}

const InputType* RecogniseType(const Value& input) {
  for (const InputType& type : Types()) {
    for (absl::string_view sign : type.signs) {
      if (HasMember(input, sign)) return &type;
    }
  }
  return nullptr;
}

std::string Groups() {
  return absl::StrJoin(Types(), ", ",
                       [](std::string* out, const InputType& type) {
                         absl::StrAppend(out, type.group);
                       });
}

}  // namespace

bool AcceptsGroup(absl::string_view api_version) {
  return FindType(api_version) != nullptr;
}

void ReadInput(Plan* plan, Problems* problems) {
  absl::string_view api_version = ApiVersion(plan->input);
  const InputType* type = FindType(api_version);
  if (type == nullptr) type = RecogniseType(plan->input);
  if (type == nullptr) {
    return problems->Add(
        "apiVersion",
        absl::StrCat("Invalid value: \"", api_version,
                     "\": not an input that is accepted, nor has it members "
                     "of one; its group has to be one of ",
                     Groups()));
  }
  plan->native = type->dialect == Dialect::kNative;
  CheckCounts(plan->input, problems);
  // What is beyond all bounds is not looked at any further.
  if (!problems->empty()) return;
  Fields fields(Input(plan->input, type->dialect, problems));
  fields.Has("apiVersion");
  fields.Has("kind");
  fields.Has("metadata");  // as everything that is shaped for Kubernetes has
  type->read(fields, plan);
  fields.Done();
}

}  // namespace loom
