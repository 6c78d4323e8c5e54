// SPDX-License-Identifier: Apache-2.0
// Any text is an expression in CEL or is refused with a place that lies in it, in both
// dialects, and the same text the same. The bytes are the text of an expression.
#include <algorithm>

#include "base/limits.h"
#include "language/cel/program/compiler.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/syntax/parser.h"
#include "test/suites/fuzz/expressions/message_location.h"
#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {
namespace {

// Patterns are what the target regexp is for.
absl::StatusOr<Regexp> NoPattern(absl::string_view) {
  static const absl::StatusOr<Regexp> empty = Regexp::Compile("");
  return empty;
}

absl::StatusOr<CompiledExpr> Compile(absl::string_view text, const Expr& tree,
                                     CelDialect dialect) {
  static const Declarations names =
      DeclarationsOf(kNamesOfCall | ExpressionName::kObject);
  CompilerOptions options;
  options.dialect = dialect;
  options.names = &names;
  options.compile_pattern = NoPattern;
  return CompileExpr(text, tree, options);
}

void CheckTree(const Expr& expr, absl::string_view text) {
  Must(expr.offset < text.size(), "a part of an expression stands in it");
  const bool collection =
      expr.kind == ExprKind::kList || expr.kind == ExprKind::kMap;
  const size_t each = expr.kind == ExprKind::kMap ? 2 : 1;
  Must(!collection || expr.args.size() == each * expr.optional_args.size(),
       "each entry is optional or not");
  Must(std::none_of(expr.variables.begin(), expr.variables.end(),
                    [](const std::string& name) { return name.empty(); }),
       "variables have names");
  for (const ExprPtr& part : expr.args) CheckTree(*part, text);
}

void CheckMistake(const absl::Status& status, absl::string_view text) {
  Must(absl::IsInvalidArgument(status), "a mistake is one of the author");
  CheckLocation(status.message(), text);
}

// Whether it compiles.
bool Check(absl::string_view text, CelDialect dialect) {
  absl::StatusOr<ExprPtr> tree =
      ParseExpr(text, {.native = dialect == CelDialect::kNative});
  if (!tree.ok()) {
    CheckMistake(tree.status(), text);
    return false;
  }
  CheckTree(**tree, text);
  absl::StatusOr<CompiledExpr> compiled = Compile(text, **tree, dialect);
  if (!compiled.ok()) {
    CheckMistake(compiled.status(), text);
    return false;
  }
  absl::StatusOr<CompiledExpr> again = Compile(text, **tree, dialect);
  Must(again.ok() && compiled->type == again->type &&
           compiled->slots == again->slots,
       "the same text is compiled to the same");
  Must(compiled->type.text().size() <= 16 * limits::kExpression,
       "the name of a type is not much longer than the text");
  return true;
}

}  // namespace

void RunTarget(absl::string_view bytes) {
  const bool drop_in = Check(bytes, CelDialect::kDropIn);
  const bool native = Check(bytes, CelDialect::kNative);
  Must(native || !drop_in, "the native dialect has all of the other one");
  Must(!native || bytes.size() <= limits::kExpression,
       "a text that is too long is refused");
}

}  // namespace loom::testing
