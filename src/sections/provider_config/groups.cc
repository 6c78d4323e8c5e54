// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/groups.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {

bool IsGroupBelow(absl::string_view group, absl::string_view other) {
  return group == other || absl::EndsWith(group, absl::StrCat(".", other));
}

const std::string* LongestAbove(absl::string_view group,
                                const std::vector<std::string>& groups) {
  const std::string* longest = nullptr;
  for (const std::string& other : groups) {
    if (!IsGroupBelow(group, other)) continue;
    if (longest == nullptr || other.size() > longest->size()) longest = &other;
  }
  return longest;
}

}  // namespace loom
