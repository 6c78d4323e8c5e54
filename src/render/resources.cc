// SPDX-License-Identifier: Apache-2.0
#include "render/resources.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "patch/patch_set.h"
#include "resource/object.h"
#include "value/object.h"

namespace loom {
namespace {

Template ParseTemplate(const Input& input, const PatchSets& sets) {
  Fields fields(input);
  Template result;
  result.name = std::string(fields.Required("name"));
  if (std::optional<Input> base = fields.Any("base")) {
    result.base = &base->value();
    const Value* version =
        base->value().IsObject() ? Find(base->value(), "apiVersion") : nullptr;
    if (version != nullptr && !version->IsNull() && !version->IsString()) {
      base->Mistake("apiVersion",
                    absl::StrCat("want a string, got ", KindName(*version)));
    }
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
  ParseSecretMembers(secret->Deferring(&problems), &target);
  target.problems = problems.Joined();
  return target;
}

}  // namespace

Patches ParsePatches(const std::vector<Input>& list, PatchScope scope) {
  Patches patches;
  for (const Input& input : list) {
    auto patch = Patch::Parse(input, scope);
    if (patch != nullptr) patches.push_back(std::move(patch));
  }
  return patches;
}

void ParseResources(Fields& input, Resources* resources) {
  PatchSets sets = PatchSets::Parse(input.List("patchSets"));
  std::set<std::string> names;
  for (const Input& entry : input.List("resources")) {
    Template& added =
        resources->templates.emplace_back(ParseTemplate(entry, sets));
    bool twice = !added.name.empty() && !names.insert(added.name).second;
    if (twice) {
      entry.Mistake("name",
                    absl::StrCat("\"", added.name, "\" is there twice"));
    }
  }
  resources->secret = ParseSecret(input);
}

}  // namespace loom
