// SPDX-License-Identifier: Apache-2.0
// API groups of provider families: what is said of a group holds for all groups below
// it.
//
//   IsGroupBelow("s3.aws.upbound.io", "aws.upbound.io")    true
//   IsGroupBelow("aws.upbound.io", "aws.upbound.io")       true
//   IsGroupBelow("my-aws.upbound.io", "aws.upbound.io")    false: it only ends alike
//
// If something is said of several, the longest counts (LongestAbove).
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// Whether the group is `other`, or below it.
bool IsGroupBelow(absl::string_view group, absl::string_view other);

// The longest of the groups that the group is below; nullptr if there is none.
const std::string* LongestAbove(absl::string_view group,
                                const std::vector<std::string>& groups);

}  // namespace loom
