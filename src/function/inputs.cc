// SPDX-License-Identifier: Apache-2.0
#include "function/inputs.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "patch/patch_set.h"
#include "resource/object.h"

namespace loom {
namespace {

Patches ParsePatches(const std::vector<Input>& list, PatchScope scope) {
  Patches patches;
  for (const Input& input : list) {
    auto patch = Patch::Parse(input, scope);
    if (patch != nullptr) patches.push_back(std::move(patch));
  }
  return patches;
}

Template ParseTemplate(const Input& input, const PatchSets& sets) {
  Fields fields(input);
  Template result;
  result.name = std::string(fields.Required("name"));
  if (std::optional<Input> base = fields.Any("base")) {
    result.base = &base->value();
    absl::Status identity = CheckIdentity(base->value());
    if (!identity.ok()) {
      base->Problem(
          absl::StrCat("cannot parse base template of composed resource \"",
                       result.name, "\": ", identity.message()));
    }
  }
  result.patches = sets.Resolve(fields.List("patches"));
  result.connection_details =
      ConnectionDetails::Parse(fields.List("connectionDetails"));
  result.readiness = Readiness::Parse(fields.List("readinessChecks"));
  fields.Done();
  return result;
}

void ParseSecretMembers(const Input& secret, SecretTarget* target) {
  Fields fields(secret);
  target->name = std::string(fields.String("name").value_or(""));
  target->ns = std::string(fields.String("namespace").value_or(""));
  target->patches =
      ParsePatches(fields.List("patches"), PatchScope::kSecretReference);
  fields.Done();
}

SecretTarget ParseSecret(Fields& input) {
  SecretTarget target;
  std::optional<Input> secret = input.Object("writeConnectionSecretToRef");
  if (!secret.has_value()) return target;
  if (secret->native()) {
    ParseSecretMembers(*secret, &target);
    return target;
  }
  Problems problems;
  ParseSecretMembers(secret->ReportingTo(&problems), &target);
  target.problems = problems.Joined();
  return target;
}

// The sections that P&T's input and the native one share.
void ParseResources(Fields& input, Resources* resources) {
  PatchSets sets = PatchSets::Parse(input.List("patchSets"));
  std::set<std::string> names;
  for (const Input& entry : input.List("resources")) {
    Template& added =
        resources->templates.emplace_back(ParseTemplate(entry, sets));
    bool twice = !added.name.empty() && !names.insert(added.name).second;
    if (twice && entry.native()) {
      entry.Invalid("name",
                    absl::StrCat("\"", added.name, "\" is there twice"));
    }
  }
  resources->secret = ParseSecret(input);
}

void ReadPatchAndTransform(Fields& input, Plan* plan) {
  input.Has("metadata");
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
  input.Has("metadata");
  if (std::optional<Input> spec = input.Object("spec")) {
    Fields fields(*spec);
    plan->environment = Environment::Parse(fields, "environmentConfigs");
    fields.Done();
  }
}

void ReadNative(Fields& input, Plan* plan) {
  if (std::optional<Input> section = input.Object("environment")) {
    Fields fields(*section);
    plan->environment = Environment::Parse(fields, "configs");
    plan->resources.emplace().environment_patches =
        ParsePatches(fields.List("patches"), PatchScope::kEnvironment);
    fields.Done();
  }
  Resources resources;
  ParseResources(input, &resources);
  if (plan->resources.has_value()) {
    resources.environment_patches =
        std::move(plan->resources->environment_patches);
  }
  bool any = !resources.templates.empty() ||
             !resources.environment_patches.empty() ||
             input.Has("writeConnectionSecretToRef");
  plan->resources.reset();
  if (any) plan->resources = std::move(resources);
  if (std::optional<Input> section = input.Object("providerConfig")) {
    plan->provider_config = ProviderConfig::Parse(*section);
  }
}

// The table. Add an accepted input here.
struct InputType {
  absl::string_view group;
  Dialect dialect;
  void (*read)(Fields&, Plan*);
};
constexpr InputType kTypes[] = {
    {"loom.fn.crossplane.io", Dialect::kNative, ReadNative},
    {"pt.fn.crossplane.io", Dialect::kDropIn, ReadPatchAndTransform},
    {"environmentconfigs.fn.crossplane.io", Dialect::kDropIn,
     ReadEnvironmentConfigs},
};

const InputType* FindType(absl::string_view api_version) {
  for (const InputType& type : kTypes) {
    if (type.group == GroupOf(api_version)) return &type;
  }
  return nullptr;
}

}  // namespace

bool AcceptsInput(absl::string_view api_version) {
  return FindType(api_version) != nullptr;
}

void ReadInput(Plan* plan, Problems* problems) {
  absl::string_view api_version = ApiVersion(plan->input);
  const InputType* type = FindType(api_version);
  if (type == nullptr) {
    std::string groups;
    for (const InputType& known : kTypes) {
      absl::StrAppend(&groups, groups.empty() ? "" : ", ", known.group);
    }
    return problems->Add(
        "apiVersion",
        absl::StrCat("Invalid value: \"", api_version,
                     "\": not an input that is accepted; its group has to be "
                     "one of ",
                     groups));
  }
  plan->native = type->dialect == Dialect::kNative;
  Fields fields(Input(plan->input, type->dialect, problems));
  fields.Has("apiVersion");
  fields.Has("kind");
  type->read(fields, plan);
  fields.Done();
}

}  // namespace loom
