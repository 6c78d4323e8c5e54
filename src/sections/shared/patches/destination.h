// SPDX-License-Identifier: Apache-2.0
// A Destination is where a value is written: a path, and a policy for the value that is
// already there (ToPolicy).
//
//   Destination to{.path = path, .policy = *policy.to, .rules = rules};
//   LOOM_RETURN_IF_ERROR(to.Write(object, std::move(value), &pool));
//
// A `[*]` in the path writes to every location that it matches. The locations have to
// exist; in the native input the last field of the path may be missing:
//
//   {l: [{a: 1}, {}]}   l[*].a = 5   {l: [{a: 5}, {a: 5}]}
//   {l: []}             l[*].a = 5   nothing; for P&T an error
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "language/input/rules.h"

namespace loom {
// The policy of a patch defines how a missing source and a value that is already at the
// destination are treated.
//
//   policy: {fromFieldPath: Required, toFieldPath: MergeObjects}
//
// fromFieldPath: Optional (the default) skips a patch whose source is missing; Required
// reports it. The default of a patch with an expression is Required. An object that the
// expression of a transform refers to is not a source: the patch waits for it, as a
// patch with an expression does, unless the author writes Optional.
//
// toFieldPath:
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
};

// Returns the policy that the field toFieldPath of `policy` names. Returns Replace if
// the field is absent or unknown; an unknown name is reported.
const ToPolicy* ParseToPolicy(Fields& policy);

struct PatchPolicy {
  bool required = false;
  // Whether the author writes Optional, so that the patch waits for no expression.
  bool says_optional = false;
  const ToPolicy* to = nullptr;
  // The error in toFieldPath that was not reported; OK if there is none. Only a Combine
  // patch of a drop-in input can have it, because P&T reads that policy only when the
  // patch writes.
  absl::Status mistakes = {};

  // Returns the policy of a patch; the defaults if it has none. `required` is the
  // meaning of an absent fromFieldPath.
  static PatchPolicy Parse(Fields& patch, bool required = false);
  // Returns the policy of a patch that requires its source and replaces the value.
  static PatchPolicy Required();
  // Does the same as Parse for Combine patches. P&T accepts any fromFieldPath there:
  // `required_if_unknown` is the meaning of one that is neither Optional nor Required.
  static PatchPolicy ParseOfCombine(Fields& patch, bool required_if_unknown);
};

struct Destination {
  const Path& path;
  const ToPolicy& policy;
  const Rules& rules;
  // false: `*` is an ordinary key.
  bool expands = true;
  // The beginning of every error, as in P&T; "" for nothing.
  absl::string_view prefix = "";

  // Writes the value. FailedPrecondition: the object does not fit the path, the values
  // cannot be merged, or the call exceeds its budget (data/value/budget.h). The object
  // may then be partly written.
  absl::Status Write(Value& to, Value value, Pool* pool) const;

 private:
  absl::Status WriteAll(Value& to, const Value& value, Pool* pool) const;
  absl::Status WriteAt(Value& to, const Path& at, Value value,
                       Pool* pool) const;
  absl::Status WithPrefix(const absl::Status& status) const;
};

}  // namespace loom
