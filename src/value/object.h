// SPDX-License-Identifier: Apache-2.0
// Members of objects by name. Order is that of insertion and stays so; a name
// occurs once.
//
//   Value* spec = Find(object, "spec", pool);     // nullptr: no such member
//   Set(object, "kind", Borrow("Bucket"), pool);  // adds or replaces
//   Erase(object, "status", pool);
//
// `object` has to be an object. Pointers to members stay valid until a member
// is added to or erased from the same object.
#pragma once

#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

// Linear: for trees that no pool indexes, such as a plan's.
const Value* Find(const Value& object, absl::string_view name);
inline Value* Find(Value& object, absl::string_view name) {
  return const_cast<Value*>(Find(std::as_const(object), name));
}

// Constant time for large objects.
const Value* Find(const Value& object, absl::string_view name, Pool* pool);
inline Value* Find(Value& object, absl::string_view name, Pool* pool) {
  return const_cast<Value*>(Find(std::as_const(object), name, pool));
}

// The member, made as null if it is missing. The characters of `name` have to
// outlive the tree.
Value& FindOrAdd(Value& object, absl::string_view name, Pool* pool);

// Adds or replaces; the characters of `name` have to outlive the tree.
inline void Set(Value& object, absl::string_view name, Value value,
                Pool* pool) {
  FindOrAdd(object, name, pool) = value;
}

// Removes a member if it is there; the order of the others stays.
void Erase(Value& object, absl::string_view name, Pool* pool);

}  // namespace loom
