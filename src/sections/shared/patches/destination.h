// SPDX-License-Identifier: Apache-2.0
// A Destination is where a value is written: a path, and what happens to the value
// that is there already (ToPolicy).
//
//   Destination to{.path = path, .policy = *policy.to, .rules = rules};
//   LOOM_RETURN_IF_ERROR(to.Write(object, std::move(value), &pool));
//
// A `[*]` in the path writes to every place that it matches. The places have to
// exist; in the native input the last member may be missing:
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
// The policy of a patch: what a missing source means, and what happens to the
// value that is already at the destination. Both are read here and nowhere
// else.
//
//   policy: {fromFieldPath: Required, toFieldPath: MergeObjects}
//
// fromFieldPath: Optional (the default) passes over a patch whose source is
// missing; Required reports it. The default of a patch with an expression is
// Required. What an expression of a transform names is no source: it is waited for, as
// that of a patch with an expression, unless the author says Optional.
//
// toFieldPath:
//   Replace (default)               the new value replaces the present one
//   MergeObjects                    members are added, present ones are kept
//   MergeObjectsAppendArrays        the same, and lists are appended
//   ForceMergeObjects               members are added, present ones replaced
//   ForceMergeObjectsAppendArrays   the same, and lists are appended
//   MergeObject                     older name of MergeObjects
//   AppendArray                     older name of ForceMergeObjectsAppendArrays
//
// data/value/object.h says what merging means. If the present value or the new one is
// null, nothing is merged: the new value replaces the present one.

struct ToPolicy {
  absl::string_view name;
  bool merges = false;
  CombinePolicy combine;
};

// The policy that the member toFieldPath of `policy` names; Replace if there is
// none, or one that does not exist, which is reported.
const ToPolicy* ParseToPolicy(Fields& policy);

struct PatchPolicy {
  bool required = false;
  // Whether the author says Optional, so that no expression of the patch is waited for.
  bool says_optional = false;
  const ToPolicy* to = nullptr;
  // Mistakes in the policy that were not reported; OK if there are none. Only a
  // Combine patch of a drop-in input can have them, because P&T reads that
  // policy only when the patch writes.
  absl::Status mistakes = {};

  // The policy of a patch; the defaults if it has none. `required` is what an absent
  // fromFieldPath means.
  static PatchPolicy Parse(Fields& patch, bool required = false);
  // That of a patch which has to have a source, and replaces what is there.
  static PatchPolicy Required();
  // The same for Combine patches.
  static PatchPolicy ParseOfCombine(Fields& patch);
};

struct Destination {
  const Path& path;
  const ToPolicy& policy;
  const Rules& rules;
  // false: `*` is an ordinary key.
  bool expands = true;
  // What errors begin with, as in P&T; "" for nothing.
  absl::string_view prefix = "";

  // FailedPrecondition: the object does not fit the path, the values cannot be
  // merged, or the call has made too much (data/value/budget.h). The object may then
  // be written in part.
  absl::Status Write(Value& to, Value value, Pool* pool) const;

 private:
  absl::Status WriteAll(Value& to, const Value& value, Pool* pool) const;
  absl::Status WriteAt(Value& to, const Path& at, Value value,
                       Pool* pool) const;
  absl::Status WithPrefix(const absl::Status& status) const;
};

}  // namespace loom
