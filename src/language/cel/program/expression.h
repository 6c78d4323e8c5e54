// SPDX-License-Identifier: Apache-2.0
// Expression is an expression in CEL, compiled once with the input that it is part of,
// and evaluated on each call.
//
//   absl::StatusOr<Expression> bigger =
//       Expression::Compile("object.spec.size > 1", options);
//   CelContext context(pool, bigger->numbers());
//   absl::StatusOr<CelValue> value = bigger->Evaluate(&variables_of_call, &context);
//
// The value refers to the context and to the call.
//
//   NotFound             pending: a key, field or index is not there (yet) of what the
//                        cluster has:    1:12: no such key: "size"
//   FailedPrecondition   anything else:  1:17: no such overload: _>_ of string and int
//   any other            the call has used up its steps, or a part of the request is
//                        broken
//
// Drop-in and native are two dialects: the first sees all numbers of objects as doubles,
// as function-sequencer and function-auto-ready do, and has the standard functions of
// CEL; the second sees whole numbers, and has those of language/cel/syntax/macros.h and
// language/cel/functions/library.h as well.
//
// An expression may not be longer or deeper than limits::kExpression and
// kExpressionNesting, and what it does is paid by the call (data/value/budget.h).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/compiler.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"

namespace loom {
class Expression {
 public:
  // InvalidArgument, with line and column. The names have to live as long as the call
  // of this function.
  static absl::StatusOr<Expression> Compile(absl::string_view text,
                                            const CompilerOptions& options);

  const std::string& text() const { return compiled_->text; }
  // What is known of its value: dyn if nothing is.
  const CelType& type() const { return compiled_->expr.type; }
  Numbers numbers() const { return compiled_->numbers; }
  // Whether it names the variable of that number.
  bool Names(int variable) const {
    return compiled_->expr.used.contains(variable);
  }

  absl::StatusOr<CelValue> Evaluate(CelVariables* variables,
                                    CelContext* context) const;

 private:
  struct Compiled {
    std::string text;
    Numbers numbers;
    CompiledExpr expr;
  };
  explicit Expression(std::shared_ptr<const Compiled> compiled)
      : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

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
