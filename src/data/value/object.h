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

}  // namespace loom
