// SPDX-License-Identifier: Apache-2.0
// NearestName finds what a mistyped name may have meant: the candidate at the
// least edit distance, if that is at most 2 and less than half of the name.
//
//   NearestName("--insecur", {"--insecure", "--debug"})  →  "--insecure"
//   NearestName("--verbose", {"--insecure", "--debug"})  →  ""
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// The first of the nearest candidates; empty when none is near.
std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates);

}  // namespace loom
