// SPDX-License-Identifier: Apache-2.0
// SelectObjects picks the objects that a query uses from those received for it, and
// puts them in order.
//
//   Reference           exactly one, of that name
//   Selector, Single    exactly one
//   Selector, Multiple  at least minMatch; sorted; the first maxMatch of them
//   of unknown type     all of them, in the order received
//
// Objects are sorted by the value that each has at sortByFieldPath, ascending: strings
// by their bytes, numbers by size. A value that is missing or null counts as "" or 0.
// All values have to be of the same kind. Objects with equal values are sorted by name.
// If no object has a value, the order received is kept.
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
// The selected object, as messages name it: `environment config "base"`.
struct Wanted {
  absl::string_view noun;
  absl::string_view name;
  // A Reference, and in the native input a Single selector, may find nothing.
  bool optional;
};

// Selects the objects. NotFound: a Reference found nothing and is not optional.
// FailedPrecondition: there are too many or too few objects, or they cannot be sorted.
absl::StatusOr<std::vector<const Value*>> SelectObjects(
    const ObjectQuery& query, const Wanted& wanted,
    std::vector<const Value*> objects, Pool* pool);

// ReportPending reports in the condition ExpressionsResolved which entries wait for the
// expression of their namespace, each with its name:
//
//   nets: extraResources[0].namespaceFromExpression: 1:15: no such key: "team"
//
// The composite is then not ready. This is not an error: the step continues without the
// objects of these entries.

// `name_of` returns the name of an entry by its index.
void ReportPending(const Asked& asked,
                   const std::function<absl::string_view(size_t)>& name_of,
                   const Pool& pool, Outcome* outcome);

}  // namespace loom
