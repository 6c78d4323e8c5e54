// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/selection.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/sort_objects.h"
#include "data/value/budget.h"

namespace loom {
namespace {

using Objects = std::vector<const Value*>;

absl::Status WantOne(const Wanted& wanted, size_t found) {
  return absl::FailedPreconditionError(
      absl::StrCat("expected exactly one ", wanted.noun, " \"", wanted.name,
                   "\", got ", found));
}

absl::StatusOr<Objects> ByReference(const Wanted& wanted, Objects objects) {
  if (objects.empty() && !wanted.optional) {
    return absl::NotFoundError(absl::StrCat("Required ", wanted.noun, " \"",
                                            wanted.name, "\" not found"));
  }
  if (objects.size() > 1) return WantOne(wanted, objects.size());
  return objects;
}

absl::StatusOr<Objects> Single(const ObjectQuery& query, const Wanted& wanted,
                               Objects objects) {
  if (objects.empty() && wanted.optional && !query.rules->follows_go)
    return objects;
  if (objects.size() != 1) return WantOne(wanted, objects.size());
  return objects;
}

absl::StatusOr<Objects> Multiple(const ObjectQuery& query, const Wanted& wanted,
                                 Objects objects, Pool* pool) {
  int64_t count = static_cast<int64_t>(objects.size());
  if (query.min_match.has_value() && count < *query.min_match) {
    return absl::FailedPreconditionError(
        absl::StrCat("expected at least ", *query.min_match, " ", wanted.noun,
                     "s \"", wanted.name, "\", got ", count));
  }
  if (!objects.empty()) {
    LOOM_RETURN_IF_ERROR(query.sort_by.status());
    LOOM_RETURN_IF_ERROR(SortObjects(*query.sort_by, pool, &objects));
  }
  if (query.max_match.has_value() && count > *query.max_match) {
    objects.resize(*query.max_match);
  }
  return objects;
}

}  // namespace

absl::StatusOr<Objects> SelectObjects(const ObjectQuery& query,
                                      const Wanted& wanted, Objects objects,
                                      Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Sorting(objects.size()), pool));
  switch (query.type) {
    case ObjectQuery::Type::kUnknown:
      return objects;
    case ObjectQuery::Type::kReference:
      return ByReference(wanted, std::move(objects));
    case ObjectQuery::Type::kSelector:
      break;
  }
  return query.multiple ? Multiple(query, wanted, std::move(objects), pool)
                        : Single(query, wanted, std::move(objects));
}

void ReportPending(const Asked& asked,
                   const std::function<absl::string_view(size_t)>& name_of,
                   const Pool& pool, Outcome* outcome) {
  outcome->Add(ExpressionsResolved());
  for (const auto& [index, why] : asked.pending) {
    outcome->not_ready = true;
    outcome->Add(PendingExpression(name_of(index), why, pool.redacted()));
  }
}

}  // namespace loom
