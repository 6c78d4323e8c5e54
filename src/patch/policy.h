// SPDX-License-Identifier: Apache-2.0
// The policy of a patch: what a missing source means, and what becomes of the
// value that is already at the destination. Both are read here and nowhere
// else.
//
//   policy: {fromFieldPath: Required, toFieldPath: MergeObjects}
//
// fromFieldPath: Optional (the default) passes over a patch whose source is
// missing; Required reports it.
//
// toFieldPath:
//   Replace (default)               the value replaces what is there
//   MergeObjects                    members are added, present ones are kept
//   MergeObjectsAppendArrays        … and lists are appended to
//   ForceMergeObjects               members are added, present ones replaced
//   ForceMergeObjectsAppendArrays   … and lists are appended to
// MergeObject and AppendArray are older names of the first and the last of the
// merging ones. What merging means is in value/merge.h. A null, there or
// coming, is never merged: the value replaces it.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "input/input.h"
#include "value/merge.h"

namespace loom {

struct ToPolicy {
  absl::string_view name;
  bool merges = false;
  CombinePolicy combine;
};

struct PatchPolicy {
  bool required = false;
  const ToPolicy* to = nullptr;
  // What is wrong with toFieldPath though it was not reported; "" if nothing is.
  // Only in a Combine patch of a drop-in input: P&T looks at that policy when
  // the patch writes, and not before.
  std::string mistakes = {};

  // The policy of a patch; the defaults where there is none.
  static PatchPolicy Parse(Fields& patch);
  // The same for Combine patches.
  static PatchPolicy ParseOfCombine(Fields& patch);
};

}  // namespace loom
