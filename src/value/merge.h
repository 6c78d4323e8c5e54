// SPDX-License-Identifier: Apache-2.0
// The two ways in which values are merged.
//
// Overlay is how environments are put together (ENV's rule): objects are
// united, member by member where both sides are objects, and in every other
// combination the higher value replaces the lower one.
//   {a: {x: 1, y: 1}, l: [1]} overlaid with {a: {y: 2}, l: [2]}
//     == {a: {x: 1, y: 2}, l: [2]}
//
// Combine is what `policy.toFieldPath` of a patch does with the value that is
// already there (P&T's rule). "Empty" is as in equal.h.
//   1. At the top, if lists are appended and both are lists: elements of the
//      source that the destination already has are dropped. Nothing appended to
//      nothing is null.
//   2. Two objects: members of the source are combined into those of the
//      destination; with kept values a null is passed over. An object that is
//      still empty then gives way to the source itself.
//   3. Appending a list: to a list, its elements; over null, the list; to
//      anything else an error.
//   4. Kept values: the destination, unless it is empty; so false, 0 and ""
//      count as unset.
//   5. Otherwise the source.
// Elements of lists are never merged with each other.
#pragma once

#include "absl/status/statusor.h"
#include "value/value.h"

namespace loom {

// Overlays `low` with `high`, whose nodes are copied.
void Overlay(Value& low, const Value& high, Pool* pool);
// The same, but nodes of `high` are moved, and nothing usable is left of it.
void Overlay(Value& low, Value&& high, Pool* pool);

struct CombinePolicy {
  bool keep_values = false;
  bool append_arrays = false;
};

// Combines `source` into `destination`. FailedPrecondition if a list is to be
// appended to something that is none; the destination is then in pieces and
// the caller gives up on it.
absl::Status Combine(Value& destination, const Value& source,
                     CombinePolicy policy, Pool* pool);

}  // namespace loom
