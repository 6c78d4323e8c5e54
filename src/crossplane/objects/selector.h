// SPDX-License-Identifier: Apache-2.0
// Selector selects composed resources by group, kind and logical name. At least one of
// the fields is required, and all given fields must match.
//
//   group      the API group, in which `*` matches any characters (base/glob.h); "" is
//              the core group
//   kind       the kind, in which `*` matches any characters
//   resource   a regular expression (data/go/regexp.h) that matches a part of the
//              logical name or of the id
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/glob.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {
// The properties of a composed resource by which selectors select it.
struct Selectable {
  absl::string_view name;  // the logical name
  absl::string_view group;
  absl::string_view kind;
  absl::string_view id = "";  // what the input calls it, if not by its name
};

class Selector {
 public:
  // Parses an object with the fields group, kind and resource.
  static Selector Parse(const Input& input);
  // Parses an object with only the fields group and kind.
  static Selector ParseKind(const Input& input);
  // Reads the same fields from an object that also has other fields.
  static Selector ReadKind(Fields& fields);
  // Reads the fields group, kind and resource from an object that also has other
  // fields. All three may be missing.
  static Selector ReadAny(Fields& fields);

  // Returns FailedPrecondition if the logical name is too long for the expression, or
  // the call has used up its steps (data/value/account.h).
  absl::StatusOr<bool> Matches(const Selectable& candidate, Pool* pool) const;

 private:
  void ReadGroupAndKind(Fields& fields);

  std::optional<std::string> group_;
  std::optional<std::string> kind_;
  std::optional<Regexp> resource_;
};

// Returns whether any of the selectors matches, with the errors of Matches.
absl::StatusOr<bool> AnyMatches(const std::vector<Selector>& selectors,
                                const Selectable& candidate, Pool* pool);

}  // namespace loom
