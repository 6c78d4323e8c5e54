// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/selector.h"

#include "base/status_macros.h"
#include "data/value/budget.h"
#include "language/input/fields.h"
#include "language/input/read_regexp.h"

namespace loom {

bool GlobMatches(absl::string_view pattern, absl::string_view text) {
  size_t star = pattern.find('*');
  if (star == absl::string_view::npos) return pattern == text;
  absl::string_view before = pattern.substr(0, star);
  absl::string_view after = pattern.substr(star + 1);
  if (text.substr(0, before.size()) != before) return false;
  text.remove_prefix(before.size());
  // The literal text up to the next star may be matched at its first
  // occurrence. Only the last literal has to stand at the end.
  while (true) {
    star = after.find('*');
    absl::string_view literal = after.substr(0, star);
    if (star == absl::string_view::npos) {
      return text.size() >= literal.size() &&
             text.substr(text.size() - literal.size()) == literal;
    }
    size_t at = text.find(literal);
    if (at == absl::string_view::npos) return false;
    text.remove_prefix(at + literal.size());
    after.remove_prefix(star + 1);
  }
}

void Selector::ReadGroupAndKind(Fields& fields) {
  if (auto group = fields.String("group")) group_ = std::string(*group);
  if (auto kind = fields.String("kind")) kind_ = std::string(*kind);
}

// One of the two members is required.
static void CheckKind(const Fields& fields) {
  if (!fields.Has("group") && !fields.Has("kind")) {
    fields.at().Problem("Required value: group or kind is required");
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

Selector Selector::Parse(const Input& input) {
  Selector selector;
  Fields fields(input);
  selector.ReadGroupAndKind(fields);
  if (auto pattern = fields.String("resource")) {
    selector.resource_ = ReadRegexp(input, "resource", *pattern);
  }
  fields.Done();
  if (!fields.Has("group") && !fields.Has("kind") && !fields.Has("resource")) {
    input.Problem("Required value: group, kind or resource is required");
  }
  return selector;
}

absl::StatusOr<bool> Selector::Matches(const Selectable& candidate,
                                       Pool* pool) const {
  if (group_ && !GlobMatches(*group_, candidate.group)) return false;
  if (kind_ && !GlobMatches(*kind_, candidate.kind)) return false;
  if (!resource_.has_value()) return true;
  return resource_->Matches(candidate.name, pool);
}

absl::StatusOr<bool> AnyMatches(const std::vector<Selector>& selectors,
                                const Selectable& candidate, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(selectors.size()), pool));
  for (const Selector& selector : selectors) {
    LOOM_ASSIGN_OR_RETURN(bool matches, selector.Matches(candidate, pool));
    if (matches) return true;
  }
  return false;
}

}  // namespace loom
