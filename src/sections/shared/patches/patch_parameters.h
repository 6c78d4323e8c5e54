// SPDX-License-Identifier: Apache-2.0
// PatchParameters are the parameters of a patch set. Each use of the set gives their
// values, which are constants, so one set serves several resources.
//
//   patchSets:
//   - name: tagged
//     parameters: {prefix: , path: spec.forProvider.tags}    # without a value: required
//     patches:
//     - type: FromExpression
//       expression: params.prefix + composite.metadata.name
//       toFieldPath: ${params.path}.name
//   resources:
//   - name: bucket
//     patches: [{type: PatchSet, patchSetName: tagged, parameters: {prefix: shop-}}]
//
// In every string of the set, `${params.NAME}` is replaced by the value. If the string
// is nothing else, the value keeps its type; inside a longer string it has to be a
// string, a number or a boolean. `$${params.NAME}` produces the characters
// `${params.NAME}`. Expressions can also use the name `params`
// (language/cel/program/expression_names.h).
//
//   resources[0].patches[0].parameters: Required value: the patch set "tagged" needs prefix
//   resources[0].patches[0].parameters.prefx: Invalid value: the patch set "tagged" has no
//   such parameter (did you mean "prefix"?)
//   patchSets[tagged].patches[0].toFieldPath: Invalid value: unknown parameter "pth", did
//   you mean "path"?
//
// A parameter that no patch of the set uses causes a note. The rules are ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

class PatchParameters {
 public:
  // Reads the field `parameters` of a set, and reports parameters that no patch uses.
  static PatchParameters Parse(Fields& set);

  bool empty() const { return names_.empty(); }

  // Returns the values for one use of the set: its field `parameters` and the defaults.
  // nullopt: the use has an error, which is reported.
  std::optional<Value> ValuesOf(Fields& use, absl::string_view set,
                                Pool* pool) const;
  // Returns the values with which an unused set can be checked; nullopt if the set has
  // parameters without a default.
  std::optional<Value> Defaults(Pool* pool) const;

 private:
  std::vector<std::string> names_;
  const Value* defaults_ = nullptr;  // of the input
};

// Returns the value of `at` with the parameters replaced, and reports unknown
// parameters.
Value Filled(const Input& at, const Value& params, Pool* pool);

}  // namespace loom
