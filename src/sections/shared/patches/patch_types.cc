// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_types.h"

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
    {kInResource, "FromItemFieldPath",
     kItem, kDesiredComposed, kCopy},
    {kInResource, "FromExpression",
     kNothing, kDesiredComposed, kExpression},
    {kInResource, "ToCompositeFromExpression",
     kNothing, kDesiredComposite, kExpression},
    {kInResource, "ToEnvironmentFromExpression",
     kNothing, kEnvironment, kExpression},

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
    {kInEnvironment, "FromExpression",
     kNothing, kEnvironment, kExpression},
    {kInEnvironment, "ToCompositeFromExpression",
     kNothing, kDesiredComposite, kExpression},

    {kInSecret, "FromCompositeFieldPath",
     kObservedComposite, kSecretLocation, kCopy},
    {kInSecret, "CombineFromComposite",
     kObservedComposite, kSecretLocation, kCombine},
    {kInSecret, "FromExpression",
     kNothing, kSecretLocation, kExpression},
    // clang-format on
};

// Reports whether only the native input has the type, and P&T does not.
bool IsNative(const PatchType& type) {
  return type.form == kExpression || type.from == kItem;
}

bool Holds(const PatchType& type, PatchScope scope, const Rules& rules) {
  if (IsNative(type) && rules.follows_go) return false;
  if (scope == PatchScope::kOverlay && type.from == kItem) return false;
  bool in_resource = scope == PatchScope::kPatchSet ||
                     scope == PatchScope::kLoop ||
                     scope == PatchScope::kOverlay;
  return type.scope == (in_resource ? kInResource : scope);
}

}  // namespace

const PatchType* FindPatchType(PatchScope scope, absl::string_view name,
                               const Rules& rules) {
  for (const PatchType& type : kTypes) {
    if (type.name == name && Holds(type, scope, rules)) return &type;
  }
  return nullptr;
}

std::vector<std::string> PatchTypeNames(PatchScope scope, const Rules& rules) {
  std::vector<std::string> names;
  for (const PatchType& type : kTypes) {
    if (Holds(type, scope, rules)) names.emplace_back(type.name);
  }
  if (scope == kInResource || scope == PatchScope::kLoop ||
      scope == PatchScope::kOverlay)
    names.emplace_back(kPatchSetReference);
  return names;
}

}  // namespace loom
