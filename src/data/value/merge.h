// SPDX-License-Identifier: Apache-2.0
// The two ways in which values are merged.
//
// Overlay merges environments (ENV's rule). Two objects are united, member by
// member. In every other combination the higher value replaces the lower one.
//   lower     {a: {x: 1, y: 1}, l: [1]}
//   higher    {a: {y: 2}, l: [2]}
//   result    {a: {x: 1, y: 2}, l: [2]}
//
// Combine does what `policy.toFieldPath` of a patch says with the source, which
// is the new value, and the destination, which is the present one (P&T's rule).
// equal.h says what is empty. The first rule that applies decides:
//   1. Two lists at the top, and lists are appended: the elements of the source
//      that the destination does not have are appended. If both are empty, the
//      result is null.
//   2. Two objects: each member of the source is combined into that of the
//      destination, by these rules, or added if there is none. If values are
//      kept, members of the source that are null are passed over. If the
//      destination is still empty, the result is the source.
//   3. The source is a list, lists are appended, and the destination is not
//      null: the elements of the source are appended to a list. A destination
//      that is not a list is an error.
//   4. Values are kept: the result is the destination, unless it is empty and
//      the source is not null. So false, 0 and "" are replaced.
//   5. Otherwise the result is the source.
// Elements of lists are never merged with each other.
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

// Overlays `low` with `high`. The nodes of `high` are copied.
void Overlay(Value& low, const Value& high, Pool* pool);
// The same, but the nodes of `high` are moved, so `high` cannot be used
// afterwards.
void Overlay(Value& low, Value&& high, Pool* pool);

struct CombinePolicy {
  bool keep_values = false;
  bool append_arrays = false;
};

// Combines `source` into `destination`. FailedPrecondition: a list would be
// appended to something that is not a list. The destination may then be
// combined in part, so the caller discards it.
absl::Status Combine(Value& destination, const Value& source,
                     CombinePolicy policy, Pool* pool);

}  // namespace loom
