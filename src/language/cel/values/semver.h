// SPDX-License-Identifier: Apache-2.0
// CelSemver is a semantic version as a CEL value. The rules and the messages are those of
// github.com/blang/semver/v4, which Kubernetes uses.
//
//   1.2.3, 1.2.3-alpha.1, 1.2.3+build.5
//   1.2       No Major.Minor.Patch elements found
//   v1.2.3    Invalid character(s) found in major number "v1"
//   1.02.3    Minor number must not contain leading zeroes "02"
//
// NormalizedSemver removes a v in front and zeros in front of numbers, and adds missing
// numbers: v1.02 becomes 1.2.0.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

struct CelSemver {
  uint64_t major = 0;
  uint64_t minor = 0;
  uint64_t patch = 0;
  absl::string_view prerelease;  // alpha.1; "" if there is none
  absl::string_view text;
};

// Stores views of `text`, whose characters must outlive the version. The errors are
// InvalidArgument.
absl::Status ParseSemver(absl::string_view text, CelSemver* version);

// Returns InvalidArgument for a version without a patch that has a + or a -.
absl::StatusOr<std::string> NormalizedSemver(absl::string_view text);

// Returns -1, 0 or 1, as a is less than, equal to, or greater than b. What follows the +
// does not count.
int CompareSemvers(const CelSemver& a, const CelSemver& b);

}  // namespace loom
