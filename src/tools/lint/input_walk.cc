// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/input_walk.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

struct ListedItems {
  std::string place;
  const Value* value;
};

// The objects of a list that is a member.
std::vector<ListedItems> ObjectsOf(const Value& object,
                                   absl::string_view member,
                                   absl::string_view place) {
  std::vector<ListedItems> items;
  const Value* list = object.IsObject() ? Find(object, member) : nullptr;
  if (list == nullptr || !list->IsArray()) return items;
  for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
    if (!(*list)[i].IsObject()) continue;
    items.push_back(
        {absl::StrCat(place, place.empty() ? "" : ".", member, "[", i, "]"),
         &(*list)[i]});
  }
  return items;
}

std::optional<LintPatch> Read(const ListedItems& listed, PatchScope scope,
                              const Rules& rules) {
  LintPatch patch;
  patch.place = listed.place;
  patch.value = listed.value;
  std::string type = ScalarText(Find(*listed.value, "type"));
  patch.type = FindPatchType(
      scope, type.empty() ? kDefaultPatchType : type.c_str(), rules);
  if (patch.type == nullptr) return std::nullopt;
  const std::string from = ScalarText(Find(*listed.value, "fromFieldPath"));
  const Value* to = Find(*listed.value, "toFieldPath");
  bool has_to = to != nullptr && to->IsString();
  patch.to_member = has_to ? "toFieldPath" : "fromFieldPath";
  auto from_path = Path::Parse(from);
  auto to_path = Path::Parse(has_to ? ScalarText(to) : from);
  if (!from_path.ok() || !to_path.ok()) return std::nullopt;
  if (patch.type->form == PatchForm::kCopy) patch.from = *from_path;
  patch.to = *to_path;
  const std::string policy =
      ScalarText(Dig(*listed.value, {"policy", "fromFieldPath"}));
  const bool computes = patch.type->form == PatchForm::kExpression;
  patch.required = policy == "Required" || (computes && policy.empty());
  std::string merging =
      ScalarText(Dig(*listed.value, {"policy", "toFieldPath"}));
  patch.merges = !merging.empty() && merging != "Replace";
  return patch;
}

void Append(const std::vector<ListedItems>& list, PatchScope scope,
            const Rules& rules, std::vector<LintPatch>* patches) {
  for (const ListedItems& each : list) {
    if (auto patch = Read(each, scope, rules))
      patches->push_back(*std::move(patch));
  }
}

using Sets = std::map<std::string, std::vector<ListedItems>>;

Sets SetsOf(const Value& input) {
  Sets sets;
  for (const ListedItems& set : ObjectsOf(input, "patchSets", "")) {
    sets[ScalarText(Find(*set.value, "name"))] =
        ObjectsOf(*set.value, "patches", set.place);
  }
  return sets;
}

LintResource ReadResource(const ListedItems& listed, const Sets& sets,
                          const Rules& rules) {
  LintResource resource{listed.place, listed.value, nullptr, {}};
  const Value* base = Find(*listed.value, "base");
  if (base != nullptr && base->IsObject()) resource.base = base;
  for (const ListedItems& patch :
       ObjectsOf(*listed.value, "patches", listed.place)) {
    if (ScalarText(Find(*patch.value, "type")) != kPatchSetReference) {
      Append({patch}, PatchScope::kLoop, rules, &resource.patches);
      continue;
    }
    auto set = sets.find(ScalarText(Find(*patch.value, "patchSetName")));
    if (set == sets.end()) continue;
    Append(set->second, PatchScope::kPatchSet, rules, &resource.patches);
  }
  return resource;
}

}  // namespace

std::vector<LintResource> ResourcesOf(const LintInput& input) {
  std::vector<LintResource> resources;
  const Sets sets = SetsOf(*input.value);
  for (const ListedItems& each : ObjectsOf(*input.value, "resources", "")) {
    resources.push_back(ReadResource(each, sets, *input.plan->rules));
  }
  return resources;
}

std::vector<LintPatch> AllPatchesOf(const LintInput& input) {
  std::vector<LintPatch> patches;
  const Rules& rules = *input.plan->rules;
  if (const Value* environment = Find(*input.value, "environment")) {
    Append(ObjectsOf(*environment, "patches", "environment"),
           PatchScope::kEnvironment, rules, &patches);
  }
  for (const auto& [name, set] : SetsOf(*input.value)) {
    Append(set, PatchScope::kPatchSet, rules, &patches);
  }
  for (const ListedItems& resource : ObjectsOf(*input.value, "resources", "")) {
    Append(ObjectsOf(*resource.value, "patches", resource.place),
           PatchScope::kLoop, rules, &patches);
  }
  return patches;
}

}  // namespace loom
