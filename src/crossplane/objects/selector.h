// SPDX-License-Identifier: Apache-2.0
// Selector selects composed resources by group, kind and logical name. All
// members that are given have to match, and at least one has to be given.
//
//   group      the API group, in which `*` stands for any characters; "" is the
//              core group
//   kind       the kind, in which `*` stands for any characters
//   resource   a regular expression (data/go/regexp.h) that matches a part of the
//              logical name
//
//   {group: "*.example.org"}               every group below example.org
//   {kind: Object, resource: "^control-"}  Objects named control-…
//
// A selector without members is a mistake of the author, and so is a malformed
// expression:
//
//   Required value: group, kind or resource is required
//   resource: Invalid value: "(": invalid regexp: missing ): (
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {
// The properties of a composed resource by which selectors select it.
struct Selectable {
  absl::string_view name;  // the logical name
  absl::string_view group;
  absl::string_view kind;
};

class Selector {
 public:
  // The members group, kind and resource.
  static Selector Parse(const Input& input);
  // Only the members group and kind.
  static Selector ParseKind(const Input& input);
  // The same members of an object that has others, too.
  static Selector ReadKind(Fields& fields);
  // The members group, kind and resource of an object that has others, too, and that may
  // have none of them.
  static Selector ReadAny(Fields& fields);

  // FailedPrecondition: the logical name is too long for the expression, or the
  // call has used up its steps (data/value/account.h).
  absl::StatusOr<bool> Matches(const Selectable& candidate, Pool* pool) const;

 private:
  void ReadGroupAndKind(Fields& fields);

  std::optional<std::string> group_;
  std::optional<std::string> kind_;
  std::optional<Regexp> resource_;
};

// Whether any of the selectors matches. The errors are those of Matches.
absl::StatusOr<bool> AnyMatches(const std::vector<Selector>& selectors,
                                const Selectable& candidate, Pool* pool);

// Whether `pattern`, in which `*` stands for any run of characters, is `text`.
bool GlobMatches(absl::string_view pattern, absl::string_view text);

// SortObjects sorts objects by the value that each has at a path, ascending: texts
// by their bytes, numbers by size. A value that is missing or null counts as "" or
// 0. All values have to be of one kind. Objects with equal values are sorted by
// their names. If no object has a value, the order stays as it was.
//
//   LOOM_RETURN_IF_ERROR(SortObjects(path, &pool, &objects));
//
//   data.rank of 10, 9 and none    the last comes first
//   data.rank of 10 and "9"        FailedPrecondition: cannot sort values of
//                                  different types "float64" and "string"
//
// The rules are those of function-environment-configs.

absl::Status SortObjects(const Path& path, Pool* pool,
                         std::vector<const Value*>* objects);

}  // namespace loom
