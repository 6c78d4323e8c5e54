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
// language/cel/functions/tables.h as well.
//
// An expression may not be longer or deeper than limits::kExpression and
// kExpressionNesting, and what it does is paid by the call (data/value/budget.h).
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/program/compiler.h"

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

}  // namespace loom
