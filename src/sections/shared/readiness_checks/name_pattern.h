// SPDX-License-Identifier: Apache-2.0
// A NamePattern selects composed resources by logical name. It is a regular expression
// that has to match the whole name. Most patterns are just a name.
//
//   db          db, and not db-2
//   config-.*   config-a, and not my-config-a
//   db|cache    db and cache
//
//   config-[    Invalid value: "config-[": invalid regexp: missing ]: [
//
// Matching the whole name is our rule: function-sequencer's ^net is net.* here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "language/input/fields.h"

namespace loom {

class NamePattern {
 public:
  // Reads a required field. Errors are reported.
  static NamePattern Parse(Fields& fields, absl::string_view member);
  // Reads an optional list of patterns, which must not be empty.
  static std::vector<NamePattern> ParseList(Fields& fields,
                                            absl::string_view member);

  // Reads an entry of a list. nullopt: an error was reported.
  static std::optional<NamePattern> ParseEntry(const Input& entry);

  // Returns the pattern of one name, which may have any characters.
  static NamePattern OfName(absl::string_view name);

  // The pattern as the author wrote it.
  const std::string& text() const { return text_; }
  // Reports whether the pattern is just a name.
  bool is_name() const { return !regexp_.has_value(); }

  // Reports a match. An error comes from the account of the call.
  absl::StatusOr<bool> Matches(absl::string_view name, Pool* pool) const;
  // Does the same for a resource of a template with forEach, which the name of its
  // template matches as well. Any other resource is its own template.
  absl::StatusOr<bool> Matches(absl::string_view name,
                               absl::string_view of_template, Pool* pool) const;
  // Reports whether a name that begins with `prefix` may match (data/go/regexp.h).
  absl::StatusOr<bool> MayMatchFrom(absl::string_view prefix, Pool* pool) const;

 private:
  // Reports whether the pattern is more than a name.
  bool NeedsRegexp() const;

  std::string text_;
  std::optional<Regexp> regexp_;
};

// Reports whether one of them matches. An error comes from the account of the call.
absl::StatusOr<bool> AnyMatches(const std::vector<NamePattern>& patterns,
                                absl::string_view name,
                                absl::string_view of_template, Pool* pool);

}  // namespace loom
