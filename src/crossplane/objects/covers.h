// SPDX-License-Identifier: Apache-2.0
// Covers reports whether an object has everything that another one asks for, as an object
// in a cluster has what was applied to it:
//
//   wanted                     object
//   {a: 1, b: [x]}             {a: 1, b: [x, y], c: 2}     true
//   {b: [{name: x}]}           {b: [{name: y}, {name: x, port: 1}]}     true
//   {a: null, b: {}, c: []}    {}                          true
//   {cpu: 0.5, memory: 1000m}  {cpu: 500m, memory: "1"}    true
//   {a: 1}                     {a: 2}                      false
//
// The API server writes the quantities of its own kinds in their shortest form. A list
// may have more elements, in another order, because the API server merges some lists. The
// call pays for each comparison (data/value/budget.h).
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

// Errors are those of the account of the call.
absl::StatusOr<bool> Covers(const Value& object, const Value& wanted,
                            Pool* pool);

// Does the same for a field that may be missing.
absl::StatusOr<bool> CoversField(const Value* field, const Value& wanted,
                                 Pool* pool);

}  // namespace loom
