// SPDX-License-Identifier: Apache-2.0
// An object that is only read is decoded where it is looked at. Each object and list in
// it stays encoded, as a deferred value, until Find, Members, Items or ItemAt returns
// it. So no section has to know in advance which fields it reads.
//
//   ReadStruct(bytes, origin)                    (data/value/struct_codec.h)
//     {kind: "Bucket", spec: deferred, status: deferred}
//   Find(object, "status")
//     {kind: "Bucket", spec: deferred, status: {conditions: deferred}}
//
// Outside data/value, nobody meets a deferred value: code reads the fields of an object
// and the items of a list only with these functions, never with RapidJSON's (the suites
// `structure` and `tidy` check it). Whatever they return is an ordinary value, except
// that what is in it may again be deferred. A Copy has no deferred values.
//
// A decoding error ends the call (data/value/account.h). The value is then empty.
#pragma once

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Where a deferred value is from. It lives in the pool, and as long as it.
struct ObjectOrigin {
  Pool* pool;
  // As messages name the object: observed resource "db".
  absl::string_view what;
  absl::string_view name;
};
std::string NameOf(const ObjectOrigin& origin);

// A deferred object is an object with one field. The characters of its name are the
// origin, the length of its name is kDeferredObject plus the depth, and its value is the
// encoded content. A deferred list is a list with one such object, whose length is
// kDeferredList plus the depth. No name of a request is as long.
inline constexpr uint32_t kDeferredObject = 0xfffe0000;
inline constexpr uint32_t kDeferredList = 0xffff0000;

inline bool HasMark(const Value& value, uint32_t mark) {
  return value.IsObject() && value.MemberCount() == 1 &&
         (value.MemberBegin()->name.GetStringLength() & kDeferredList) == mark;
}
inline bool IsDeferred(const Value& value) {
  if (value.IsArray()) {
    return value.Size() == 1 && HasMark(*value.Begin(), kDeferredList);
  }
  return HasMark(value, kDeferredObject);
}

// Replaces a deferred value by its content. Another value stays as it is.
void Decode(Value& deferred);
inline const Value* Reveal(const Value* value) {
  // The tree that has deferred values is not const itself.
  if (IsDeferred(*value)) Decode(*const_cast<Value*>(value));
  return value;
}

// The fields of an object, and the items of a list.
inline auto Members(const Value& object) {
  for (auto& member : object.GetObject()) Reveal(&member.value);
  return object.GetObject();
}
inline auto Members(Value& object) {
  Members(std::as_const(object));
  return object.GetObject();
}
inline auto Items(const Value& list) {
  for (auto& item : list.GetArray()) Reveal(&item);
  return list.GetArray();
}
inline auto Items(Value& list) {
  Items(std::as_const(list));
  return list.GetArray();
}
inline const Value& ItemAt(const Value& list, size_t index) {
  return *Reveal(list.Begin() + index);
}
inline Value& ItemAt(Value& list, size_t index) {
  return const_cast<Value&>(ItemAt(std::as_const(list), index));
}

}  // namespace loom
