// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_set.h"

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "language/input/fields.h"

namespace loom {
namespace {

// Whether a patch is a reference to a set.
bool IsReference(const Input& patch) {
  if (!patch.value().IsObject()) return false;
  auto type = patch.value().FindMember("type");
  return type != patch.value().MemberEnd() && type->value.IsString() &&
         View(type->value) == kPatchSetReference;
}

// An author knows a set by its name, so the place of its patches has the name.
Input Named(const Input& patch, absl::string_view set, size_t index) {
  if (set.empty() || !patch.rules().names_places) return patch;
  return patch.At(absl::StrCat("patchSets[", set, "].patches[", index, "]"));
}

// Reports the first patch of a set that reads an item which the resource has not.
void CheckItems(const Patches& patches, absl::string_view set,
                const Input& reference) {
  for (const auto& patch : patches) {
    if (!patch->reads_item()) continue;
    return reference.Invalid(
        "patchSetName",
        absl::StrCat("\"", set, "\": ", patch->place(),
                     " reads the item of a forEach, and this resource has "
                     "none"));
  }
}

// The name of the set that a reference names. Its other members are checked as
// those of a patch, and have no effect.
absl::string_view ReferredName(const Input& reference) {
  Fields fields(reference);
  fields.String("type");
  fields.String("fromFieldPath");
  fields.String("toFieldPath");
  fields.Allow("combine");
  Transforms::Parse(fields.List("transforms"));
  PatchPolicy::Parse(fields);
  absl::string_view name = fields.Required("patchSetName");
  fields.Done();
  return name;
}

}  // namespace

PatchSets PatchSets::Parse(const std::vector<Input>& list) {
  PatchSets sets;
  for (const Input& input : list) {
    Fields fields(input);
    absl::string_view name = fields.Required("name");
    Patches patches;
    size_t index = 0;
    for (const Input& patch : fields.List("patches")) {
      auto parsed =
          Patch::Parse(Named(patch, name, index++), PatchScope::kPatchSet);
      if (parsed != nullptr) patches.push_back(std::move(parsed));
    }
    fields.Done();
    if (sets.sets_.contains(name)) {
      input.Mistake("name", absl::StrCat("\"", name, "\" is there twice"));
    }
    sets.sets_[std::string(name)] = std::move(patches);
  }
  return sets;
}

// False: with this use there would be too many, which is reported once.
bool PatchSets::CountUses(size_t patches, absl::string_view name,
                          const Input& use) {
  const bool had_room = uses_ <= limits::kPatchUses;
  uses_ += patches;
  if (uses_ <= limits::kPatchUses) return true;
  if (had_room) {
    use.Invalid(
        "patchSetName",
        absl::StrCat("\"", name, "\": with it, the resources use more than ",
                     limits::kPatchUses, " patches of patch sets"));
  }
  return false;
}

Patches PatchSets::Resolve(const std::vector<Input>& list, PatchScope scope) {
  Patches patches;
  for (const Input& input : list) {
    if (!IsReference(input)) {
      auto parsed = Patch::Parse(input, scope);
      if (parsed != nullptr) patches.push_back(std::move(parsed));
      continue;
    }
    absl::string_view name = ReferredName(input);
    if (name.empty()) continue;
    auto found = sets_.find(name);
    if (found == sets_.end()) {
      input.Problem("patchSetName",
                    absl::StrCat("cannot find PatchSet by name ", name));
      continue;
    }
    if (!CountUses(found->second.size(), name, input)) continue;
    if (scope != PatchScope::kLoop) CheckItems(found->second, name, input);
    patches.insert(patches.end(), found->second.begin(), found->second.end());
  }
  return patches;
}

}  // namespace loom
