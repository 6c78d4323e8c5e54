// SPDX-License-Identifier: Apache-2.0
// ValueTree is a value of the native input whose strings may contain expressions
// (inline_text.h): a string, or an object or a list with such strings anywhere in it.
//
//   ${composite.spec.zones}                         the list
//   {owner: "${composite.spec.team}", size: 3}      {owner: blue, size: 3}
//   [a, "${composite.spec.?zone}"]                  [a], if there is no zone
//
// Its value is one of an expression, so a timestamp stays a timestamp. A field or an
// element whose value is optional.none() is left out. A key that the object does not
// have is an error, unless it is one that is left out.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/program/inline_text.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"
#include "language/input/input.h"

namespace loom {

class ValueTree {
 public:
  // Reads the value of `at`. Returns nullopt after reporting an error.
  static std::optional<ValueTree> Read(const Input& at, ExpressionNames names);

  // Adds all expressions.
  void AddExpressions(std::vector<const InputExpression*>* all) const;

  // Returns the value, or the error of an expression with the location of its string.
  // Both arguments must outlive the value.
  absl::StatusOr<CelValue> Evaluate(CelVariables* variables,
                                    CelContext* context) const;

 private:
  absl::StatusOr<CelValue> List(CelVariables* variables,
                                CelContext* context) const;
  absl::StatusOr<CelValue> Map(CelVariables* variables,
                               CelContext* context) const;

  const Value* value_ = nullptr;
  std::string place_;
  std::optional<InlineText> text_;  // of a string
  // The elements of a list, or the fields of an object in the order of their keys.
  std::vector<std::pair<absl::string_view, ValueTree>> parts_;
};

}  // namespace loom
