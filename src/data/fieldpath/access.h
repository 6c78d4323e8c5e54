// SPDX-License-Identifier: Apache-2.0
// Functions that read and write the field at a Path, by the rules of Crossplane's field
// paths.
//
// Get returns NotFound, the error that "optional" forgives, for a missing field, a
// missing element, and a field of null. If the object does not fit the path, the error
// is FailedPrecondition. The message names the path up to the segment that failed. A
// null at the end of the path is a value that exists.
//
// Put creates what is missing on the way: a list if the next segment is an index, and
// an object otherwise. A list that is too short is filled with nulls, which count
// against the budget of the call (data/value/budget.h). A null element of a list on the
// way is replaced, but a null field is FailedPrecondition, and so is an object that
// does not fit the path; what was created before the error remains. An index above
// 1,024 is FailedPrecondition, and nothing is changed.
//   {}   a[1].b = x   →   {a: [null, {b: x}]}
#pragma once

#include "absl/status/statusor.h"
#include "base/limits.h"
#include "data/fieldpath/path.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {
// The largest index that may be written: a path of nine bytes could otherwise create a
// list of 4,000,000,000 elements.
inline constexpr uint32_t kMaxIndex = limits::kPathIndex;

absl::StatusOr<const Value*> Get(const Value& root, const Path& path,
                                 Pool* pool);
absl::StatusOr<const Value*> Get(const Value& root,
                                 absl::Span<const Segment> segments,
                                 Pool* pool);

absl::StatusOr<Value*> GetMutable(Value& root, const Path& path, Pool* pool);
absl::StatusOr<Value*> GetMutable(Value& root,
                                  absl::Span<const Segment> segments,
                                  Pool* pool);

absl::Status Put(Value& root, const Path& path, Value value, Pool* pool);

// Removes the field at a path, if there is one. The object that contained it remains.
// An element of a list is not a field.
void EraseField(Value& root, const Path& path, Pool* pool);

// Makes a copy-on-write copy: copies only what `written` names, that is, each object
// and list on the way to a field of the mask and everything in that field, and shares
// the rest.
//
//   FieldMask written;
//   written.Add({"metadata", "name"});
//   Value copy = CopyToWrite(base, written, pool);
//   Set(copy["metadata"], "name", Borrow("db"), pool);     // base stays as it is
//   Set(copy["spec"], "size", Value(1), pool);             // wrong: changes base
//
// The base must outlive the copy. A Copy (data/value/value.h) of the result shares
// nothing. Builds with assertions check after each call that the tree of its plan is
// unchanged (function/run.cc).
Value CopyToWrite(const Value& base, const FieldMask& written, Pool* pool);

}  // namespace loom
