// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/graph.h"

#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {

std::optional<size_t> WriterBefore(const ExplainedField& field, size_t step) {
  if (field.by < step) return field.by;
  for (const FormerValue& former : field.was) {
    if (former.by < step) return former.by;
  }
  return std::nullopt;
}

std::string TitleOf(const Explanation& all, absl::string_view owner) {
  if (owner == owners::kComposite) return absl::StrCat(all.kind, " ", all.name);
  for (const auto& [other, title] : kOtherOwners) {
    if (other == owner) return std::string(title);
  }
  return "";
}

bool IsOfResource(absl::string_view owner) {
  return absl::c_none_of(kOtherOwners,
                         [&](const auto& each) { return each.first == owner; });
}

std::string OwnerOf(absl::string_view resource) {
  return absl::StrCat(IsOfResource(resource) ? "" : "./", resource);
}

bool IsBelow(absl::string_view path, absl::string_view prefix) {
  if (!absl::StartsWith(path, prefix)) return false;
  path.remove_prefix(prefix.size());
  return path.empty() || path[0] == '.' || path[0] == '[';
}

}  // namespace loom
