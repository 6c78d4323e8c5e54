// SPDX-License-Identifier: Apache-2.0
// How Go reads numbers and booleans from text, which is neither C's way nor
// YAML's.
//
//   ParseGoInt("+012") == 12         not "12.5", " 12", "1_0", "0x10", "١٢"
//   ParseGoFloat("1_0.5e3")          not "1__0", "1,5", "0x10"
//   ParseGoFloat("0x1p4") == 16      hexadecimal has to have an exponent
//   ParseGoFloat("-Inf"), ("nan")    in any case
//   ParseGoBool("T") == true         not "yes", "tRUE"
//
// Errors are FailedPrecondition in the words of Go's strconv.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

// Decimal, of 64 bits.
absl::StatusOr<int64_t> ParseGoInt(absl::string_view text);

// Too large is an error, too small is zero.
absl::StatusOr<double> ParseGoFloat(absl::string_view text);

absl::StatusOr<bool> ParseGoBool(absl::string_view text);

}  // namespace loom
