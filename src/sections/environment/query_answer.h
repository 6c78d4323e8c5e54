// SPDX-License-Identifier: Apache-2.0
// AskAll requests the objects of the queries in a list, and returns the answers. It is
// the part that `environment.configs` and `extraResources` share. It requests them
// through crossplane/call/lookup.h.
//
// Objects that the access policies refuse (crossplane/kinds/access_policy.h) are not
// requested. That is an error, unless the query is optional. Objects that are found
// without a namespace in the requirement are checked by their own, which is always an
// error:
//
//   environment.configs[1]: not allowed by the secret policy (v1 Secret team-b/db); to
//   allow it, …
//   extraResources[0]: not allowed across namespaces (example.org/v1 Net in namespace
//   team-b); to allow it, …
//
// The ExpressionsResolved condition has the queries of which an expression is pending. The
// composite is then not ready. This is not an error: the step continues without their
// objects.
//
//   nets: extraResources[0].namespaceFromExpression: 1:15: no such key: "team"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "sections/environment/object_query.h"

namespace loom {

struct QueryList {
  std::vector<const ObjectQuery*> queries = {};
  AccessPolicies policies;
  // Begins the errors of queries.
  absl::string_view cannot_ask;
  // If the environment is not merged yet, queries that read it request nothing.
  bool is_merged = true;
  // Of several queries with the same subject, the last that requests anything applies to
  // all. This is a rule of function-extra-resources.
  bool last_applies = false;
};

struct QueryAnswer {
  // Why it requests nothing yet (Wish::pending).
  absl::Status pending = absl::OkStatus();
  // The key of the requirement; "": it requests nothing.
  std::string key = {};
  std::optional<std::vector<const Value*>> objects = std::nullopt;
};

// Returns the answer to each query. Without all answers, the outcome waits. An error of
// a query has its location. In the native input the requirements of the other queries
// are then complete, so they stay the same from round to round.
absl::StatusOr<std::vector<QueryAnswer>> AskAll(const QueryList& list,
                                                Call& call, Outcome* outcome);

// SelectObjects picks the objects that a query uses from those received for it, and
// puts them in order.
//
//   Reference           exactly one, of that name
//   Selector, Single    exactly one
//   Selector, Multiple  at least minMatch; sorted; the first maxMatch of them
//   of unknown type     all of them, in the order received
//
// Objects are sorted by the value that each has at sortByFieldPath
// (crossplane/objects/sort_objects.h).
//
// NotFound: a Reference found nothing and is not optional. FailedPrecondition: there are
// too many or too few objects, or they cannot be sorted. Messages call the objects
// `<noun> "<name>"`.
absl::StatusOr<std::vector<const Value*>> SelectObjects(
    const ObjectQuery& query, absl::string_view name,
    std::vector<const Value*> objects, Pool* pool);

}  // namespace loom
