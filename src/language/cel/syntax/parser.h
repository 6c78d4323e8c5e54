// SPDX-License-Identifier: Apache-2.0
// ParseExpr parses a CEL expression into its syntax tree.
//
//   LOOM_ASSIGN_OR_RETURN(ExprPtr tree, ParseExpr("a.b > 0", {.native = true}));
//
// The grammar is that of the specification of CEL. As in cel-go, an even number of
// minus signs before a number cancels out, and so does an even number of `!`. These
// rules are ours. An expression has at most limits::kExpression bytes. Brackets,
// conditions and signs are nested at most limits::kExpressionNesting levels deep, and
// the tree has at most limits::kExpressionHeight levels. Only the native dialect has
// optional selections (`a.?b`, `a[?0]`, `[?a]`), names in backquotes (a.`b-c`) and the
// native macros of macros.h, and it has no messages (`Pod{}`).
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
// Macros have their own nodes (macros.h). They are recognized only by the parser.
// Operators are calls of functions with CEL's names: _+_ -_ !_ _==_ @in _[_] _?_:_ _&&_
// _||_, and _[?_] for an optional index. `composite.spec > 0` is:
//
//   kCall _>_
//     kSelect spec
//       kName composite
//     kLiteral 0
enum class ExprKind {
  kLiteral,
  kName,    // a variable
  kSelect,  // operand.name, or operand.?name
  kHas,     // has(operand.name)
  kCall,    // name(args), or args[0].name(args[1], …)
  kList,
  kMap,    // args alternate between keys and values
  kMacro,  // all, map, filter, … of macros.h
  // name{variables[0]: args[0], …}, a message; only in the drop-in dialect
  kMessage,
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
  // The position in the source, in bytes: that of the sign of an operator, the name of
  // a call, or the bracket of an index.
  size_t offset = 0;
  Literal literal = nullptr;
  std::string name;
  bool member = false;    // kCall: args[0] is the receiver
  bool optional = false;  // kSelect: `.?`
  // The children of the node, with the operand first. For a macro: the range, and then
  // the expressions that are evaluated for each element.
  std::vector<ExprPtr> args;
  // The number of levels of the tree from this node down (base/limits.h).
  size_t height = 1;
  // For a list or a map: whether each element or entry is optional (`?`).
  std::vector<bool> optional_args;
  MacroKind macro = MacroKind::kAll;
  // The variables of a macro; their names are not empty.
  std::vector<std::string> variables;
};

struct GrammarOptions {
  bool native = false;
};

// Errors are InvalidArgument, with line and column.
absl::StatusOr<ExprPtr> ParseExpr(absl::string_view text,
                                  const GrammarOptions& options);

}  // namespace loom
