// SPDX-License-Identifier: Apache-2.0
// Selection picks from the objects that were sent for a query those that are
// used, in the order in which they are used.
//
//   Reference           exactly one, of that name
//   Selector, Single    exactly one
//   Selector, Multiple  at least minMatch; sorted; the first maxMatch of them
//   of unknown type     all of them, in the order in which they came
//
// Objects are sorted by the value that each has at sortByFieldPath, ascending:
// texts by their bytes, numbers by size. A value that is missing or null counts
// as "" or 0. All values have to be of one kind. Objects with equal values are
// sorted by their names. If no object has a value, the order stays that in
// which they came.
#pragma once

#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/requirement.h"
#include "data/value/value.h"
#include "sections/environment/object_query.h"

namespace loom {
// What is selected, as messages name it: `environment config "base"`.
struct Wanted {
  absl::string_view noun;
  absl::string_view name;
  // A Reference, and in the native input a Single selector, may find nothing.
  bool optional;
};

// NotFound: a Reference found nothing and is not optional. FailedPrecondition:
// there are too many or too few objects, or they cannot be sorted.
absl::StatusOr<std::vector<const Value*>> SelectObjects(
    const ObjectQuery& query, const Wanted& wanted,
    std::vector<const Value*> objects, Pool* pool);

// ReportPending says in the condition ExpressionsResolved which entries wait for the
// expression of their namespace, with the name of what lacks them:
//
//   nets: extraResources[0].namespaceFromExpression: 1:15: no such key: "team"
//
// The composite is then not ready. Nothing is an error: the step goes on without what
// the entries would have found.

// `name_of` an entry, by its index.
void ReportPending(const Asked& asked,
                   const std::function<absl::string_view(size_t)>& name_of,
                   const Pool& pool, Outcome* outcome);

}  // namespace loom
