// SPDX-License-Identifier: Apache-2.0
// Selection finds what the flag --at of `explain` names.
//
//   bucket             a resource with all its fields
//   bucket.spec.tags   a field with those below it
//   env                the environment
//   ./env              a resource named env
//
// The rule is ours.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/provenance/explanation.h"

namespace loom {

// For each index, whether --at names it.
struct Selection {
  std::vector<bool> fields;
  // Only for resources that are named without a path.
  std::vector<bool> resources;
};

// NotFound: no resource or field has this name; the second line has the nearest names. If
// the resource is withheld or not desired, the error says so.
absl::StatusOr<Selection> Select(const Explanation& explanation,
                                 const std::vector<std::string>& at);

}  // namespace loom
