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
// any case of their letters. Errors are FailedPrecondition in the words of
// strconv, which quote the text:
//
//   strconv.ParseInt: parsing "12.5": invalid syntax
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
