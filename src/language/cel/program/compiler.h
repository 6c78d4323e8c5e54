// SPDX-License-Identifier: Apache-2.0
// CompileExpr checks the syntax tree of an expression and compiles it to nodes that can
// be evaluated. It refuses expressions that can never work, with line and column:
//
//   objct.spec.size > 1    1:1: unknown name "objct" (did you mean "object"?)
//   1 + 'a'                1:3: no such overload: _+_ of int and string
//
// Literals, functions and variables have types. Values in objects have the type dyn,
// which fits every type.
#pragma once

#include <functional>
#include <set>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "language/cel/functions/library.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/node.h"
#include "language/cel/syntax/parser.h"

namespace loom {

// Compiles a pattern that is a literal of the expression.
using CompilePatternFn =
    std::function<absl::StatusOr<Regexp>(absl::string_view)>;

struct CompilerOptions {
  CelDialect dialect = CelDialect::kDropIn;
  const Declarations* names = nullptr;  // required
  // The variable that authors mean if they write only `spec` or `status`.
  absl::string_view subject = "composite";
  CompilePatternFn compile_pattern = Regexp::Compile;
};

struct CompiledExpr {
  NodePtr node;
  CelType type;
  size_t slots = 0;         // the number of variables of macros
  std::set<int> used = {};  // the numbers of the variables that are used
};

// `text` is the source of `expr`. Errors are InvalidArgument, with line and column.
absl::StatusOr<CompiledExpr> CompileExpr(absl::string_view text,
                                         const Expr& expr,
                                         const CompilerOptions& options);

}  // namespace loom
