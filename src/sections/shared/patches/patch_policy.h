// SPDX-License-Identifier: Apache-2.0
// The policy of a patch defines how a missing source and a value that is already at the
// destination are treated.
//
//   policy: {fromFieldPath: Required, toFieldPath: MergeObjects}
//
// fromFieldPath: Optional (the default) skips a patch whose source is missing; Required
// reports it. The default of a patch with an expression is Required. An object that the
// expression of a transform refers to is not a source: the patch waits for it, as a
// patch with an expression does, unless the author writes Optional.
#pragma once

#include "absl/status/status.h"
#include "crossplane/call/destination.h"
#include "language/input/fields.h"

namespace loom {

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
  // … and one that adds fields to an object.
  static PatchPolicy RequiredAndMerged();
  // Does the same as Parse for Combine patches. P&T accepts any fromFieldPath there:
  // `required_if_unknown` is the meaning of one that is neither Optional nor Required.
  static PatchPolicy ParseOfCombine(Fields& patch, bool required_if_unknown);
};

}  // namespace loom
