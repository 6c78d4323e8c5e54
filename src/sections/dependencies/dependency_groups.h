// SPDX-License-Identifier: Apache-2.0
// DependencyGroups are what depends on what by one entry in one call, for the search for
// cycles (dependency_cycle.h). The dependents need all that is added, save what they are
// themselves:
//
//   dependents   app, net-a, net-b, vpc
//   Add          vpc                       all of them need vpc
//   Add          net-a, net-b, which the   app and vpc need net-a and net-b; these are a
//                template net makes        group of their own
#pragma once

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sections/dependencies/dependency_cycle.h"
#include "sections/dependencies/found_prerequisite.h"
#include "sections/dependencies/known_names.h"

namespace loom {

class DependencyGroups {
 public:
  // Errors, here and below, are those of the account of the call.
  static absl::StatusOr<DependencyGroups> Of(const Names& dependents,
                                             Pool* pool);
  absl::Status Add(const FoundResources& found, Pool* pool);

  std::vector<DependencyGroup> Finish() &&;

 private:
  // The first has all dependents, each other one those that what it has is for.
  std::vector<DependencyGroup> groups_;
};

}  // namespace loom
