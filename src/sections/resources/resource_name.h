// SPDX-License-Identifier: Apache-2.0
// ResourceName is the name of a template's resource: a constant, or a string with
// expressions.
//
//   - name: ${composite.spec.team}-namespace     blue-namespace
//     id: namespace                              what the input calls it
//   - name: ${item.zone}-subnet                  of an item, as a whole
//     forEach: {items: composite.spec.zones}
//   - name: subnet                               of an item, subnet-KEY
//     forEach: {items: composite.spec.zones}
//
// Crossplane keeps a composed resource by its name, and deletes it if the name changes.
// Therefore the expressions may read only what a user writes and what is configured:
// composite.metadata, composite.spec, the environment, values with names that read
// nothing else and, in a template with forEach, the item. Anything else is an error in
// the input:
//
//   resources[0].name: Invalid value: a name cannot read observed, because it must not
//   change with the state of a resource
//
// In a call, a name that has no value is FATAL: it is not known which resource it is,
// so nothing may change.
//
//   resources[0].name: 1:3: no such key: "team"; without its name, it is not known
//   which resource this is, so nothing changes
//
// `aliases` are names that the resource had before. If it is observed under an alias and
// not under its name, it keeps the alias in Crossplane, which would delete what it knows
// by another name (sections/resources/computed_names.h). A constant alias gets the key
// of an item appended, like a constant name. An alias without a value is also FATAL; to
// leave it out, return omit().
//
// `id` is the constant by which the rest of the input refers to the resource: in
// sections, and in expressions as observed.resources.ID. An item is ID-KEY. Without an
// `id`, a resource with a computed name can be matched only by patterns. The rules are
// ours.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "language/cel/program/inline_text.h"
#include "language/cel/program/named_values.h"
#include "language/input/fields.h"

namespace loom {

class ResourceName {
 public:
  // Reads the fields `name`, `id` and `aliases`. `loops`: the template has forEach.
  static ResourceName Parse(Fields& fields, bool loops);
  // Sets the values of the resource.
  void SetValues(std::shared_ptr<const NamedValues> values) {
    values_ = std::move(values);
  }

  // What the input calls the resource: the id or, without one, the name as written.
  const std::string& id() const { return id_; }
  bool is_computed() const { return computed_.has_value(); }
  bool has_aliases() const { return !aliases_.empty(); }
  // Whether Crossplane may know it by another name than what the input calls it.
  bool varies() const { return is_computed() || has_aliases(); }

  // Returns the name; of the item if there is one. The characters, here and below, live
  // as long as the call.
  // FailedPrecondition: the name has no value, or one that is not a name.
  absl::StatusOr<absl::string_view> Of(const LoopItem* item, Call& call) const;
  // Returns the aliases in the order of the input, with the same errors.
  absl::StatusOr<std::vector<absl::string_view>> AliasesOf(const LoopItem* item,
                                                           Call& call) const;

 private:
  struct Alias {
    std::string place;
    InlineText text;
  };

  void ParseAliases(Fields& fields, bool loops);

  std::string id_;
  std::string place_;
  std::optional<InlineText> computed_;
  std::vector<Alias> aliases_;
  std::shared_ptr<const NamedValues> values_;  // null if it has none
};

}  // namespace loom
