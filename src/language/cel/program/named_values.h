// SPDX-License-Identifier: Apache-2.0
// NamedValues are the field `values` of the native input, or of one of its resources:
// values that expressions read as values.NAME. Each is a constant, or contains
// expressions anywhere (inline_tree.h).
//
//   values:
//     prefix: ${composite.spec.team}-${composite.metadata.name}
//     vpcName: ${values.prefix}-vpc            # in any order
//     large: ${composite.spec.size == 'large'}     # types are kept
//   resources:
//   - name: subnet
//     forEach: {items: composite.spec.zones}
//     values: {cidr: "${values.base}.${index}.0/24"}      # of each item
//
// All expressions of the input read its values, and the expressions of a resource also
// read those of the resource, except in forEach. A value may use the names that are
// available where it is written (expression_names.h), and is read only where these are
// available. The values of an input are not in the context, and patch sets and other
// steps have their own.
//
// A value is evaluated where it is first read (value_state.h), so it is pending only
// there. Errors in the input, all of them with their locations:
//
//   values.my-name: Invalid value: expected a name of letters, digits and _, such as my_name
//   values.a: Invalid value: the value needs itself: a -> b -> a
//   resources[0].values.a: Invalid value: the input also has a value of this name
//   resources[0].condition: Invalid value: 1:7: unknown value "prefx" (did you mean
//   "prefix"?)
//   values: Invalid value: expected at most 500 values, got 501
//
// The rules are ours.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/inline_tree.h"
#include "language/input/fields.h"
#include "language/input/input.h"

namespace loom {

struct NamedValue {
  std::string name;
  std::string place;  // in the input
  InlineTree tree = {};
  // The names that its expressions use, also those of the values that it reads.
  ExpressionNames names = {};
  // The values that it reads, by name, and after ValueNames::Check also as such.
  std::vector<std::string> reads = {};
  std::vector<const NamedValue*> needs = {};
  // Whether it reads the status of the composite, also through other values.
  bool reads_status = false;
  // Its position in the list of its field.
  size_t index = 0;
  // Whether it is a value of a resource.
  bool is_own = false;
};

class NamedValues {
 public:
  // Reads the field `values`; nullptr if it is absent. `names` are those of the values
  // of the input, or of a resource (`is_own`).
  static std::shared_ptr<const NamedValues> Parse(Fields& fields,
                                                  ExpressionNames names,
                                                  bool is_own = false);

  // Sorted by name.
  const std::vector<NamedValue>& list() const { return list_; }
  const NamedValue* Find(absl::string_view name) const;

 private:
  friend class ValueNames;

  std::vector<NamedValue> list_;
};

// Returns the expressions in the value of that name, which a section that looks at the
// input itself follows; none if there is no such value. `values` is the field.
std::vector<std::string> ExpressionsOfValue(const Value* values,
                                            absl::string_view name);

}  // namespace loom
