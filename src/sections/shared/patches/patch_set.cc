// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_set.h"

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "data/value/json.h"
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

// An author refers to a set by name, so the location of its patches has the name.
Input Named(const Input& patch, absl::string_view set, size_t index) {
  if (set.empty() || patch.rules().follows_go) return patch;
  return patch.At(absl::StrCat("patchSets[", set, "].patches[", index, "]"));
}

// Reports the first patch of a set that reads an item if the resource has none.
void CheckItems(const Patches& patches, absl::string_view set,
                const Input& reference) {
  for (const auto& patch : patches) {
    if (!patch->reads_item()) continue;
    return reference.Invalid(
        "patchSetName",
        absl::StrCat(
            "\"", set, "\": ", patch->place(),
            " reads the item of a forEach, but this resource has none"));
  }
}

// Returns the name of the set in a reference. Its other fields are checked as those of
// a patch, and have no effect. Its parameters are checked by the set.
absl::string_view ReferredName(Fields& fields) {
  fields.String("type");
  fields.String("fromFieldPath");
  fields.String("toFieldPath");
  fields.Allow("combine");
  if (!fields.at().rules().follows_go) fields.Allow("parameters");
  Transforms::Parse(fields.List("transforms"));
  PatchPolicy::Parse(fields);
  absl::string_view name = fields.Required("patchSetName");
  fields.Done();
  return name;
}

Patches ParseSet(const std::vector<Input>& list, absl::string_view name) {
  Patches patches;
  for (size_t i = 0; i < list.size(); ++i) {
    auto parsed = Patch::Parse(Named(list[i], name, i), PatchScope::kPatchSet);
    if (parsed != nullptr) patches.push_back(std::move(parsed));
  }
  return patches;
}

}  // namespace

std::shared_ptr<PatchSets> PatchSets::Of(Fields& root) {
  const std::vector<Input> list = root.ListSection("patchSets");
  auto& made = root.at().Made<PatchSets>();
  if (made == nullptr) made = std::make_shared<PatchSets>(Parse(list));
  return made;
}

PatchSets PatchSets::Parse(const std::vector<Input>& list) {
  PatchSets sets;
  for (const Input& input : list) {
    Fields fields(input);
    absl::string_view name = fields.Required("name");
    Set set;
    if (!input.rules().follows_go) {
      set.parameters = PatchParameters::Parse(fields);
    }
    const std::vector<Input> patches = fields.List("patches");
    fields.Done();
    if (set.parameters.empty()) {
      set.patches = ParseSet(patches, name);
    } else {
      set.list = patches;
    }
    if (sets.sets_.contains(name)) {
      input.Mistake("name", absl::StrCat("duplicate name \"", name, "\""),
                    ProblemKind::kDuplicate);
    }
    sets.sets_[std::string(name)] = std::move(set);
  }
  return sets;
}

// Returns false if this use exceeds the limit, which is reported once.
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
    Fields use(input);
    absl::string_view name = ReferredName(use);
    if (name.empty()) continue;
    auto found = sets_.find(name);
    if (found == sets_.end()) {
      input.Problem("patchSetName",
                    absl::StrCat("cannot find PatchSet by name ", name),
                    ProblemKind::kUnknownName);
      continue;
    }
    const Patches* set = PatchesOf(name, found->second, use);
    if (set == nullptr || !CountUses(set->size(), name, input)) continue;
    if (scope != PatchScope::kLoop) CheckItems(*set, name, input);
    patches.insert(patches.end(), set->begin(), set->end());
  }
  return patches;
}

const Patches* PatchSets::PatchesOf(absl::string_view name, Set& set,
                                    Fields& use) {
  std::optional<Value> values =
      set.parameters.ValuesOf(use, name, &kept_->pool);
  if (!values.has_value()) return nullptr;
  if (set.parameters.empty()) return &set.patches;
  return Fill(name, set, *std::move(values));
}

const Patches* PatchSets::Fill(absl::string_view name, Set& set, Value values) {
  auto [entry, is_new] =
      set.filled.try_emplace(CompactJson(values).value_or(""));
  if (!is_new) return &entry->second;
  const Value& params = kept_->values.emplace_back(std::move(values));
  std::vector<Input> list;
  for (size_t i = 0; i < set.list.size(); ++i) {
    const Input at = Named(set.list[i], name, i);
    const Value& filled =
        kept_->values.emplace_back(Filled(at, params, &kept_->pool));
    list.push_back(at.WithParams(filled, params));
  }
  for (auto& patch : ParseSet(list, name)) {
    const Patch* parsed = patch.get();
    using Both = std::pair<std::shared_ptr<Kept>, std::shared_ptr<const Patch>>;
    entry->second.emplace_back(
        std::make_shared<const Both>(kept_, std::move(patch)), parsed);
  }
  return &entry->second;
}

void PatchSets::CheckUnused() {
  for (auto& [name, set] : sets_) {
    if (set.parameters.empty() || !set.filled.empty()) continue;
    std::optional<Value> values = set.parameters.Defaults(&kept_->pool);
    if (values.has_value()) Fill(name, set, *std::move(values));
  }
}

}  // namespace loom
