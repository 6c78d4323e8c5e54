// SPDX-License-Identifier: Apache-2.0
// A Destination is where a value is written: a path, and a policy for the value that is
// already there (ToPolicy).
//
//   Destination to{.path = path, .policy = ToPolicy::Replace(), .rules = rules};
//   LOOM_RETURN_IF_ERROR(to.Write(target, std::move(value), &pool));
//
// A `[*]` in the path writes to every location that it matches. The locations have to
// exist; in the native input the last field of the path may be missing:
//
//   {l: [{a: 1}, {}]}   l[*].a = 5   {l: [{a: 5}, {a: 5}]}
//   {l: []}             l[*].a = 5   nothing; for P&T an error
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "language/input/rules.h"

namespace loom {
// A ToPolicy is the field toFieldPath of a policy:
//
//   Replace (default)               the new value replaces the present one
//   MergeObjects                    fields are added, present ones are kept
//   MergeObjectsAppendArrays        the same, and lists are appended
//   ForceMergeObjects               fields are added, present ones replaced
//   ForceMergeObjectsAppendArrays   the same, and lists are appended
//   MergeObject                     older name of MergeObjects
//   AppendArray                     older name of ForceMergeObjectsAppendArrays
//
// data/value/object.h defines merging. If the present value or the new one is null,
// nothing is merged: the new value replaces the present one.

struct ToPolicy {
  absl::string_view name;
  bool merges = false;
  CombinePolicy combine;

  static const ToPolicy& Replace();
  static const ToPolicy& ForceMergeObjects();
};

// Returns the policy that the field toFieldPath of `policy` names. Returns Replace if
// the field is absent or unknown; an unknown name is reported.
const ToPolicy* ParseToPolicy(Fields& policy);

struct Destination {
  const Path& path;
  const ToPolicy& policy;
  const Rules& rules;
  // false: `*` is an ordinary key.
  bool expands = true;
  // Whether the path names elements of lists by key (data/fieldpath/keyed_elements.h),
  // which are added if they do not exist.
  bool names_elements = false;
  // The beginning of every error, as in P&T; "" for nothing.
  absl::string_view prefix = "";

  // Writes the value. FailedPrecondition: the object does not fit the path, the values
  // cannot be merged, or the call exceeds its budget (data/value/budget.h). The object
  // may then be partly written.
  absl::Status Write(Value& to, Value value, Pool* pool) const;

 private:
  absl::Status WriteAll(Value& to, const std::vector<Path>& places,
                        const Value& value, Pool* pool) const;
  absl::Status WriteAt(Value& to, const Path& at, Value value,
                       Pool* pool) const;
  absl::Status WithPrefix(const absl::Status& status) const;
};

}  // namespace loom
