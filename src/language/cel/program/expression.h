// SPDX-License-Identifier: Apache-2.0
// Expression is a CEL expression. It is compiled once, with the input that it is part
// of, and evaluated on each call.
//
//   absl::StatusOr<Expression> bigger =
//       Expression::Compile("object.spec.size > 1", options);
//   CelContext context(pool, bigger->numbers());
//   absl::StatusOr<CelValue> value = bigger->Evaluate(&variables_of_call, &context);
//
// The value refers to the context and to the call. The errors of Evaluate:
//
//   NotFound             pending: a key, field or index does not exist (yet)
//   FailedPrecondition   anything else:  1:17: no such overload: _>_ of string and int
//   any other            the call has used up its steps, or a part of the request is
//                        malformed
//
// There are two dialects. The drop-in dialect reads every number of an object as a
// double, as function-sequencer and function-auto-ready do, and has the standard
// functions of CEL. The native dialect reads numbers without a fraction as integers,
// and also has the extensions in language/cel/syntax/macros.h and
// language/cel/functions/library.h.
//
// limits::kExpression and kExpressionNesting limit the length and the depth of an
// expression. The call pays for the evaluation (data/value/budget.h).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/bytes.h"
#include "data/value/value.h"
#include "language/cel/program/compiler.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"

namespace loom {
class Expression {
 public:
  // Errors are InvalidArgument, with line and column. options.names must be valid only
  // until Compile returns.
  static absl::StatusOr<Expression> Compile(absl::string_view text,
                                            const CompilerOptions& options);
  // Does the same during a call, and counts the work.
  static absl::StatusOr<Expression> CompileIn(absl::string_view text,
                                              const CompilerOptions& options,
                                              Pool* pool);

  const std::string& text() const { return compiled_->text; }
  // Returns the static type of the value; dyn if it is unknown.
  const CelType& type() const { return compiled_->expr.type; }
  Numbers numbers() const { return compiled_->numbers; }
  // Returns whether the expression uses the variable with that number.
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

// The type that the value of an InputExpression must have.
enum class ExpressionType { kAny, kBool, kText };

// InputExpression is a field of the native input that holds an expression, together
// with its location in the input.
//
//   auto condition = InputExpression::Read(fields, "condition", kNamesOfCall,
//                                          ExpressionType::kBool);
//   LOOM_ASSIGN_OR_RETURN(bool holds, condition->Bool(&variables, pool));
//
// Errors in the expression are reported when the input is read. Errors of an evaluation
// begin with the same location, and have the codes of Expression::Evaluate:
//
//   resources[0].condition: 1:15: no such key: "replicas"
class InputExpression {
 public:
  // Reads the field `member`; nullopt if it is absent or has an error, which is
  // reported.
  static std::optional<InputExpression> Read(
      Fields& fields, absl::string_view member, ExpressionNames names,
      ExpressionType type = ExpressionType::kAny);
  // Compiles the string `text` as the expression at `at`.
  static std::optional<InputExpression> Compile(
      const Input& at, absl::string_view text, ExpressionNames names,
      ExpressionType type = ExpressionType::kAny) {
    return Compile(at, "", text, names, type);
  }

  const std::string& text() const { return expression_.text(); }
  const std::string& place() const { return place_; }
  // Returns the same expression with `shown` in front of its errors, or nothing if
  // `shown` is "". Use it if the caller adds all or part of the location itself.
  // PlaceOf (base/errors.h) of its errors is still the whole location.
  InputExpression At(std::string shown) && {
    shown_ = std::move(shown);
    return std::move(*this);
  }
  ExpressionNames names() const;

  // Return the value of an expression that must be a bool or a string.
  // FailedPrecondition: the value has another type.
  absl::StatusOr<bool> Bool(CelVariables* variables, Pool* pool) const;
  absl::StatusOr<std::string> Text(CelVariables* variables, Pool* pool) const;
  // Returns the value as part of an object. It shares the characters of its strings,
  // which live as long as the call. InvalidArgument: the value has no form in JSON.
  // FailedPrecondition: bytes that are not UTF-8 would become a string.
  absl::StatusOr<Value> Tree(CelVariables* variables, Pool* pool,
                             BytesAs bytes = BytesAs::kText) const;
  // Does the same, but returns nullopt for optional.none().
  absl::StatusOr<std::optional<Value>> OptionalTree(
      CelVariables* variables, Pool* pool,
      BytesAs bytes = BytesAs::kText) const;

  // Returns the value, or its error with the location. `context` must outlive the
  // value.
  absl::StatusOr<CelValue> Evaluate(CelVariables* variables,
                                    CelContext* context) const;
  // Returns an error about the use of the value, with the location.
  absl::Status Failed(absl::string_view message) const;

 private:
  // `text` is the value of the field `member`, or of `at` itself if `member` is "".
  static std::optional<InputExpression> Compile(const Input& at,
                                                absl::string_view member,
                                                absl::string_view text,
                                                ExpressionNames names,
                                                ExpressionType type);
  InputExpression(Expression expression, const std::string& place)
      : expression_(std::move(expression)), place_(place), shown_(place) {}
  absl::Status Placed(const absl::Status& status) const;

  const Value* params_ = nullptr;  // of its patch set; nullptr if it has none
  Expression expression_;
  std::string place_;
  std::string shown_;  // in front of errors
};

}  // namespace loom
