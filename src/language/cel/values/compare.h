// SPDX-License-Identifier: Apache-2.0
// Equals and Compare define the equality and order of CEL values. Numbers are compared
// by value, lists and maps by content. Values of different kinds are not equal and have
// no order. nan equals nothing.
//
// The order is that of the specification: numbers of all types, false before true,
// strings by their characters, bytes, timestamps, durations.
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

// Pays for each value that it compares, because a short expression can make a list that
// contains another list a million times. Returns false if the call has no steps left;
// context->status() is then an error. If `context` is null, nothing is paid; this is
// for keys.
bool Equals(const CelValue& a, const CelValue& b, CelContext* context);
Order Compare(const CelValue& a, const CelValue& b);

// Return the steps for comparing a value that has an order with another value, and for
// finding it among the keys of a map or its position among sorted values.
uint64_t Comparing(const CelValue& value);
uint64_t Searching(const CelValue& value);

}  // namespace loom
