// SPDX-License-Identifier: Apache-2.0
#include "plan/input_counts.h"

#include "absl/strings/str_cat.h"
#include "base/limits.h"

namespace loom {
namespace {

// The elements of all lists that are members of these names.
struct Bound {
  absl::string_view member;
  size_t most;
  size_t found = 0;
};

void Count(const Value& value, std::vector<Bound>* bounds) {
  if (value.IsArray()) {
    for (const Value& element : value.GetArray()) Count(element, bounds);
  }
  if (!value.IsObject()) return;
  for (const auto& member : value.GetObject()) {
    absl::string_view name = View(member.name);
    if (name == "base") continue;
    for (Bound& bound : *bounds) {
      if (name == bound.member && member.value.IsArray()) {
        bound.found += member.value.Size();
      }
    }
    Count(member.value, bounds);
  }
}

}  // namespace

void CheckCounts(const Value& input, Problems* problems) {
  std::vector<Bound> bounds = {
      {"resources", limits::kTemplates},
      {"patches", limits::kPatches},
      {"transforms", limits::kTransforms},
      {"environmentConfigs", limits::kRequirements},
      {"configs", limits::kRequirements},
      {"extraResources", limits::kRequirements},
  };
  Count(input, &bounds);
  for (const Bound& bound : bounds) {
    if (bound.found <= bound.most) continue;
    problems->Add(bound.member,
                  absl::StrCat(bound.found, " are more than ", bound.most));
  }
}

}  // namespace loom
