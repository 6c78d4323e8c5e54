// SPDX-License-Identifier: Apache-2.0
// CyclesIn finds the resources that depend on each other, which would wait for each
// other for ever, and could not be deleted in any order.
//
//   CyclesIn({{.dependents = {"a"}, .prerequisites = {"b"}},
//             {.dependents = {"b"}, .prerequisites = {"a"}}})   {"a -> b -> a"}
//
// An arrow means that the first is needed by the second, and the smallest name comes
// first. Each cycle is told once; of cycles that share resources at least one is
// told. A name that is in both lists of one group does not depend on itself.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// Each dependent depends on all prerequisites. The names are sorted and unique.
struct DependencyGroup {
  std::vector<absl::string_view> dependents = {};
  std::vector<absl::string_view> prerequisites = {};
};

std::vector<std::string> CyclesIn(const std::vector<DependencyGroup>& groups);

}  // namespace loom
