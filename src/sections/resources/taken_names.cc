// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/taken_names.h"

#include "absl/strings/str_cat.h"

namespace loom {

void TakenNames::Fill(const std::vector<Template>& templates) {
  for (const Template& each : templates) {
    (each.for_each.has_value() ? loops_ : resources_)
        .emplace(each.name, each.index);
  }
}

std::string TakenNames::By(absl::string_view name,
                           const Expansions& expansions) const {
  auto resource = resources_.find(name);
  if (resource != resources_.end()) {
    return absl::StrCat("resources[", resource->second, "]");
  }
  const absl::string_view maker = expansions.TemplateOf(name);
  auto loop = maker == name ? loops_.end() : loops_.find(maker);
  return loop == loops_.end()
             ? ""
             : absl::StrCat("an item of resources[", loop->second, "]");
}

}  // namespace loom
