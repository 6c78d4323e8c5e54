// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/quirks.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The table: a member, what its text contains ("" for any value), and the note.
struct Quirk {
  absl::string_view member;
  absl::string_view text;
  absl::string_view note;
};

constexpr Quirk kQuirks[] = {
    {"fmt", "%d", "%d writes a whole number as 5; it was %!d(float64=5)"},
    {"fmt", "%v", "%v writes a million as 1000000; it was 1e+06"},
    {"type", "MatchInteger",
     "MatchInteger compares the number; it was never true"},
    {"type", "Join",
     "Join puts the separator between elements only; all but its first byte "
     "was "
     "left at the end"},
    {"clampMin", "", "clampMin compares 4.9 as it is; it was cut to 4"},
    {"clampMax", "", "clampMax compares 4.9 as it is; it was cut to 4"},
    {"toFieldPath", "AppendArray",
     "a number that is in the list already is not appended once more"},
};

bool Matches(const Quirk& quirk, const Member& member) {
  if (View(member.name) != quirk.member) return false;
  if (quirk.text.empty()) return true;
  return member.value.IsString() &&
         absl::StrContains(View(member.value), quirk.text);
}

}  // namespace

void NoteQuirks(const Value& section, const NodePath& path,
                std::vector<NodeRemark>* notes) {
  if (section.IsArray()) {
    for (rapidjson::SizeType i = 0; i < section.Size(); ++i) {
      NoteQuirks(section[i], Below(path, {absl::StrCat(i)}), notes);
    }
  }
  if (!section.IsObject()) return;
  for (const Member& member : section.GetObject()) {
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
