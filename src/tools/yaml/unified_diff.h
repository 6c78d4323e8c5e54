// SPDX-License-Identifier: Apache-2.0
// UnifiedDiff compares two files line by line and returns the differences as a unified
// diff with three lines of context, which `patch` and `git apply` read.
//
// The number of changed lines is minimal, unless it is above 4000: then all lines are
// changed. For equal files, returns "".
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string UnifiedDiff(absl::string_view name, absl::string_view before,
                        absl::string_view after);

}  // namespace loom
