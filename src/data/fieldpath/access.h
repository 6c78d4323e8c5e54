// SPDX-License-Identifier: Apache-2.0
// These functions read and write the field at a Path. The rules are those of
// Crossplane's field paths.
//
// Get returns NotFound for a missing field, a missing element, and a field of null.
// NotFound is the error that "optional" forgives. If the object does not fit the path,
// the error is FailedPrecondition. The message names the path up to the segment that
// failed:
//   {spec: {l: [1]}}   spec.x       spec.x: no such field
//                      spec.l[3]    spec.l[3]: no such element
//                      spec.l.x     spec.l: not an object
//   {spec: null}       spec.x       spec: expected map, got nil
// A null at the end of the path is a value that exists.
//
// Put creates what is missing on the way: a list if the next segment is an index, and an
// object otherwise. A list that is too short is filled with nulls. A null element of a
// list on the way is replaced, but a null field is an error.
//   {}   a[1].b = x   →   {a: [null, {b: x}]}
// An index above 1,024 is FailedPrecondition, and nothing is changed. If the object does
// not fit the path, the error is FailedPrecondition, such as "spec.s is not an object",
// and what was created before it remains. The nulls count against the budget of the call
// (data/value/budget.h).
#pragma once

#include "absl/status/statusor.h"
#include "base/limits.h"
#include "data/fieldpath/path.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {
// The largest index that may be written. Without this limit, a path of nine bytes could
// create a list of 4,000,000,000 elements.
inline constexpr uint32_t kMaxIndex = limits::kPathIndex;

absl::StatusOr<const Value*> Get(const Value& root, const Path& path,
                                 Pool* pool);
absl::StatusOr<const Value*> Get(const Value& root,
                                 absl::Span<const Segment> segments,
                                 Pool* pool);

// Like Get, for a value that the caller changes.
absl::StatusOr<Value*> GetMutable(Value& root, const Path& path, Pool* pool);
absl::StatusOr<Value*> GetMutable(Value& root,
                                  absl::Span<const Segment> segments,
                                  Pool* pool);

absl::Status Put(Value& root, const Path& path, Value value, Pool* pool);

// EraseField removes the field at a path, if there is one. The object that contained it
// remains.
//
//   {spec: {a: 1, b: 2}}   spec.a      {spec: {b: 2}}
//   {spec: {a: 1}}         spec.x.y    the same object
//   {l: [1]}               l[0]        the same object: an element is not a field

void EraseField(Value& root, const Path& path, Pool* pool);

// CopyToWrite makes a copy-on-write copy: it copies only what `written` names and shares
// the rest.
//
//   FieldMask written;
//   written.Add({"metadata", "name"});
//   Value copy = CopyToWrite(base, written, pool);
//   Set(copy["metadata"], "name", Borrow("db"), pool);     // base stays as it is
//   Set(copy["spec"], "size", Value(1), pool);             // wrong: changes base
//
// It copies each object and list on the way to a field of the mask, and everything in
// that field. The base must outlive the copy. A Copy (data/value/value.h) of the result
// shares nothing. Builds with assertions check after each call that the tree of its plan
// is unchanged (function/run.cc).

Value CopyToWrite(const Value& base, const FieldMask& written, Pool* pool);

}  // namespace loom
