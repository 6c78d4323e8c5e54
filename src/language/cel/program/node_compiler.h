// SPDX-License-Identifier: Apache-2.0
// NodeCompiler implements CompileExpr (compiler.h). It has a function for each kind of
// expression, in compiler.cc, calls.cc and collections.cc, and suggestions for errors in
// ways_out.cc. Only these files include this header.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/functions/library.h"
#include "language/cel/program/compiler.h"
#include "language/cel/program/node.h"
#include "language/cel/syntax/parser.h"
#include "language/cel/values/cel_type.h"

namespace loom {

class NodeCompiler {
 public:
  NodeCompiler(absl::string_view text, const CompilerOptions& options)
      : text_(text),
        options_(options),
        native_(options.dialect == CelDialect::kNative),
        library_(Library::Of(options.dialect)) {}

  absl::StatusOr<CompiledExpr> Whole(const Expr& expr);

 private:
  struct Part {
    NodePtr node;
    CelType type;
  };
  // A variable of a macro, while the expressions in its scope are compiled.
  struct Local {
    std::string name;
    CelType type;
    size_t slot;
  };

  // Names, fields and literals.

  // Returns a.b.c for names and selections; "" for anything else, and for more parts
  // than the name of a type or function has.
  static std::string QualifiedName(const Expr& expr, int parts = 6);
  absl::Status Error(const Expr& at, absl::string_view message) const;
  absl::StatusOr<Part> Compile(const Expr& expr);
  static Part CompileLiteral(const Expr& expr);
  const Local* FindLocal(absl::string_view name) const;
  bool IsVariable(absl::string_view name) const;
  const absl::string_view* FindType(absl::string_view name) const;
  // Returns a value of an enum of the contract; nullopt if none has that name.
  std::optional<Part> CompileEnumValue(const Expr& expr,
                                       absl::string_view name) const;
  absl::StatusOr<Part> CompileMessage(const Expr& expr);
  absl::StatusOr<Part> CompileName(const Expr& expr);
  absl::StatusOr<CelType> TypeOfField(const Expr& expr,
                                      const CelType& operand) const;
  absl::StatusOr<Part> CompileSelect(const Expr& expr);
  absl::StatusOr<Part> CompileHas(const Expr& expr);

  // Calls.

  absl::StatusOr<std::vector<Part>> CompileAll(const Expr& expr, size_t from);
  // Returns the name of a function such as math.abs(x), which has the form of a method
  // of `math`.
  std::string NamespacedFunction(const Expr& expr) const;
  absl::StatusOr<Part> CompileCall(const Expr& expr);
  // In CEL, null is also a value of each message type, which includes timestamps and
  // durations. Makes the type of such a null dyn.
  static void AllowNull(std::vector<Part>* parts);
  static bool IsKeyOfUnknownMap(absl::string_view name,
                                const std::vector<Part>& parts);
  // Returns the type of the result if the arguments fit.
  static std::optional<CelType> ResultOf(const Overload& overload, bool member,
                                         const std::vector<Part>& arguments);
  absl::Status UnknownFunction(const Expr& expr, absl::string_view name) const;
  absl::Status NoOverload(const Expr& expr, absl::string_view name,
                          const std::vector<Part>& parts) const;
  absl::StatusOr<NodePtr> NodeOf(const Expr& expr, const std::string& name,
                                 std::vector<const Overload*> overloads,
                                 std::vector<Part> parts);
  absl::StatusOr<NodePtr> MatchOf(const Expr& expr, NodePtr text);
  absl::StatusOr<Part> CompileLogic(const Expr& expr);

  // Lists, maps and macros.

  // Returns the type of an element, which may be optional.
  absl::StatusOr<CelType> ElementType(const Expr& at, const CelType& type,
                                      bool optional) const;
  absl::StatusOr<Part> CompileList(const Expr& expr);
  absl::StatusOr<Part> CompileMap(const Expr& expr);
  // Returns the types of the variables of a macro over a range of that type.
  absl::StatusOr<std::vector<CelType>> VariableTypes(const Expr& expr,
                                                     const CelType& range);
  absl::Status WantBool(const Expr& expr, const CelType& type) const;
  absl::StatusOr<Part> CompileMacro(const Expr& expr);
  absl::StatusOr<CelType> MacroType(const Expr& expr, const CelType& range,
                                    const std::vector<CelType>& variables,
                                    const CelType& body) const;

  // Suggestions for the native dialect, such as "; write string(…)"; "" for none.

  std::string InsteadOfName(size_t offset, absl::string_view name) const;
  // `expr` selects a field that the message `record` lacks.
  static std::string InsteadOfField(const Expr& expr, absl::string_view record);
  // `either` is an `||` with a value that is no boolean.
  std::string InsteadOfOr(const Expr& either) const;

  absl::string_view text_;
  const CompilerOptions& options_;
  bool native_;
  const Library& library_;
  std::vector<Local> locals_;
  // Whether a drop-in expression has a macro before the current part. As in cel-go,
  // which forgets this rule when it leaves a macro, int and double can then be compared
  // even if both types are known: size(l.filter(x, true)) >= 1.0.
  bool after_macro_ = false;
  size_t slots_ = 0;
  std::set<int> used_;
};

}  // namespace loom
