// SPDX-License-Identifier: Apache-2.0
#include "dependency/known_names.h"

#include <algorithm>

#include "base/status_macros.h"
#include "value/budget.h"

namespace loom {

absl::StatusOr<KnownNames> KnownNames::Of(const OwnTemplates& templates,
                                          Call& call) {
  KnownNames names;
  names.wanted = call.composed.WantedNames();
  names.known = call.composed.ObservedNames();
  LOOM_RETURN_IF_ERROR(
      Spend(Sorting(2 * names.wanted.size() + names.known.size() +
                    templates.names().size()),
            call.pool));
  names.known.insert(names.known.end(), names.wanted.begin(),
                     names.wanted.end());
  for (absl::string_view name : templates.names()) {
    if (call.expansions.Of(name) == nullptr) names.known.push_back(name);
  }
  SortUnique(&names.known);
  return names;
}

void SortUnique(Names* names) {
  std::sort(names->begin(), names->end());
  names->erase(std::unique(names->begin(), names->end()), names->end());
}

}  // namespace loom
