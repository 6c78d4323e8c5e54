// SPDX-License-Identifier: Apache-2.0
// Select finds what the flag --at names (views.h).
//
//   Select(explanation, {"bucket"})            the resource and all its fields
//   Select(explanation, {"bucket.spec.tags"})  the field and those below it
//   Select(explanation, {"env"})               all fields of the environment
//   Select(explanation, {"./env.spec"})        spec of a resource called env
//   Select(explanation, {"bucket.spec.tag"})   NotFound, with the nearest name
//
// The rule is ours.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/explain/explanation.h"

namespace loom {

// By index, whether something is named.
struct Selection {
  std::vector<bool> fields;
  // Only resources that are named without a path.
  std::vector<bool> resources;
};

absl::StatusOr<Selection> Select(const Explanation& explanation,
                                 const std::vector<std::string>& at);

// Whether `path` is `prefix` or below it: a.b and a[0] are below a, ab is not.
bool IsBelow(absl::string_view path, absl::string_view prefix);

}  // namespace loom
