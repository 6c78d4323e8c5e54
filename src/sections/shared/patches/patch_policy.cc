// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_policy.h"

#include <optional>

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  bool required;
} kFromPolicies[] = {{"Optional", false}, {"Required", true}};

PatchPolicy ParseMembers(Fields& fields, bool required,
                         bool required_if_unknown = true,
                         IfUnknown if_unknown = IfUnknown::kInvalid) {
  PatchPolicy policy;
  const auto* from = fields.Choice("fromFieldPath", kFromPolicies,
                                   &kFromPolicies[required ? 1 : 0], if_unknown,
                                   IfEmpty::kUnknown);
  policy.to = ParseToPolicy(fields);
  fields.Done();
  policy.required = from == nullptr ? required_if_unknown : from->required;
  policy.says_optional =
      from != nullptr && !policy.required && fields.Has("fromFieldPath");
  return policy;
}

}  // namespace

PatchPolicy PatchPolicy::Parse(Fields& patch, bool required) {
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) {
    return {.required = required, .to = &ToPolicy::Replace()};
  }
  Fields fields(*object);
  return ParseMembers(fields, required);
}

PatchPolicy PatchPolicy::Required() {
  return {.required = true, .to = &ToPolicy::Replace()};
}

PatchPolicy PatchPolicy::RequiredAndMerged() {
  return {.required = true, .to = &ToPolicy::ForceMergeObjects()};
}

PatchPolicy PatchPolicy::ParseOfCombine(Fields& patch,
                                        bool required_if_unknown) {
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) return {.to = &ToPolicy::Replace()};
  Problems late;
  Fields fields(object->Deferring(&late));
  PatchPolicy policy =
      ParseMembers(fields, false, required_if_unknown, IfUnknown::kMistake);
  policy.mistakes = late.AsStatus();
  return policy;
}

}  // namespace loom
