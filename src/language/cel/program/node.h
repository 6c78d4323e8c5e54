// SPDX-License-Identifier: Apache-2.0
// Node is a part of a compiled expression. It evaluates to a value, or to an error with
// its position. Nodes never change, so any number of calls may evaluate them at once.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "language/cel/program/declarations.h"
#include "language/cel/syntax/parser.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"
#include "language/cel/values/function_row.h"

namespace loom {
// The state of one evaluation: the context, the variables, and the variables of macros.
struct Frame {
  CelContext* context;
  CelVariables* variables;
  CelValue* locals;
};

class Node {
 public:
  explicit Node(size_t offset) : offset_(offset) {}
  virtual ~Node() = default;

  virtual CelValue Evaluate(Frame& frame) const = 0;
  // Appends the path that the value was read from, with the values of computed keys:
  // observed.resources.bucket-a.resource.status. Returns false if it has none.
  virtual bool AppendPath(Frame& /*frame*/, std::string* /*path*/) const {
    return false;
  }

 protected:
  size_t offset() const { return offset_; }
  // Returns the value. An error without a position gets that of this node.
  CelValue Placed(CelValue value) const {
    if (value.IsError() && value.AsError().offset == CelError::kNowhere) {
      value.AsError().offset = offset_;
    }
    return value;
  }
  CelValue Failed(Frame& frame, absl::string_view message) const {
    return Placed(frame.context->Failed(message));
  }
  // Returns the error *no such overload*, with the types of the operands and, for the
  // native input, a suggestion (Conversion below).
  CelValue NoOverload(Frame& frame, absl::string_view what,
                      std::initializer_list<CelValue> operands) const;
  // Returns the error for a missing value: pending if `observed`, failed otherwise.
  CelValue Missing(Frame& frame, bool observed, absl::string_view what) const;

 private:
  size_t offset_;
};

using NodePtr = std::unique_ptr<const Node>;

// Returns the suggestion for arithmetic on an integer and a double, or for joining a
// string and bytes, which has no overload, such as "; write double(…) around the int";
// "" for other operators and kinds.
std::string Conversion(absl::string_view name, CelKind a, CelKind b);

// These functions make the nodes of each kind for the compiler. The results of an
// evaluation follow CEL's rules. MakeAnd, for example, makes a node that is false if
// one operand is false, even if another one is an error.

// ── basic_nodes.cc ───────────────────────────────────────────────────────────

// The node keeps a copy of the literal, and the value refers to it.
NodePtr MakeLiteral(size_t offset, const Literal& literal);
NodePtr MakeTypeName(size_t offset, absl::string_view name);
// `name` is as in the source.
NodePtr MakeVariable(size_t offset, int number, absl::string_view name);
NodePtr MakeLocal(size_t offset, size_t slot, absl::string_view name);
// If `optional` is true, the result is an optional, which is none if the field is
// missing.
NodePtr MakeSelect(size_t offset, NodePtr operand, absl::string_view name,
                   bool optional);
NodePtr MakeHas(size_t offset, NodePtr operand, absl::string_view name);
NodePtr MakeIndex(size_t offset, NodePtr operand, NodePtr index, bool optional);

// ── collections.cc ───────────────────────────────────────────────────────────

NodePtr MakeList(size_t offset, std::vector<NodePtr> elements,
                 std::vector<bool> optional);
NodePtr MakeMap(size_t offset, std::vector<NodePtr> keys_and_values,
                std::vector<bool> optional);

// ── operator_nodes.cc ────────────────────────────────────────────────────────

NodePtr MakeAnd(size_t offset, std::vector<NodePtr> operands);
NodePtr MakeOr(size_t offset, std::vector<NodePtr> operands);
NodePtr MakeNot(size_t offset, NodePtr operand);
NodePtr MakeConditional(size_t offset, NodePtr condition, NodePtr yes,
                        NodePtr no);
NodePtr MakeEqual(size_t offset, NodePtr a, NodePtr b, bool negated);
// `name` is one of _<_ _<=_ _>_ _>=_.
NodePtr MakeOrdered(size_t offset, absl::string_view name, NodePtr a,
                    NodePtr b);
NodePtr MakeIn(size_t offset, NodePtr element, NodePtr collection);

// ── calls.cc ─────────────────────────────────────────────────────────────────

// Calls one of `overloads`, selected by the values. They must outlive the node.
NodePtr MakeCall(size_t offset, absl::string_view name,
                 std::vector<const Overload*> overloads,
                 std::vector<NodePtr> arguments);
NodePtr MakeMatch(size_t offset, NodePtr text, absl::StatusOr<Regexp> pattern);
// Evaluates or() or orValue(): `otherwise` is evaluated only if the optional has no
// value. `flat` is true if `otherwise` is itself an optional.
NodePtr MakeOrElse(size_t offset, NodePtr optional, NodePtr otherwise,
                   bool flat);

// ── macro_nodes.cc ───────────────────────────────────────────────────────────

// `slots` are those of the variables, and `condition` may be null. `body` is evaluated
// for each element. See language/cel/syntax/macros.h for the macros.
NodePtr MakeMacro(size_t offset, MacroKind kind, NodePtr range,
                  std::vector<size_t> slots, NodePtr condition, NodePtr body);

}  // namespace loom
