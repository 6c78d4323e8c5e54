// SPDX-License-Identifier: Apache-2.0
// UnifiedDiff compares two texts line by line and writes what differs as a
// unified diff with three lines of context, which `patch` and `git apply` read.
//
//   UnifiedDiff("xr.yaml", "a\nb\n", "a\nc\n")
//     --- xr.yaml
//     +++ xr.yaml
//     @@ -1,2 +1,2 @@
//      a
//     -b
//     +c
//
// The number of lines that it writes as changed is the smallest possible, unless
// that is above 4000: then all lines are. Equal texts give "".
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string UnifiedDiff(absl::string_view name, absl::string_view before,
                        absl::string_view after);

}  // namespace loom
