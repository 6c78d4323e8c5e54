// SPDX-License-Identifier: Apache-2.0
// Integers and booleans as Go's fmt prints them. Part of data/go/format.h.
//
//   %05d of 42      00042
//   %x of 42        2a
//   %q of 42        '*'
//   %t of true      true
//
// Each function prints one value. It returns false and prints nothing if the
// type does not have the verb.
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

// Floating point numbers as Go's fmt prints them. Part of data/go/format.h.
//
//   %v of 0.1       0.1         %v of 1e21     1e+21
//   %.1f of 2.25    2.2         %e of 2.5      2.500000e+00
//   %x of 2.5       0x1.4p+01   %b of 2.5      5629499534213120p-51

// Prints a number under one of the verbs v e E f F g G b x X. Under any other
// verb it prints nothing and returns false.
bool PrintFloat(double value, const Directive& directive, std::string* out);

// Whether the verb is one of e E f F g G, which integers do not have.
bool IsFloatVerb(char32_t verb);

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

// A decimal number of 64 bits.
absl::StatusOr<int64_t> ParseGoInt(absl::string_view text);

// A number that is too large for a double is an error; one that is too small is
// zero.
absl::StatusOr<double> ParseGoFloat(absl::string_view text);

absl::StatusOr<bool> ParseGoBool(absl::string_view text);

}  // namespace loom
