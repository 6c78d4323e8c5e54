// SPDX-License-Identifier: Apache-2.0
// Members of objects by name. Members keep the order in which they were added,
// and a name occurs once.
//
//   Value* spec = Find(object, "spec", pool);     // nullptr: no such member
//   Set(object, "kind", Borrow("Bucket"), pool);  // adds or replaces
//   Erase(object, "status", pool);
//
// `object` has to be an object. Pointers to members are valid until a member is
// added to the same object or erased from it.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {
// The member of that name; nullptr if there is none. The time grows with the
// number of members. This is for trees that are read without their pool, such
// as a plan's.
const Value* Find(const Value& object, absl::string_view name);
inline Value* Find(Value& object, absl::string_view name) {
  return const_cast<Value*>(Find(std::as_const(object), name));
}

// The same, in constant time for large objects, which the pool indexes.
const Value* Find(const Value& object, absl::string_view name, Pool* pool);
inline Value* Find(Value& object, absl::string_view name, Pool* pool) {
  return const_cast<Value*>(Find(std::as_const(object), name, pool));
}

// The member, made as null if it is missing. The characters of `name` have to
// outlive the tree.
Value& FindOrAdd(Value& object, absl::string_view name, Pool* pool);

// The same for a member that is known to be missing.
Value& Add(Value& object, absl::string_view name, Pool* pool);

// Adds or replaces; the characters of `name` have to outlive the tree.
inline void Set(Value& object, absl::string_view name, Value value,
                Pool* pool) {
  FindOrAdd(object, name, pool) = value;
}

// Removes a member if it exists. The order of the others stays.
void Erase(Value& object, absl::string_view name, Pool* pool);

// Equality and hashes of whole values.
//
//   {"a": 1, "b": 2}, {"b": 2, "a": 1}     equal, whatever the order of members
//   [1, 2], [2, 1]                         not equal: elements have an order
//   1 from the wire, 1 as an int64         equal: numbers count by their amount
//   1, "1"                                 not equal
//
// That numbers count by their amount is ours. Go tells an int64 from a double,
// and P&T therefore does not find numbers that it wants to append only once.

bool Equal(const Value& a, const Value& b);

// null, false, 0, "", [] and {}: what P&T's merging calls empty.
bool IsEmpty(const Value& value);

// A hash that is the same for values that are equal by Equal.
size_t HashOf(const Value& value);

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
