// SPDX-License-Identifier: Apache-2.0
// Objects as values of CEL, and values of CEL as parts of objects.
//
//   CelValue spec = FromTree(object, &context);   // a map, not copied
//   absl::StatusOr<Value> tree = ToTree(value, &context);
//
// What is not there in an object may come, so selecting it is pending where the dialect
// has that. Numbers are as the context sees them (cel_context.h).
//
// ToTree writes what a value is in JSON: null, bool, text, list, map, and numbers;
// timestamps and durations as texts, bytes in base64, an optional as its value or
// null, keys of maps as texts.
//
//   ToTree(type(1))         fails: a value of the type type cannot be written
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

// The tree has to live as long as the call.
CelValue FromTree(const Value& value, CelContext* context);

// The tree shares the characters of texts, which live as long as the call.
// InvalidArgument: the value has no form in JSON. FailedPrecondition: it is too large.
absl::StatusOr<Value> ToTree(const CelValue& value, CelContext* context);

}  // namespace loom
