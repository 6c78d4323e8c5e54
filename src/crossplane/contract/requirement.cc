// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/requirement.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

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

}  // namespace loom
