// SPDX-License-Identifier: Apache-2.0
// Selector chooses composed resources by what they are and by their logical
// name. All members that are given have to fit; at least one has to be given.
//
//   group      the API group, where `*` stands for any run of characters and ""
//              is the core group
//   kind       the kind, where `*` stands for any run of characters
//   resource   a regular expression (go/regexp.h) that matches a part of the
//              logical name
//
//   {group: "*.example.org"}               every group below example.org
//   {kind: Object, resource: "^control-"}  Objects whose names begin so
//
// A selector without members is an author error, and so is a malformed
// expression:
//
//   Required value: group, kind or resource is required
//   resource: Invalid value: "(": invalid regexp: missing ): (
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "go/regexp.h"
#include "input/input.h"
#include "value/value.h"

namespace loom {

// What selectors look at.
struct Selectable {
  absl::string_view name;  // the logical name
  absl::string_view group;
  absl::string_view kind;
};

class Selector {
 public:
  // The members group, kind and resource.
  static Selector Parse(const Input& input);
  // Without the member resource: for what is known by its kind alone.
  static Selector ParseKind(const Input& input);

  // FailedPrecondition: the logical name is too long for the expression, or the
  // call of the pool has used up its steps (value/budget.h).
  absl::StatusOr<bool> Matches(const Selectable& candidate, Pool* pool) const;

 private:
  void ReadGroupAndKind(Fields& fields);

  std::optional<std::string> group_;
  std::optional<std::string> kind_;
  std::optional<Regexp> resource_;
};

// Whether one of them matches. The errors are those of Matches.
absl::StatusOr<bool> AnyMatches(const std::vector<Selector>& selectors,
                                const Selectable& candidate, Pool* pool);

// Whether `pattern`, in which `*` stands for any run of characters, is `text`.
bool GlobMatches(absl::string_view pattern, absl::string_view text);

}  // namespace loom
