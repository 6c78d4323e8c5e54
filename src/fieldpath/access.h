// SPDX-License-Identifier: Apache-2.0
// Reading and writing by Path; the rules are those of Crossplane's field paths.
//
// Get: a missing member or element, and a member of null, are NotFound; this is
// what "optional" forgives. Every other mismatch is FailedPrecondition. The
// message names the path up to where it ended:
//   {spec: {l: [1]}}   spec.x       spec.x: no such field
//                      spec.l[3]    spec.l[3]: no such element
//                      spec.l.x     spec.l: not an object
//   {spec: null}       spec.x       spec: expected map, got nil
// A null that is found is found.
//
// Put: makes what is missing on the way, a list if the next segment is an index
// and else an object; a list that is too short is filled with nulls, and a null
// element of a list on the way is replaced. A null member on the way is not.
//   {}   a[1].b = x   →   {a: [null, {b: x}]}
// Fails without a change if an index is above 1,024, and otherwise where the
// object does not fit the path: "spec.s is not an object". The nulls are
// charged to the call (value/budget.h).
#pragma once

#include "absl/status/statusor.h"
#include "base/limits.h"
#include "fieldpath/path.h"
#include "value/value.h"

namespace loom {

// The largest index that may be written: nine bytes of path must not make a
// list of four thousand million elements.
inline constexpr uint32_t kMaxIndex = limits::kPathIndex;

absl::StatusOr<const Value*> Get(const Value& root, const Path& path,
                                 Pool* pool);
absl::StatusOr<const Value*> Get(const Value& root,
                                 absl::Span<const Segment> segments,
                                 Pool* pool);

// As Get, of a value that is going to be changed.
absl::StatusOr<Value*> GetMutable(Value& root, const Path& path, Pool* pool);
absl::StatusOr<Value*> GetMutable(Value& root,
                                  absl::Span<const Segment> segments,
                                  Pool* pool);

absl::Status Put(Value& root, const Path& path, Value value, Pool* pool);

}  // namespace loom
