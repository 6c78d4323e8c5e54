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

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {
// Expr is the syntax tree of an expression in CEL, the Common Expression Language.
// Macros are nodes of their own (macros.h): what they stand for is decided here and
// nowhere else.
//
//   composite.spec.replicas > 0
//
//   kCall _>_
//     kSelect replicas
//       kSelect spec
//         kName composite
//     kLiteral 0
//
// Operators are calls of functions whose names are those of CEL: _+_ -_ !_ _==_ @in
// _[_] _?_:_ _&&_ _||_, and _[?_] for an optional index.

enum class ExprKind {
  kLiteral,
  kName,    // a variable
  kSelect,  // operand.name, or operand.?name
  kHas,     // has(operand.name)
  kCall,    // name(args), or args[0].name(args[1], …)
  kList,
  kMap,    // args are keys and values in turn
  kMacro,  // all, map, filter, … of macros.h
};

enum class MacroKind {
  kAll,
  kExists,
  kExistsOne,
  kMap,
  kFilter,
  kTransformList,
  kTransformMap,
  kTransformMapEntry,
  kSortBy,
  kOptMap,
  kOptFlatMap,
  kBind,
};

struct ByteText {
  std::string bytes;
};

using Literal = std::variant<std::nullptr_t, bool, int64_t, uint64_t, double,
                             std::string, ByteText>;

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Expr {
  ExprKind kind = ExprKind::kLiteral;
  // Where it stands in the text, in bytes: an operator at its sign, a call at its
  // name, an index at its bracket.
  size_t offset = 0;
  Literal literal = nullptr;
  std::string name;
  bool member = false;    // kCall: args[0] stands in front of the name
  bool optional = false;  // kSelect: `.?`
  // What the node consists of: the operand first. Of a macro, the range, and then
  // what is evaluated for each element.
  std::vector<ExprPtr> args;
  // How many nodes there are from here to the lowest one, at most (base/limits.h).
  size_t height = 1;
  // Of a list or a map: whether the element or entry is optional (`?`).
  std::vector<bool> optional_args;
  MacroKind macro = MacroKind::kAll;
  // The variables of a macro; their names are not empty.
  std::vector<std::string> variables;
};

struct GrammarOptions {
  bool native = false;
};

// InvalidArgument, with line and column.
absl::StatusOr<ExprPtr> ParseExpr(absl::string_view text,
                                  const GrammarOptions& options);

}  // namespace loom
