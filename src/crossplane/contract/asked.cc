// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/asked.h"

#include "base/status_macros.h"

namespace loom {

absl::StatusOr<bool> Asked::Answered(RequiredResources& required) const {
  for (const auto& [key, requirement] : requirements) {
    LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(key));
    if (!answer.has_value()) return false;
  }
  return true;
}

}  // namespace loom
