// SPDX-License-Identifier: Apache-2.0
// Kubernetes quantities as numbers, as P&T reads them: the API server's
// grammar, then plain arithmetic of doubles with its rounding errors.
//
//   [sign] digits [. digits] [suffix]
//
//   ParseQuantity("1.5Gi") == 1610612736     Ki Mi Gi Ti Pi Ei
//   ParseQuantity("100m") == 0.1             n u m k M G T P E
//   ParseQuantity("2e3") == 2000             e or E and an exponent
//   ParseQuantity("1K"), ("1 Gi"), ("")      errors
//
// Digits may be missing: ".", "+" and "Gi" are zero, though "Pi" is not. The
// smallest amount is a nano: what is less is rounded away from zero to one.
// Amounts with a binary suffix end at 2^63-1, decimal ones do not. Errors are
// FailedPrecondition in the words of Kubernetes.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

absl::StatusOr<double> ParseQuantity(absl::string_view text);

}  // namespace loom
