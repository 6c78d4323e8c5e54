// SPDX-License-Identifier: Apache-2.0
#include "patch/patch_types.h"

namespace loom {
namespace {

using enum Endpoint;
using enum PatchForm;
constexpr PatchScope kInResource = PatchScope::kResource;
constexpr PatchScope kInEnvironment = PatchScope::kEnvironment;
constexpr PatchScope kInSecret = PatchScope::kSecretLocation;

// The table. Add a patch type here.
constexpr PatchType kTypes[] = {
    // clang-format off
    {kInResource, "FromCompositeFieldPath",
     kObservedComposite, kDesiredComposed, kCopy},
    {kInResource, "ToCompositeFieldPath",
     kObservedComposed, kDesiredComposite, kCopy},
    {kInResource, "FromEnvironmentFieldPath",
     kEnvironment, kDesiredComposed, kCopy},
    {kInResource, "ToEnvironmentFieldPath",
     kObservedComposed, kEnvironment, kCopy},
    {kInResource, "CombineFromComposite",
     kObservedComposite, kDesiredComposed, kCombine},
    {kInResource, "CombineToComposite",
     kObservedComposed, kDesiredComposite, kCombine},
    {kInResource, "CombineFromEnvironment",
     kEnvironment, kDesiredComposed, kCombine},
    {kInResource, "CombineToEnvironment",
     kObservedComposed, kEnvironment, kCombine},

    {kInEnvironment, "FromCompositeFieldPath",
     kObservedComposite, kEnvironment, kCopy},
    {kInEnvironment, "ToEnvironmentFieldPath",
     kObservedComposite, kEnvironment, kCopy},
    {kInEnvironment, "CombineFromComposite",
     kObservedComposite, kEnvironment, kCombine},
    {kInEnvironment, "ToCompositeFieldPath",
     kEnvironment, kDesiredComposite, kCopy},
    {kInEnvironment, "FromEnvironmentFieldPath",
     kEnvironment, kDesiredComposite, kCopy},
    {kInEnvironment, "CombineToComposite",
     kEnvironment, kDesiredComposite, kCombine},

    {kInSecret, "FromCompositeFieldPath",
     kObservedComposite, kSecretLocation, kCopy},
    {kInSecret, "CombineFromComposite",
     kObservedComposite, kSecretLocation, kCombine},
    // clang-format on
};

bool Holds(const PatchType& type, PatchScope scope) {
  return type.scope == (scope == PatchScope::kPatchSet ? kInResource : scope);
}

}  // namespace

const PatchType* FindPatchType(PatchScope scope, absl::string_view name) {
  for (const PatchType& type : kTypes) {
    if (Holds(type, scope) && type.name == name) return &type;
  }
  return nullptr;
}

std::vector<std::string> PatchTypeNames(PatchScope scope) {
  std::vector<std::string> names;
  for (const PatchType& type : kTypes) {
    if (Holds(type, scope)) names.emplace_back(type.name);
  }
  if (scope == kInResource) names.emplace_back(kPatchSetReference);
  return names;
}

}  // namespace loom
