// SPDX-License-Identifier: Apache-2.0
// Converts a Kubernetes quantity to a number. The grammar is the API server's. The
// arithmetic is P&T's: plain doubles with their rounding errors.
//
//   [sign] digits [. digits] [suffix]
//
//   absl::StatusOr<double> bytes = ParseQuantity("1.5Gi");   // 1610612736
//
//   suffixes            Ki Mi Gi Ti Pi Ei, n u m k M G T P E, or e or E with an
//                       exponent: 2e3 is 2000
//   refused             "1K", "1 Gi", ""
//
// Digits may be missing: ".", "+" and "Gi" are zero, but "Pi" is refused. Smaller
// amounts than one nano are rounded away from zero to one nano. Amounts with a binary
// suffix are cut at 2^63-1; decimal amounts are not. Errors are FailedPrecondition with
// the messages of Kubernetes, which do not quote the string.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

absl::StatusOr<double> ParseQuantity(absl::string_view text);

}  // namespace loom
