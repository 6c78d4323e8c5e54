// SPDX-License-Identifier: Apache-2.0
#include "patch/policy.h"

#include "absl/strings/str_cat.h"
#include "input/names.h"

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

const ToPolicy* FindToPolicy(absl::string_view name) {
  for (const ToPolicy& policy : kToPolicies) {
    if (policy.name == name) return &policy;
  }
  return nullptr;
}

}  // namespace

PatchPolicy PatchPolicy::Parse(Fields& patch) {
  PatchPolicy policy;
  policy.to = &kToPolicies[0];
  std::optional<Input> object = patch.Object("policy");
  if (!object.has_value()) return policy;
  Fields fields(*object);
  absl::string_view from = fields.String("fromFieldPath").value_or("Optional");
  if (from != "Optional" && from != "Required") {
    object->Invalid("fromFieldPath",
                    absl::StrCat("\"", from, "\": want Optional or Required"));
  }
  policy.required = from == "Required";
  absl::string_view to = fields.String("toFieldPath").value_or("Replace");
  if (const ToPolicy* found = FindToPolicy(to)) {
    policy.to = found;
  } else {
    object->Invalid("toFieldPath",
                    absl::StrCat("\"", to, "\": unknown policy, want one of ",
                                 NamesOf(kToPolicies)));
  }
  fields.Done();
  return policy;
}

}  // namespace loom
