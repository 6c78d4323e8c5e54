// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/step_kind.h"

#include "absl/strings/match.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "function/plan/inputs.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

// The table. Add a kind of step here.
constexpr StepKind kKinds[] = {
    {"environmentconfigs.fn.crossplane.io", "", StepRole::kEnvironmentConfigs},
    {"extra-resources.fn.crossplane.io", "", StepRole::kExtraResources},
    {"pt.fn.crossplane.io", "", StepRole::kPatchAndTransform},
    {"loom.fn.crossplane.io", "", StepRole::kNative},
    {"sequencer.fn.crossplane.io", "function-sequencer", StepRole::kSequencer},
    {"autoready.fn.crossplane.io", "function-auto-ready", StepRole::kAutoReady},
};

const Value* MemberOf(const Value* object, absl::string_view name) {
  return object != nullptr && object->IsObject() ? Find(*object, name)
                                                 : nullptr;
}

}  // namespace

const StepKind* KindOf(const Value& step) {
  const Value* input = MemberOf(&step, "input");
  std::string function = ScalarMember(MemberOf(&step, "functionRef"), "name");
  if (IsOtherFunction(function)) return nullptr;
  absl::string_view group;
  if (input != nullptr && input->IsObject()) {
    group = GroupOf(ApiVersion(*input));
  }
  for (const StepKind& kind : kKinds) {
    if (!group.empty() && kind.group == group) return &kind;
    if (group.empty() && !kind.function.empty() &&
        absl::EndsWith(function, kind.function)) {
      return &kind;
    }
  }
  return nullptr;
}

bool BecomesNative(StepRole role) { return role != StepRole::kNative; }

const Value* InputOf(const Value& step) {
  const Value* input = MemberOf(&step, "input");
  return input != nullptr && input->IsObject() ? input : nullptr;
}

const Value* InputMember(const Value& step, absl::string_view name) {
  return MemberOf(MemberOf(&step, "input"), name);
}

const Value* SpecMember(const Value& step, absl::string_view name) {
  return MemberOf(InputMember(step, "spec"), name);
}

std::string ScalarMember(const Value* object, absl::string_view name) {
  return ScalarText(MemberOf(object, name));
}

}  // namespace loom
