// SPDX-License-Identifier: Apache-2.0
#include "patch/policy.h"

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

PatchPolicy ParseMembers(Fields& fields) {
  PatchPolicy policy;
  const auto* from =
      fields.Choice("fromFieldPath", kFromPolicies, &kFromPolicies[0],
                    IfUnknown::kInvalid, IfEmpty::kUnknown);
  const auto* to = fields.Choice("toFieldPath", kToPolicies, &kToPolicies[0],
                                 IfUnknown::kInvalid, IfEmpty::kUnknown);
  fields.Done();
  // P&T treats an unknown policy as one that forgives nothing.
  policy.required = from == nullptr || from->required;
  policy.to = to == nullptr ? &kToPolicies[0] : to;
  return policy;
}

}  // namespace

PatchPolicy PatchPolicy::Parse(Fields& patch) {
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) return {.to = &kToPolicies[0]};
  Fields fields(*object);
  return ParseMembers(fields);
}

PatchPolicy PatchPolicy::ParseOfCombine(Fields& patch) {
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) return {.to = &kToPolicies[0]};
  Problems late;
  Fields fields(object->Deferring(&late));
  PatchPolicy policy = ParseMembers(fields);
  policy.mistakes = late.Joined();
  return policy;
}

}  // namespace loom
