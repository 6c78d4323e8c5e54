// SPDX-License-Identifier: Apache-2.0
// Selection picks, from the objects that came for a query, those that count, in
// the order in which they are used.
//
//   Reference           exactly one, of that name
//   Selector, Single    exactly one
//   Selector, Multiple  at least minMatch, sorted, at most maxMatch of them
//   of unknown type     all of them, as they came
//
// Sorting is by the value at sortByFieldPath of each whole object, ascending:
// texts by their bytes, numbers by size; a value that is missing counts as ""
// or 0. All values have to be of one kind. Equals are in the order of their
// names. Without any value the order stays that of arrival.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "environment/object_query.h"

namespace loom {

// What is selected, in the words of messages: `environment config "base"`.
struct Wanted {
  absl::string_view noun;
  absl::string_view name;
  // A Reference, and in the native input a Single selector, may find nothing.
  bool optional;
};

// NotFound: nothing was found that has to be there. FailedPrecondition: too
// many, too few, or not to be sorted.
absl::StatusOr<std::vector<const Value*>> SelectObjects(
    const ObjectQuery& query, const Wanted& wanted,
    std::vector<const Value*> objects, Pool* pool);

}  // namespace loom
