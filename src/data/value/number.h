// SPDX-License-Identifier: Apache-2.0
// Which numbers count as integers, and conversions between kinds of numbers.
//
// A Struct carries only doubles, so an integer from the wire is a double in the tree
// too. Where an integer is required (format verbs, MatchInteger, sizes), a double
// counts as one if it has no fraction and lies within ±2^53. Beyond that range, doubles
// skip integers. This rule is ours: the Go functions require an int64 there and refuse
// every number from the wire.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "data/value/value.h"

namespace loom {

// Doubles beyond this skip integers.
inline constexpr double kMaxExactInteger = 9007199254740992.0;  // 2^53

// Returns `value` as an integer by the rule above, or nullopt if it is not an integer.
std::optional<int64_t> AsInteger(const Value& value);
std::optional<int64_t> AsInteger(double value);

// Returns true for an int64, and false for a double even if it has no fraction.
inline bool IsInt64(const Value& number) { return !number.IsDouble(); }

// Returns the number as a double. An int64 beyond ±2^53 is rounded.
inline double AsDouble(const Value& number) { return number.GetDouble(); }

inline Value Integer(int64_t value) { return Value(value); }
inline Value Real(double value) { return Value(value); }

// Returns an int64 if the double is an integer by the rule above, otherwise the double.
// The Go functions get this number when they convert an object to JSON and back.
Value Normalized(double value);

// Appends the number as Go's encoding/json writes it: with the fewest digits, without
// an exponent for 1e-6 <= |x| < 1e21, and otherwise with one: 100000, 1e+21, 1e-7. The
// number must be finite.
void AppendJsonNumber(const Value& number, std::string* out);

// Returns the number without an exponent, as Go's FormatFloat writes it with 'f' and
// -1: 1e21 is 1000000000000000000000. The result can also be NaN, +Inf or -Inf.
std::string PlainDecimal(double value);

}  // namespace loom
