// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression.h"

#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "language/cel/syntax/parser.h"
#include "language/cel/syntax/place.h"

namespace loom {

absl::StatusOr<Expression> Expression::Compile(absl::string_view text,
                                               const CompilerOptions& options) {
  bool native = options.dialect == CelDialect::kNative;
  LOOM_ASSIGN_OR_RETURN(ExprPtr expr, ParseExpr(text, {.native = native}));
  LOOM_ASSIGN_OR_RETURN(CompiledExpr compiled,
                        CompileExpr(text, *expr, options));
  return Expression(std::make_shared<const Compiled>(
      Compiled{std::string(text), native ? Numbers::kWhole : Numbers::kDouble,
               std::move(compiled)}));
}

absl::StatusOr<CelValue> Expression::Evaluate(CelVariables* variables,
                                              CelContext* context) const {
  absl::InlinedVector<CelValue, 8> locals(compiled_->expr.slots);
  Frame frame{context, variables, locals.data()};
  CelValue value = compiled_->expr.node->Evaluate(frame);
  if (!context->status().ok()) return context->status();
  if (!value.IsError()) return value;
  const CelError& error = value.AsError();
  // What is not there yet may be told; its key may be a value of an object.
  absl::Status status = error.kind == CelError::Kind::kPending
                            ? Harmless(absl::NotFoundError(error.message),
                                       "a key, field or index is missing")
                            : absl::FailedPreconditionError(error.message);
  size_t offset = error.offset == CelError::kNowhere ? 0 : error.offset;
  return Annotate(status, PlaceIn(compiled_->text, offset));
}

}  // namespace loom
