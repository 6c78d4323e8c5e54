// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/known_names.h"

#include <algorithm>

#include "base/status_macros.h"
#include "data/value/budget.h"

namespace loom {

absl::StatusOr<KnownNames> KnownNames::Of(const OwnTemplates& templates,
                                          Call& call) {
  KnownNames names;
  names.wanted = call.composed.WantedNames();
  names.known = call.composed.ObservedNames();
  LOOM_RETURN_IF_ERROR(
      Spend(Sorting(2 * names.wanted.size() + names.known.size() +
                    2 * templates.names().size() + call.expansions.size()),
            call.pool));
  names.known.insert(names.known.end(), names.wanted.begin(),
                     names.wanted.end());
  const Names own = templates.Resources(call.expansions);
  names.known.insert(names.known.end(), own.begin(), own.end());
  SortUnique(&names.known);
  names.pending_loops = templates.PendingLoops(call.expansions);
  return names;
}

void SortUnique(Names* names) {
  std::sort(names->begin(), names->end());
  names->erase(std::unique(names->begin(), names->end()), names->end());
}

}  // namespace loom
