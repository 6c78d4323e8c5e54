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
#include "language/cel/program/declarations.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

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

}  // namespace loom
