// SPDX-License-Identifier: Apache-2.0
// ForEach renders a template once for each element of a list or a map.
//
//   forEach:
//     items: composite.spec.zones     # a list or a map
//     key: item.name                  # a text, a whole number or a bool; the default is
//                                     # an item that is one of them, and the key of a map
//
// The logical name of an item is `<name>-<key>`, and items are rendered in the order of
// their keys. In the template, and in `key`, expressions know `item`, `key` and `index`,
// the position in the list from 0; the key that `key` itself knows is the default one.
//
//   items ["b", "a"], name subnet            subnet-a (index 1), subnet-b (index 0)
//   items {a: {n: 1}}, key "key + '1'"       subnet-a1
//
// A key that is a position renames all later items when one is taken out. So it has to
// be asked for, as `key: string(index)`.
//
// These make a call FATAL, so that nothing is deleted:
//
//   resources[0].forEach.items: want a list or a map, got a string
//   resources[0].forEach.key: the key of item 2 is "a/b"; want at most 63 of the
//   characters A-Z a-z 0-9 - _ . that begin and end with a letter or a digit
//   resources[0].forEach.key: items 0 and 2 have the key "a"
//   resources[0].forEach: item 0 has no key of itself; a text, a whole number or a bool
//   is its own key, anything else needs one, such as item.name
//   resources[0].forEach: 1001 resources, of which there may be 1000 in all
//
// The rules are ours.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"

namespace loom {

// The annotation of a composed resource that says of which template it is an item.
inline constexpr absl::string_view kForEachAnnotation =
    "loom.fn.crossplane.io/for-each";

// Whether the observed resource is an item of that template.
bool IsItemOf(const Value& observed, absl::string_view name);

// Whether an item may have that key: it is the value of a label, and not empty.
bool IsItemKey(absl::string_view key);

class ForEach {
 public:
  // Reads the member forEach of a template; nullopt if it has none, or a mistaken one.
  static std::optional<ForEach> Parse(Fields& fields);

  // The items, in the order of their keys. NotFound: the list, or the key of an item, is
  // not there (yet). FailedPrecondition: one of the errors above. `made` is how many
  // resources other loops of the call have.
  absl::StatusOr<std::vector<LoopItem>> Items(Call& call, size_t made) const;

  // Adds what its expressions read.
  void AddReads(Reads* reads) const;

  // Where it stands in the input.
  const std::string& place() const { return place_; }

 private:
  absl::StatusOr<std::vector<LoopItem>> Elements(Call& call) const;
  absl::Status SetKey(LoopItem& item, Call& call) const;

  std::string place_;
  std::optional<InputExpression> items_;
  std::optional<InputExpression> key_;
};

}  // namespace loom
