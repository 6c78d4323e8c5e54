// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/requirement.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"

namespace loom {
std::string CanonicalKey(const Requirement& requirement) {
  std::string place =
      absl::StrCat(requirement.api_version, "/", requirement.kind, "/",
                   requirement.ns.value_or(""), "/");
  if (requirement.name.has_value()) {
    return absl::StrCat("obj:", place, *requirement.name);
  }
  return absl::StrCat(
      "list:", place,
      absl::StrJoin(requirement.labels, ",", absl::PairFormatter("=")));
}

absl::StatusOr<bool> Asked::Answered(RequiredResources& required) const {
  for (const auto& [key, requirement] : requirements) {
    LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(key));
    if (!answer.has_value()) return false;
  }
  return true;
}

}  // namespace loom
