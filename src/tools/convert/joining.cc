// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/joining.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "data/value/equal.h"
#include "data/value/object.h"
#include "tools/convert/ready_rules.h"
#include "tools/convert/sequences.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

StepRole Role(const Value& step) { return KindOf(step)->role; }

bool IsPt(const Value& step) {
  return Role(step) == StepRole::kPatchAndTransform;
}

const Value* ListMember(const Value& step, absl::string_view name) {
  const Value* list = InputMember(step, name);
  return list != nullptr && list->IsArray() ? list : nullptr;
}

// The item of a list that has this name.
const Value* Named(const Value* list, const std::string& name) {
  if (list == nullptr) return nullptr;
  for (const Value& item : list->GetArray()) {
    if (ScalarMember(&item, "name") == name) return &item;
  }
  return nullptr;
}

bool HasOwnMembers(const Value& step) {
  return std::any_of(
      step.MemberBegin(), step.MemberEnd(), [](const Member& member) {
        absl::string_view name = View(member.name);
        return name != "step" && name != "functionRef" && name != "input";
      });
}

// Whether a member of that name, with that value if one is given, is anywhere in
// the value.
bool Contains(const Value& value, absl::string_view name,
              absl::string_view text = "") {
  if (value.IsArray()) {
    return std::any_of(value.Begin(), value.End(), [&](const Value& item) {
      return Contains(item, name, text);
    });
  }
  if (!value.IsObject()) return false;
  return std::any_of(
      value.MemberBegin(), value.MemberEnd(), [&](const Member& member) {
        bool here = View(member.name) == name &&
                    (text.empty() ||
                     (member.value.IsString() && View(member.value) == text));
        return here || Contains(member.value, name, text);
      });
}

bool EitherHasOwnMembers(const Value& before, const Value& step) {
  return HasOwnMembers(before) || HasOwnMembers(step);
}

bool EnvironmentAfterPatches(const Value& before, const Value& step) {
  return IsPt(before) && Role(step) == StepRole::kEnvironmentConfigs;
}

bool EnvironmentsOverlap(const Value& before, const Value& step) {
  if (Role(before) != StepRole::kEnvironmentConfigs ||
      Role(step) != Role(before))
    return false;
  if (SpecMember(step, "defaultData") != nullptr) return true;
  const Value* first = SpecMember(before, "policy");
  const Value* second = SpecMember(step, "policy");
  bool same_policy = (first == nullptr) == (second == nullptr) &&
                     (first == nullptr || Equal(*first, *second));
  const Value* spec = InputMember(step, "spec");
  const Value* earlier = InputMember(before, "spec");
  return !same_policy ||
         (earlier != nullptr && Contains(*earlier, "toFieldPath")) ||
         (spec != nullptr &&
          (Contains(*spec, "toFieldPath") ||
           Contains(*spec, "type", "FromEnvironmentFieldPath")));
}

bool SameContextKey(const Value& before, const Value& step) {
  return Role(before) == StepRole::kExtraResources &&
         Role(step) == Role(before) &&
         ScalarMember(SpecMember(before, "context"), "key") ==
             ScalarMember(SpecMember(step, "context"), "key");
}

bool PatchesEnvironmentLater(const Value& before, const Value& step) {
  const Value* environment = InputMember(step, "environment");
  return IsPt(before) && IsPt(step) && environment != nullptr &&
         environment->IsObject() && Find(*environment, "patches") != nullptr;
}

bool OtherPatchSet(const Value& before, const Value& step) {
  const Value* sets = ListMember(step, "patchSets");
  if (sets == nullptr) return false;
  return std::any_of(sets->Begin(), sets->End(), [&](const Value& set) {
    const Value* other =
        Named(ListMember(before, "patchSets"), ScalarMember(&set, "name"));
    return other != nullptr && !Equal(*other, set);
  });
}

bool SameResource(const Value& before, const Value& step) {
  const Value* resources = ListMember(step, "resources");
  if (resources == nullptr) return false;
  return std::any_of(resources->Begin(), resources->End(),
                     [&](const Value& resource) {
                       return Named(ListMember(before, "resources"),
                                    ScalarMember(&resource, "name")) != nullptr;
                     });
}

bool WritesSecretEarlier(const Value& before, const Value& step) {
  return IsPt(before) && IsPt(step) &&
         InputMember(before, "writeConnectionSecretToRef") != nullptr;
}

bool IsOf(const Value& step, StepRole role) { return Role(step) == role; }

bool OrdersBeforeResources(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kSequencer) && IsPt(step);
}

bool ReadyBeforeResources(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kAutoReady) && IsPt(step);
}

bool ConditionsBeforeContext(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kSequencer) &&
         (IsOf(step, StepRole::kEnvironmentConfigs) ||
          IsOf(step, StepRole::kExtraResources)) &&
         ReadSequences(InputOf(before), {}).has_conditions;
}

bool ConditionsReadReadiness(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kAutoReady) &&
         IsOf(step, StepRole::kSequencer) &&
         ReadSequences(InputOf(step), {}).reads_ready;
}

bool ReadyRulesLater(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kAutoReady) &&
         IsOf(step, StepRole::kAutoReady) &&
         !ReadReadyRules(InputOf(step), {}).kinds.empty();
}

// The table. Add a reason here.
struct Reason {
  bool (*applies)(const Value& before, const Value& step);
  absl::string_view why;
};

constexpr Reason kReasons[] = {
    {EitherHasOwnMembers,
     "one of them has members beside step, functionRef and input"},
    {EnvironmentAfterPatches,
     "the patches of the earlier step would see its environment"},
    {EnvironmentsOverlap,
     "defaultData, toFieldPath, policy or labels from the environment would "
     "apply to the configs of both"},
    {SameContextKey,
     "it replaces what the earlier step puts into the context under the same "
     "key"},
    {PatchesEnvironmentLater,
     "its environment.patches would be applied before the resources of the "
     "earlier step"},
    {OtherPatchSet,
     "both have a patch set of one name with other content; rename one of "
     "them"},
    {SameResource,
     "both have a resource of one name, and a native step may name it only "
     "once"},
    {WritesSecretEarlier,
     "the connection secret of the earlier step would be written at the end"},
    {OrdersBeforeResources,
     "the rules of the earlier step would hold for its resources, too"},
    {ReadyBeforeResources,
     "what the earlier step says of readiness would hold for its resources, "
     "too"},
    {ConditionsBeforeContext,
     "conditions of the earlier step would see what it puts into the context"},
    {ConditionsReadReadiness,
     "its conditions read what the earlier step says of readiness, which a "
     "native step says at its end"},
    {ReadyRulesLater,
     "its rules are for what the earlier step left open, and would come first"},
};

}  // namespace

std::optional<std::string> WhyApart(const std::vector<const Value*>& before,
                                    const Value& step) {
  for (const Reason& reason : kReasons) {
    for (const Value* earlier : before) {
      if (reason.applies(*earlier, step)) return std::string(reason.why);
    }
  }
  return std::nullopt;
}

}  // namespace loom
