// SPDX-License-Identifier: Apache-2.0
// Equality and hashes of whole values.
//
//   {"a": 1, "b": 2}, {"b": 2, "a": 1}     equal, whatever the order of members
//   [1, 2], [2, 1]                         not equal: elements have an order
//   1 from the wire, 1 as an int64         equal: numbers count by their amount
//   1, "1"                                 not equal
//
// That numbers count by their amount is ours. Go tells an int64 from a double,
// and P&T therefore does not find numbers that it wants to append only once.
#pragma once

#include "data/value/value.h"

namespace loom {

bool Equal(const Value& a, const Value& b);

// null, false, 0, "", [] and {}: what P&T's merging calls empty.
bool IsEmpty(const Value& value);

// A hash that is the same for values that are equal by Equal.
size_t HashOf(const Value& value);

}  // namespace loom
