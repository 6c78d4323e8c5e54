// SPDX-License-Identifier: Apache-2.0
// Numbers and booleans read from text by the rules of Go's strconv. They are
// neither those of C nor those of YAML.
//
//   absl::StatusOr<int64_t> number = ParseGoInt("+012");      // 12
//   absl::StatusOr<double> sixteen = ParseGoFloat("0x1p4");   // 16
//   absl::StatusOr<bool> truth = ParseGoBool("T");            // true
//
//   function        accepts                       refuses
//   ParseGoInt      +012, -7                      12.5, " 12", 1_0, 0x10, ١٢
//   ParseGoFloat    1_0.5e3, 0x1p4, -Inf, nan     1__0, "1,5", 0x10
//   ParseGoBool     1 t T true True TRUE,         yes, tRUE
//                   0 f F false False FALSE
//
// Hexadecimal floats have to have an exponent; infinity and nan are accepted in
// any case of their letters. Errors are FailedPrecondition. They say what was
// wanted, quote the text, and end as those of strconv do:
//
//   want a decimal whole number of 64 bits, got "12.5": invalid syntax
//   want a number, got "1e400": value out of range
//   want true or false, got "yes": invalid syntax
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

// A decimal number of 64 bits.
absl::StatusOr<int64_t> ParseGoInt(absl::string_view text);

// A number that is too large for a double is an error; one that is too small is
// zero.
absl::StatusOr<double> ParseGoFloat(absl::string_view text);

absl::StatusOr<bool> ParseGoBool(absl::string_view text);

}  // namespace loom
