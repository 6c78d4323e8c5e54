// SPDX-License-Identifier: Apache-2.0
// InputExpression is a member of the native input that is an expression (expression.h),
// with its place in the input.
//
//   condition: composite.spec.replicas > 0
//
//   auto condition = InputExpression::Read(fields, "condition", kNamesOfCall,
//                                          ExpressionType::kBool);
//   LOOM_ASSIGN_OR_RETURN(bool holds, condition->Bool(&variables, pool));
//
// Mistakes are reported when the input is read:
//
//   resources[0].condition: Invalid value: 1:1: unknown name "compsite", did you mean
//   "composite"?
//   resources[0].condition: Invalid value: want an expression of the type bool, got int
//
// Errors of an evaluation have the same place in front:
//
//   NotFound             pending: what it names is not there (yet)
//                        resources[0].condition: 1:15: no such key: "replicas"
//   FailedPrecondition   anything else
//                        resources[0].condition: 1:24: no such overload: _>_ of string
//                        and int
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"

namespace loom {

// Of what type the value has to be.
enum class ExpressionType { kAny, kBool, kText };

class InputExpression {
 public:
  // Reads the member; nullopt if it is absent or mistaken.
  static std::optional<InputExpression> Read(
      Fields& fields, absl::string_view member, ExpressionNames names,
      ExpressionType type = ExpressionType::kAny);

  const std::string& text() const { return expression_.text(); }
  const std::string& place() const { return place_; }
  // The same with another place in front of its errors, "" for none: who says where the
  // expression stands needs only a part of it.
  InputExpression At(std::string place) && {
    place_ = std::move(place);
    return std::move(*this);
  }
  // The names that it uses.
  ExpressionNames names() const;

  // The value of one that has to be a bool, or a text.
  absl::StatusOr<bool> Bool(CelVariables* variables, Pool* pool) const;
  absl::StatusOr<std::string> Text(CelVariables* variables, Pool* pool) const;
  // The value as a part of an object. It shares the characters of its texts, which live
  // as long as the call.
  absl::StatusOr<Value> Tree(CelVariables* variables, Pool* pool) const;
  // The same; nullopt if the value is optional.none(), which is no value.
  absl::StatusOr<std::optional<Value>> OptionalTree(CelVariables* variables,
                                                    Pool* pool) const;

  // The value, or its error with the place. `context` outlives the value.
  absl::StatusOr<CelValue> Evaluate(CelVariables* variables,
                                    CelContext* context) const;
  // An error of what is done with the value, with the place.
  absl::Status Failed(absl::string_view message) const;

 private:
  InputExpression(Expression expression, std::string place)
      : expression_(std::move(expression)), place_(std::move(place)) {}
  absl::Status Placed(const absl::Status& status) const;

  Expression expression_;
  std::string place_;
};

}  // namespace loom
