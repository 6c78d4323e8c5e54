// SPDX-License-Identifier: Apache-2.0
// ForEach renders a template once for each element of a list or a map.
//
//   forEach:
//     items: composite.spec.zones     # a list or a map
//     key: item.name                  # a string, integer or boolean; the default is
//                                     # the item itself if it is one, or the map's key
//
// The logical name of an item is `<name>-<key>`, and items are rendered in the order of
// their keys. In the template and in `key`, expressions can use `item`, `key` and
// `index`, the position in the list from 0. In `key` itself, `key` is the default key.
//
//   items ["b", "a"], name subnet            subnet-a (index 1), subnet-b (index 0)
//   items {a: {n: 1}}, key "key + '1'"       subnet-a1
//
// If the key is a position, removing one item renames all later ones. Therefore this
// has to be requested explicitly: `key: string(index)`.
//
// The following errors make a call FATAL, so that nothing is deleted:
//
//   resources[0].forEach.items: expected a list or a map, got a string
//   resources[0].forEach.key: the key of item 2 is "a/b"; expected at most 63 of the
//   characters A-Z a-z 0-9 - _ . that begin and end with a letter or a digit; convert
//   it, for example with item.name.replace('/', '-')
//   resources[0].forEach.key: items 0 and 2 have the key "a"
//   resources[0].forEach: item 0 has no key; only a string, an integer or a boolean is
//   its own key; for anything else set key, for example to item.name
//   resources[0].forEach: expected at most 1000 resources in total, got 1001
//
// The rules are ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"

namespace loom {

// The annotation of a composed resource that names the template it is an item of.
inline constexpr absl::string_view kForEachAnnotation =
    "loom.fn.crossplane.io/for-each";

// Returns the value of the annotation for a template of that name. Most tools, this one
// included, read `${` as the beginning of an expression, so it is not written.
std::string ItemMark(absl::string_view name);
// Reports whether the resource is an item of a template.
bool IsItem(const Value& resource);
// Reports whether the observed resource is an item of that template.
bool IsItemOf(const Value& observed, absl::string_view name);

class ForEach {
 public:
  // Reads the field forEach of a template; nullopt if it is absent or has an error.
  static std::optional<ForEach> Parse(Fields& fields);

  // Returns the items in the order of their keys. NotFound: the list, or the key of an
  // item, does not exist (yet). FailedPrecondition: one of the errors above. `made` is
  // the number of resources that other loops of the call have.
  absl::StatusOr<std::vector<LoopItem>> Items(Call& call, size_t made) const;

  // The location in the input.
  const std::string& place() const { return place_; }

 private:
  absl::StatusOr<std::vector<LoopItem>> Elements(Call& call) const;
  absl::Status SetKey(LoopItem& item, Call& call) const;

  std::string place_;
  std::optional<InputExpression> items_;
  std::optional<InputExpression> key_;
};

}  // namespace loom
