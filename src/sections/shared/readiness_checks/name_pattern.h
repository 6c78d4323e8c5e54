// SPDX-License-Identifier: Apache-2.0
// A NamePattern names composed resources by their logical names: a regular
// expression that has to match the whole name. Most of them are just a name.
//
//   db          db, and not db-2
//   config-.*   config-a, and not my-config-a
//   db|cache    db and cache
//
//   config-[    Invalid value: "config-[": invalid regexp: missing ]: [
//
// That the whole name has to match is ours: function-sequencer's ^net is net.*
// here.
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
  // Reads a member that has to be there. Mistakes are reported.
  static NamePattern Parse(Fields& fields, absl::string_view member);
  // Reads a member that is a list of them. It may be absent, and not be empty.
  static std::vector<NamePattern> ParseList(Fields& fields,
                                            absl::string_view member);

  // That of one name, whatever characters it has.
  static NamePattern OfName(absl::string_view name);

  // As the author wrote it.
  const std::string& text() const { return text_; }
  // Whether it is just a name.
  bool is_name() const { return !regexp_.has_value(); }

  // An error is one of the account of the call.
  absl::StatusOr<bool> Matches(absl::string_view name, Pool* pool) const;
  // The same for a resource of a template with forEach, which is meant by the name of
  // its template as well. Any other resource is its own template.
  absl::StatusOr<bool> Matches(absl::string_view name,
                               absl::string_view of_template, Pool* pool) const;
  // Whether a name that begins with `prefix` may match (data/go/regexp.h).
  absl::StatusOr<bool> MayMatchFrom(absl::string_view prefix, Pool* pool) const;

 private:
  // Whether the text is more than a name.
  bool NeedsRegexp() const;

  std::string text_;
  std::optional<Regexp> regexp_;
};

// Whether one of them matches. An error is one of the account of the call.
absl::StatusOr<bool> AnyMatches(const std::vector<NamePattern>& patterns,
                                absl::string_view name,
                                absl::string_view of_template, Pool* pool);

}  // namespace loom
