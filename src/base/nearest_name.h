// SPDX-License-Identifier: Apache-2.0
// NearestName finds the name that a user meant and mistyped: the candidate at
// the smallest edit distance (characters added, removed or replaced), if that
// is at most 2 and less than half of the length of the name.
//
//   NearestName("--insecur", {"--insecure", "--debug"})  →  "--insecure"
//   NearestName("--verbose", {"--insecure", "--debug"})  →  ""
//
// The rule is ours.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// Returns the first of several candidates at the same distance, and "" if none
// is near enough.
std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates);

}  // namespace loom
