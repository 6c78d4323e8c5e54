// SPDX-License-Identifier: Apache-2.0
// The kinds of nodes, made by the compiler. What each evaluates to is CEL's rule.
//
//   MakeAnd({a, b})       false if one of them is false, whatever the others are; else an
//                         error if one is an error
//   MakeSelect(a, "b")    the member b of a map, or the field of a message
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "language/cel/program/node.h"
#include "language/cel/syntax/expr.h"
#include "language/cel/values/function_row.h"

namespace loom {

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

// ── collection_nodes.cc ──────────────────────────────────────────────────────

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

// ── call_nodes.cc ────────────────────────────────────────────────────────────

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
