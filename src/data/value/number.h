// SPDX-License-Identifier: Apache-2.0
// The rule for whole numbers, and the conversions between kinds of numbers.
//
// A Struct carries doubles only, so a whole number from the wire is a double in
// the tree as well. Where a whole number is asked for (format verbs,
// MatchInteger, sizes), a double counts as one if it has no fraction and lies
// within ±2^53; beyond, doubles skip whole numbers. This rule is ours: Go's
// functions want an int64 there and refuse every number from the wire.
//
//   std::optional<int64_t> three = AsInteger(3.0);      // 3
//   std::optional<int64_t> half = AsInteger(3.5);       // nullopt
//   std::optional<int64_t> large = AsInteger(1e21);     // nullopt
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "data/value/value.h"

namespace loom {

// Doubles beyond this skip whole numbers.
inline constexpr double kMaxExactInteger = 9007199254740992.0;  // 2^53

// The whole number that `value` is by the rule above; nullopt if it is none.
std::optional<int64_t> AsInteger(const Value& value);
std::optional<int64_t> AsInteger(double value);

// True for an int64; false for a double, even a whole one.
inline bool IsInt64(const Value& number) { return !number.IsDouble(); }

// The number as a double; int64 beyond ±2^53 are rounded.
inline double AsDouble(const Value& number) { return number.GetDouble(); }

// Makes numbers of either kind.
inline Value Integer(int64_t value) { return Value(value); }
inline Value Real(double value) { return Value(value); }

// An int64 if the double is a whole number by the rule above, else the double.
// Go's functions make this of a number when they convert an object to JSON and
// back.
Value Normalized(double value);

// Appends the number as Go's encoding/json writes it: with the shortest digits,
// plain for 1e-6 <= |x| < 1e21, else with an exponent: 100000, 1e+21, 1e-7. The
// number must be finite.
void AppendJsonNumber(const Value& number, std::string* out);

// The number without an exponent, as Go's FormatFloat with 'f' and -1 writes
// it: 1e21 is 1000000000000000000000, and there are NaN, +Inf and -Inf.
std::string PlainDecimal(double value);

}  // namespace loom
