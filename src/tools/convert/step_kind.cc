// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/step_kind.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"

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

// The table: a member, what its text contains ("" for any value), and the note.
struct Quirk {
  absl::string_view member;
  absl::string_view text;
  absl::string_view note;
};

constexpr Quirk kQuirks[] = {
    {"fmt", "%d", "%d writes an integer as 5; before, it was %!d(float64=5)"},
    {"fmt", "%v", "%v writes a million as 1000000; before, it was 1e+06"},
    {"type", "MatchInteger",
     "MatchInteger now works; in function-patch-and-transform it never "
     "matched"},
    {"type", "Join",
     "Join puts the separator only between elements; before, all but its first "
     "byte was also left at the end"},
    {"clampMin", "",
     "clampMin compares 4.9 unchanged; before, it was cut to 4"},
    {"clampMax", "",
     "clampMax compares 4.9 unchanged; before, it was cut to 4"},
    {"toFieldPath", "AppendArray",
     "a number that is already in the list is not appended again"},
};

bool Matches(const Quirk& quirk, const Member& member) {
  if (View(member.name) != quirk.member) return false;
  if (quirk.text.empty()) return true;
  return member.value.IsString() &&
         absl::StrContains(View(member.value), quirk.text);
}

}  // namespace

const Value* MemberOf(const Value* object, absl::string_view name) {
  return object != nullptr && object->IsObject() ? Find(*object, name)
                                                 : nullptr;
}

const Value* ListMember(const Value* object, absl::string_view name) {
  const Value* list = MemberOf(object, name);
  return list != nullptr && list->IsArray() ? list : nullptr;
}

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
    // Without an input, function-loom does what function-auto-ready does.
    if (InputOf(step) == nullptr && kind.role == StepRole::kAutoReady &&
        absl::EndsWith(function, "function-loom")) {
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

void NoteQuirks(const Value& section, const NodePath& path,
                std::vector<NodeRemark>* notes) {
  if (section.IsArray()) {
    for (rapidjson::SizeType i = 0; i < section.Size(); ++i) {
      NoteQuirks(ItemAt(section, i), Below(path, {absl::StrCat(i)}), notes);
    }
  }
  if (!section.IsObject()) return;
  for (const Member& member : Members(section)) {
    absl::string_view name = View(member.name);
    if (name == "base" || name == "defaultData") continue;
    NodePath below = Below(path, {std::string(name)});
    for (const Quirk& quirk : kQuirks) {
      if (Matches(quirk, member)) {
        notes->push_back({below, std::string(quirk.note)});
      }
    }
    NoteQuirks(member.value, below, notes);
  }
}

}  // namespace loom
