// SPDX-License-Identifier: Apache-2.0
// FromTree converts an object to a CEL value, and ToTree converts a CEL value to a part
// of an object.
//
//   CelValue spec = FromTree(object, &context);   // a map, not copied
//   absl::StatusOr<Value> tree = ToTree(value, &context);
//
// A field that an object does not have may appear later, so selecting it is pending in
// the dialects that support this. The context determines the type of numbers
// (cel_context.h).
//
// ToTree returns the JSON form of a value. Bytes stay bytes (data/value/bytes.h).
// Timestamps, durations and the keys of maps become strings, and an optional becomes
// its value or null. A type has no form in JSON.
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

// The tree must live as long as the call.
CelValue FromTree(const Value& value, CelContext* context);

// The tree shares the characters of strings, which live as long as the call.
// InvalidArgument: the value has no form in JSON. FailedPrecondition: it is too large.
absl::StatusOr<Value> ToTree(const CelValue& value, CelContext* context);

}  // namespace loom
