// SPDX-License-Identifier: Apache-2.0
// Node is a part of a compiled expression: it evaluates to a value, or to an error with
// its place. Nodes are never changed, so any number of calls evaluate them at once.
//
//   CelValue value = node.Evaluate(frame);
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
// What one evaluation has: the call, the variables, and those of macros.
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

 protected:
  size_t offset() const { return offset_; }
  // The value, with this place if it is an error without one.
  CelValue Placed(CelValue value) const {
    if (value.IsError() && value.AsError().offset == CelError::kNowhere) {
      value.AsError().offset = offset_;
    }
    return value;
  }
  CelValue Failed(Frame& frame, absl::string_view message) const {
    return Placed(frame.context->Failed(message));
  }
  // What the operands are of kinds that nothing is made for. For an int or a uint beside a
  // double the native input says which conversion to write (Conversion below).
  CelValue NoOverload(Frame& frame, absl::string_view what,
                      std::initializer_list<CelValue> operands) const;
  // What is not there: pending where it may come, else a failure.
  CelValue Missing(Frame& frame, bool observed, absl::string_view what) const;

 private:
  size_t offset_;
};

using NodePtr = std::unique_ptr<const Node>;

// What the message of arithmetic without an overload adds for a whole number beside a
// double; "" for other operators and kinds.
//
//   Conversion("_*_", CelKind::kInt, CelKind::kDouble)
//     // "; write double(…) around the int"
std::string Conversion(absl::string_view name, CelKind a, CelKind b);

// The kinds of nodes, made by the compiler. What each evaluates to is CEL's rule.
//
//   MakeAnd({a, b})       false if one of them is false, whatever the others are; else an
//                         error if one is an error
//   MakeSelect(a, "b")    the member b of a map, or the field of a message

// ── basic_nodes.cc ───────────────────────────────────────────────────────────

// The value refers to `text`, which the node keeps.
NodePtr MakeLiteral(size_t offset, const Literal& literal);
NodePtr MakeTypeName(size_t offset, absl::string_view name);
NodePtr MakeVariable(size_t offset, int number);
NodePtr MakeLocal(size_t offset, size_t slot);
// `optional` makes an optional of it, which is none if there is no such field.
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

// One of `overloads`, which the values decide; they outlive the node.
NodePtr MakeCall(size_t offset, absl::string_view name,
                 std::vector<const Overload*> overloads,
                 std::vector<NodePtr> arguments);
// text.matches(pattern) with a pattern that was compiled before.
NodePtr MakeMatch(size_t offset, NodePtr text, absl::StatusOr<Regexp> pattern);
// What or() and orValue() evaluate only if there is no value. `flat`: it is itself an
// optional.
NodePtr MakeOrElse(size_t offset, NodePtr optional, NodePtr otherwise,
                   bool flat);

// ── macro_nodes.cc ───────────────────────────────────────────────────────────

// `slots` are those of the variables, `condition` may be null, and `body` is what is
// evaluated for each element. For the macros see language/cel/syntax/macros.h.
NodePtr MakeMacro(size_t offset, MacroKind kind, NodePtr range,
                  std::vector<size_t> slots, NodePtr condition, NodePtr body);

}  // namespace loom
