// SPDX-License-Identifier: Apache-2.0
// Selector chooses composed resources by what they are and by their logical
// name. All members that are given have to fit; at least one has to be given.
//
//   group      the API group; `*` stands for any run of characters, "" is core
//   kind       the kind, likewise
//   resource   a regular expression (RE2) that the logical name contains
//
//   {group: "*.example.org"}               every group below example.org
//   {kind: Object, resource: "^control-"}  Objects of these names
//
// Author errors: a selector without members, and
//   resource: Invalid value: "(": missing ): (
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "input/input.h"
#include "re2/re2.h"

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

  bool Matches(const Selectable& candidate) const;

 private:
  void ReadGroupAndKind(Fields& fields);

  std::optional<std::string> group_;
  std::optional<std::string> kind_;
  std::unique_ptr<const RE2> resource_;
};

// Whether `pattern`, in which `*` stands for any run of characters, is `text`.
bool GlobMatches(absl::string_view pattern, absl::string_view text);

}  // namespace loom
