// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/selector.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/errors.h"
#include "data/value/budget.h"
#include "language/input/fields.h"

namespace loom {
void Selector::ReadGroupAndKind(Fields& fields) {
  if (auto group = fields.String("group")) group_ = std::string(*group);
  if (auto kind = fields.String("kind")) kind_ = std::string(*kind);
}

// Reports an error unless the object has one of the two fields.
static void CheckKind(const Fields& fields) {
  if (!fields.Has("group") && !fields.Has("kind")) {
    fields.at().Problem("Required value: group or kind is required",
                        ProblemKind::kMissing);
  }
}

Selector Selector::ParseKind(const Input& input) {
  Fields fields(input);
  Selector selector;
  selector.ReadGroupAndKind(fields);
  fields.Done();
  CheckKind(fields);
  return selector;
}

Selector Selector::ReadKind(Fields& fields) {
  Selector selector;
  selector.ReadGroupAndKind(fields);
  CheckKind(fields);
  return selector;
}

Selector Selector::ReadAny(Fields& fields) {
  Selector selector;
  selector.ReadGroupAndKind(fields);
  if (auto pattern = fields.String("resource")) {
    selector.resource_ = ReadRegexp(fields.at(), "resource", *pattern);
  }
  return selector;
}

Selector Selector::Parse(const Input& input) {
  Fields fields(input);
  Selector selector = ReadAny(fields);
  fields.Done();
  if (!fields.Has("group") && !fields.Has("kind") && !fields.Has("resource")) {
    input.Problem("Required value: group, kind or resource is required",
                  ProblemKind::kMissing);
  }
  return selector;
}

absl::StatusOr<bool> Selector::Matches(const Selectable& candidate,
                                       Pool* pool) const {
  if (group_ && !GlobMatches(*group_, candidate.group, pool)) return false;
  if (kind_ && !GlobMatches(*kind_, candidate.kind, pool)) return false;
  if (!resource_.has_value()) return true;
  LOOM_ASSIGN_OR_RETURN(const bool matches,
                        resource_->Matches(candidate.name, pool));
  if (matches || candidate.id.empty()) return matches;
  return resource_->Matches(candidate.id, pool);
}

absl::StatusOr<bool> AnyMatches(const std::vector<Selector>& selectors,
                                const Selectable& candidate, Pool* pool) {
  for (const Selector& selector : selectors) {
    LOOM_ASSIGN_OR_RETURN(bool matches, selector.Matches(candidate, pool));
    if (matches) return true;
  }
  return false;
}

}  // namespace loom
