// SPDX-License-Identifier: Apache-2.0
// ParseExpr reads the text of an expression in CEL into its tree.
//
//   LOOM_ASSIGN_OR_RETURN(ExprPtr tree, ParseExpr("a.b > 0", {.native = true}));
//
//   a.b >            fails: 1:6: want an expression, got the end
//   Pod{}            fails: 1:4: messages cannot be made here; a map is {'key': value}
//   a.?b             fails in a drop-in dialect: 1:2: .? is only in the native input
//
// The grammar is that of the specification of CEL. A number with an even number of
// signs in front has none, and so for `!`, as cel-go has it. What is ours: a text has at
// most limits::kExpression bytes, brackets, conditions and signs at most
// limits::kExpressionNesting levels, and the tree at most limits::kExpressionHeight
// levels; and only the native dialect has optional selections (`a.?b`, `a[?0]`, `[?a]`), names in backquotes (a.`b-c`) and the macros
// that macros.h says to be native.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/syntax/expr.h"

namespace loom {

struct GrammarOptions {
  bool native = false;
};

// InvalidArgument, with line and column.
absl::StatusOr<ExprPtr> ParseExpr(absl::string_view text,
                                  const GrammarOptions& options);

}  // namespace loom
