// SPDX-License-Identifier: Apache-2.0
// Equality and order of CEL's values.
//
//   1 == 1u, 1 == 1.0          equal: numbers count by their amount
//   1 == "1", null == 0        not equal: the kinds differ
//   [1, 2] == [1.0, 2]         equal: lists and maps by what they have
//   nan == nan                 not equal
//   1 < 1.5, 'a' < 'b'         less
//   1 < 'a'                    no order
//
// The order is that of the specification: numbers among each other, false before true,
// texts by their characters, bytes, timestamps, durations.
#pragma once

#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

enum class Order {
  kLess,
  kEqual,
  kGreater,
  kNone,  // of different kinds, of kinds without an order, or with NaN
};

// Pays for each value that it looks at, because a short expression can make a list that
// holds one list a million times. It is false if the call may take no more steps, which
// context->status() tells. Without a context nothing is paid: that is for keys.
bool Equals(const CelValue& a, const CelValue& b, CelContext* context);
Order Compare(const CelValue& a, const CelValue& b);

// The steps that it takes to compare a value that has an order with another one, and to
// find it among the keys of a map or its place among sorted values.
uint64_t Comparing(const CelValue& value);
uint64_t Searching(const CelValue& value);

}  // namespace loom
