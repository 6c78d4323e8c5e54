// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/dependency_groups.h"

#include <algorithm>
#include <iterator>

#include "base/status_macros.h"
#include "data/value/budget.h"

namespace loom {
namespace {

// The memory that a name takes: here, where it was found, and in the graph that is made
// of all groups.
constexpr size_t kBytesOfAName = 64;

}  // namespace

absl::StatusOr<DependencyGroups> DependencyGroups::Of(const Names& dependents,
                                                      Pool* pool) {
  LOOM_RETURN_IF_ERROR(Charge(kBytesOfAName * dependents.size(), pool));
  DependencyGroups groups;
  groups.groups_.push_back({.dependents = dependents});
  return groups;
}

absl::Status DependencyGroups::Add(const FoundResources& found, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Charge(kBytesOfAName * found.list.size(), pool));
  Names names;
  for (const FoundResource& resource : found.list) {
    if (!resource.may_make) names.push_back(resource.name);
  }
  DependencyGroup& all = groups_.front();
  if (found.of_template) {
    LOOM_RETURN_IF_ERROR(Spend(Finding(all.dependents.size()), pool));
    Names others;
    std::set_difference(all.dependents.begin(), all.dependents.end(),
                        names.begin(), names.end(), std::back_inserter(others));
    if (others.size() < all.dependents.size()) {
      LOOM_RETURN_IF_ERROR(Charge(kBytesOfAName * others.size(), pool));
      groups_.push_back({std::move(others), std::move(names)});
      return absl::OkStatus();
    }
  }
  all.prerequisites.insert(all.prerequisites.end(), names.begin(), names.end());
  return absl::OkStatus();
}

std::vector<DependencyGroup> DependencyGroups::Finish() && {
  SortUnique(&groups_.front().prerequisites);
  return std::move(groups_);
}

}  // namespace loom
