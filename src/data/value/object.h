// SPDX-License-Identifier: Apache-2.0
// Functions that find, add and remove fields of objects by name, and compare and merge
// values. Fields keep the order in which they were added, and their names are unique.
//
//   Value* spec = Find(object, "spec", pool);     // nullptr: no such field
//
// `object` must be an object. A pointer to a field is valid until a field is added to
// the same object or erased from it.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/budget.h"
#include "data/value/deferred.h"
#include "data/value/value.h"

namespace loom {
// Returns nullptr if there is no such field. The time grows with the number of fields.
// Use it for trees that are read without their pool, such as the tree of a plan.
const Value* Find(const Value& object, absl::string_view name);
inline Value* Find(Value& object, absl::string_view name) {
  return const_cast<Value*>(Find(std::as_const(object), name));
}

// Does the same, but in constant time for large objects, which the pool indexes.
const Value* Find(const Value& object, absl::string_view name, Pool* pool);
inline Value* Find(Value& object, absl::string_view name, Pool* pool) {
  return const_cast<Value*>(Find(std::as_const(object), name, pool));
}

// Returns the field. If it is missing, adds it as null. The characters of `name` must
// outlive the tree.
Value& FindOrAdd(Value& object, absl::string_view name, Pool* pool);

// Does the same for a field that is known to be missing.
Value& Add(Value& object, absl::string_view name, Pool* pool);

// The fields of an object, and the items of a list, for sections: they count as work
// (budget.h).
template <typename V>
auto Members(V& object, Pool* pool) {
  pool->account().Note(Finding(object.MemberCount()));
  return Members(object);
}
template <typename V>
auto Items(V& list, Pool* pool) {
  pool->account().Note(Finding(list.Size()));
  return Items(list);
}

// Returns the fields of an object, sorted by name. A request has them in any order, and
// what is made of them must not depend on it.
std::vector<const Member*> InOrder(const Value& object);

// Adds or replaces a field. The characters of `name` must outlive the tree.
inline void Set(Value& object, absl::string_view name, Value value,
                Pool* pool) {
  FindOrAdd(object, name, pool) = value;
}

// Removes a field if it exists. The other fields keep their order.
void Erase(Value& object, absl::string_view name, Pool* pool);

// Equal compares whole values, and HashOf hashes them. The order of fields does not
// matter, and numbers are compared by value: 1 from the wire equals 1 as an int64. This
// is our rule. Go distinguishes an int64 from a double, so P&T does not find numbers
// that it should append only once.
bool Equal(const Value& a, const Value& b);
// Does the same and counts the work.
bool Equal(const Value& a, const Value& b, Pool* pool);

// Returns true for null, false, 0, "", [] and {}: the empty values in P&T's merging.
bool IsEmpty(const Value& value);

// Returns a hash that is the same for values that are equal by Equal.
size_t HashOf(const Value& value);

// Overlay merges environments (ENV's rule): it overlays `low` with `high`, whose nodes
// are copied. Two objects are merged field by field. In every other combination, the
// higher value replaces the lower one.
void Overlay(Value& low, const Value& high, Pool* pool);
// Does the same, but moves the nodes of `high`. `high` must not be used afterwards.
void Overlay(Value& low, Value&& high, Pool* pool);

struct CombinePolicy {
  bool keep_values = false;
  bool append_arrays = false;
};

// Combine applies `policy.toFieldPath` of a patch to the source, which is the new
// value, and the destination, which is the present value (P&T's rule). IsEmpty defines
// which values are empty. The first rule that applies decides:
//   1. Both are lists at the top level, and lists are appended: the items of the source
//      that the destination does not have are appended. If both lists are empty, the
//      result is null.
//   2. Both are objects: each field of the source is combined with the field of the
//      destination by these rules, or added if there is none. If values are kept, null
//      fields of the source are skipped. If the destination is still empty, the result
//      is the source.
//   3. The source is a list, lists are appended, and the destination is not null: all
//      items of the source are appended. A destination that is not a list is an error.
//   4. Values are kept: the result is the source if the destination is empty and the
//      source is not null. Otherwise it is the destination. So false, 0 and "" are
//      replaced.
//   5. Otherwise, the result is the source.
// Items of lists are never merged with each other.
//
// Returns FailedPrecondition if a list would be appended to something that is not a
// list, and the errors of Spend (budget.h). After an error, the destination may be
// combined in part, so the caller must discard it.
absl::Status Combine(Value& destination, const Value& source,
                     CombinePolicy policy, Pool* pool);

}  // namespace loom
