// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/policy.h"

namespace loom {
namespace {

// The table. {keep_values, append_arrays}
constexpr ToPolicy kToPolicies[] = {
    {"Replace", false, {}},
    {"MergeObjects", true, {true, false}},
    {"MergeObject", true, {true, false}},
    {"MergeObjectsAppendArrays", true, {true, true}},
    {"ForceMergeObjects", true, {false, false}},
    {"ForceMergeObjectsAppendArrays", true, {false, true}},
    {"AppendArray", true, {false, true}},
};

constexpr struct {
  absl::string_view name;
  bool required;
} kFromPolicies[] = {{"Optional", false}, {"Required", true}};

PatchPolicy ParseMembers(Fields& fields, bool required) {
  PatchPolicy policy;
  const auto* from = fields.Choice("fromFieldPath", kFromPolicies,
                                   &kFromPolicies[required ? 1 : 0],
                                   IfUnknown::kInvalid, IfEmpty::kUnknown);
  policy.to = ParseToPolicy(fields);
  fields.Done();
  // P&T treats an unknown policy as one that forgives nothing.
  policy.required = from == nullptr || from->required;
  policy.says_optional = !policy.required && fields.Has("fromFieldPath");
  return policy;
}

}  // namespace

const ToPolicy* ParseToPolicy(Fields& policy) {
  const auto* to = policy.Choice("toFieldPath", kToPolicies, &kToPolicies[0],
                                 IfUnknown::kInvalid, IfEmpty::kUnknown);
  return to == nullptr ? &kToPolicies[0] : to;
}

PatchPolicy PatchPolicy::Parse(Fields& patch, bool required) {
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) {
    return {.required = required, .to = &kToPolicies[0]};
  }
  Fields fields(*object);
  return ParseMembers(fields, required);
}

PatchPolicy PatchPolicy::ParseOfCombine(Fields& patch) {
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) return {.to = &kToPolicies[0]};
  Problems late;
  Fields fields(object->Deferring(&late));
  PatchPolicy policy = ParseMembers(fields, false);
  policy.mistakes = late.Joined();
  return policy;
}

}  // namespace loom
