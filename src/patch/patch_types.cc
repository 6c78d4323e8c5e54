// SPDX-License-Identifier: Apache-2.0
#include "patch/patch_types.h"

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

using enum Endpoint;
using enum PatchForm;
using enum PatchScope;

// The table. Add a patch type here.
constexpr PatchType kTypes[] = {
    // clang-format off
    {kResource, "FromCompositeFieldPath", kObservedComposite, kDesiredComposed, kCopy},
    {kResource, "ToCompositeFieldPath", kObservedComposed, kDesiredComposite, kCopy},
    {kResource, "FromEnvironmentFieldPath", Endpoint::kEnvironment, kDesiredComposed, kCopy},
    {kResource, "ToEnvironmentFieldPath", kObservedComposed, Endpoint::kEnvironment, kCopy},
    {kResource, "CombineFromComposite", kObservedComposite, kDesiredComposed, kCombine},
    {kResource, "CombineToComposite", kObservedComposed, kDesiredComposite, kCombine},
    {kResource, "CombineFromEnvironment", Endpoint::kEnvironment, kDesiredComposed, kCombine},
    {kResource, "CombineToEnvironment", kObservedComposed, Endpoint::kEnvironment, kCombine},

    {PatchScope::kEnvironment, "FromCompositeFieldPath", kObservedComposite, Endpoint::kEnvironment, kCopy},
    {PatchScope::kEnvironment, "ToEnvironmentFieldPath", kObservedComposite, Endpoint::kEnvironment, kCopy},
    {PatchScope::kEnvironment, "CombineFromComposite", kObservedComposite, Endpoint::kEnvironment, kCombine},
    {PatchScope::kEnvironment, "ToCompositeFieldPath", Endpoint::kEnvironment, kDesiredComposite, kCopy},
    {PatchScope::kEnvironment, "FromEnvironmentFieldPath", Endpoint::kEnvironment, kDesiredComposite, kCopy},
    {PatchScope::kEnvironment, "CombineToComposite", Endpoint::kEnvironment, kDesiredComposite, kCombine},

    {PatchScope::kSecretReference, "FromCompositeFieldPath", kObservedComposite, Endpoint::kSecretReference, kCopy},
    {PatchScope::kSecretReference, "CombineFromComposite", kObservedComposite, Endpoint::kSecretReference, kCombine},
    // clang-format on
};

}  // namespace

const PatchType* FindPatchType(PatchScope scope, absl::string_view name) {
  for (const PatchType& type : kTypes) {
    if (type.scope == scope && type.name == name) return &type;
  }
  return nullptr;
}

std::string PatchTypeNames(PatchScope scope) {
  std::string names;
  for (const PatchType& type : kTypes) {
    if (type.scope != scope) continue;
    absl::StrAppend(&names, names.empty() ? "" : ", ", type.name);
  }
  return names;
}

}  // namespace loom
