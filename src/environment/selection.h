// SPDX-License-Identifier: Apache-2.0
// Selection picks, from the objects that came for a source, those whose data
// counts, in the order in which it is merged.
//
//   Reference           exactly one, of that name
//   Selector, Single    exactly one
//   Selector, Multiple  at least minMatch, sorted, at most maxMatch of them
//
// Sorting is by the value at sortByFieldPath of each whole object, ascending:
// texts by their bytes, numbers by size; a value that is missing counts as ""
// or 0. All values have to be of one kind. Equals are in the order of their
// names. Without any value the order stays that of arrival.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "environment/source.h"

namespace loom {

// `optional`: a Reference, and in the native input a Single selector, may find
// nothing. NotFound: nothing was found that has to be there.
// FailedPrecondition: too many, too few, or not to be sorted.
absl::StatusOr<std::vector<Value*>> SelectObjects(const Source& source,
                                                  std::vector<Value*> objects,
                                                  bool optional, Pool* pool);

}  // namespace loom
