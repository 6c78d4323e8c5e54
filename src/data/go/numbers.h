// SPDX-License-Identifier: Apache-2.0
// Functions that print numbers and booleans as Go's fmt does (data/go/format.h uses
// them), and parse them as Go's strconv does.
//
// Each Print function prints one value, such as 00042 for %05d of 42. It returns false
// and prints nothing if the type does not have the verb.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/text.h"

namespace loom {
// The verbs are v d b o O x X c q U.
bool PrintInteger(int64_t value, const Directive& directive, std::string* out);

// The verbs are v t.
bool PrintBool(bool value, const Directive& directive, std::string* out);

// The verbs are v e E f F g G b x X: %v of 1e21 is 1e+21, %x of 2.5 is 0x1.4p+01.
bool PrintFloat(double value, const Directive& directive, std::string* out);

// Returns whether the verb is one of e E f F g G, which integers do not have.
bool IsFloatVerb(char32_t verb);

// The Parse functions follow the rules of Go's strconv, which are neither those of C
// nor those of YAML.
//
//   function        accepts                       refuses
//   ParseGoInt      +012, -7                      12.5, " 12", 1_0, 0x10, ١٢
//   ParseGoFloat    1_0.5e3, 0x1p4, -Inf, nan     1__0, "1,5", 0x10
//   ParseGoBool     1 t T true True TRUE,         yes, tRUE
//                   0 f F false False FALSE
//
// Errors are FailedPrecondition. They name the expected type, quote the string, and end
// like the errors of strconv:
//
//   expected a 64-bit decimal integer, got "12.5": invalid syntax
absl::StatusOr<int64_t> ParseGoInt(absl::string_view text);

// Parses a number. A number that is too large for a double is an error. A number that
// is too small is zero.
absl::StatusOr<double> ParseGoFloat(absl::string_view text);

absl::StatusOr<bool> ParseGoBool(absl::string_view text);

}  // namespace loom
