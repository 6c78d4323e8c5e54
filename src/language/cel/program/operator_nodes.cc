// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "language/cel/program/node.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

// Returns the one of two errors of && or || that may disappear later.
CelValue Weaker(const std::optional<CelValue>& first, CelValue second) {
  const CelError& error = second.AsError();
  if (!first.has_value() || error.kind == CelError::Kind::kEnded) {
    return second;
  }
  bool better =
      first->AsError().kind == CelError::Kind::kFailed && error.is_pending();
  return better ? second : *first;
}

// && if `decides` is false, || if it is true: an operand with that value decides alone.
class LogicNode final : public Node {
 public:
  LogicNode(size_t offset, std::vector<NodePtr> operands, bool decides)
      : Node(offset), operands_(std::move(operands)), decides_(decides) {}

  CelValue Evaluate(Frame& frame) const override {
    frame.context->Note(operands_.size());
    std::optional<CelValue> error;
    for (const NodePtr& operand : operands_) {
      CelValue value = operand->Evaluate(frame);
      if (value.kind() == CelKind::kBool) {
        if (value.AsBool() == decides_) return value;
        continue;
      }
      if (!value.IsError()) {
        value = NoOverload(frame, decides_ ? "||" : "&&", {value});
      }
      error = Weaker(error, value);
      if (error->AsError().kind == CelError::Kind::kEnded) return *error;
    }
    return error.value_or(CelValue::Bool(!decides_));
  }

 private:
  const std::vector<NodePtr> operands_;
  const bool decides_;
};

class NotNode final : public Node {
 public:
  NotNode(size_t offset, NodePtr operand)
      : Node(offset), operand_(std::move(operand)) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue value = operand_->Evaluate(frame);
    if (value.IsError()) return value;
    if (value.kind() != CelKind::kBool) return NoOverload(frame, "!", {value});
    return CelValue::Bool(!value.AsBool());
  }

 private:
  const NodePtr operand_;
};

class ConditionalNode final : public Node {
 public:
  ConditionalNode(size_t offset, NodePtr condition, NodePtr yes, NodePtr no)
      : Node(offset),
        condition_(std::move(condition)),
        yes_(std::move(yes)),
        no_(std::move(no)) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue value = condition_->Evaluate(frame);
    if (value.IsError()) return value;
    if (value.kind() != CelKind::kBool)
      return NoOverload(frame, "? :", {value});
    return value.AsBool() ? yes_->Evaluate(frame) : no_->Evaluate(frame);
  }

 private:
  const NodePtr condition_;
  const NodePtr yes_;
  const NodePtr no_;
};

class EqualNode final : public Node {
 public:
  EqualNode(size_t offset, NodePtr a, NodePtr b, bool negated)
      : Node(offset), a_(std::move(a)), b_(std::move(b)), negated_(negated) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue a = a_->Evaluate(frame);
    if (a.IsError()) return a;
    CelValue b = b_->Evaluate(frame);
    if (b.IsError()) return b;
    bool equal = Equals(a, b, frame.context);
    if (!frame.context->status().ok()) return frame.context->ended();
    return CelValue::Bool(equal != negated_);
  }

 private:
  const NodePtr a_;
  const NodePtr b_;
  const bool negated_;
};

// The orders for which an operator is true.
struct OrderRow {
  absl::string_view name;
  bool less, equal, greater;
};

constexpr OrderRow kOrders[] = {{"_<_", true, false, false},
                                {"_<=_", true, true, false},
                                {"_>_", false, false, true},
                                {"_>=_", false, true, true}};

class OrderedNode final : public Node {
 public:
  OrderedNode(size_t offset, const OrderRow& row, NodePtr a, NodePtr b)
      : Node(offset), row_(row), a_(std::move(a)), b_(std::move(b)) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue a = a_->Evaluate(frame);
    if (a.IsError()) return a;
    CelValue b = b_->Evaluate(frame);
    if (b.IsError()) return b;
    frame.context->Note(1 + std::min(Comparing(a), Comparing(b)));
    switch (Compare(a, b)) {
      case Order::kLess:
        return CelValue::Bool(row_.less);
      case Order::kEqual:
        return CelValue::Bool(row_.equal);
      case Order::kGreater:
        return CelValue::Bool(row_.greater);
      case Order::kNone:
        // Two numbers have no order if one of them is NaN.
        if (a.IsNumber() && b.IsNumber()) return CelValue::Bool(false);
        break;
    }
    return NoOverload(frame, row_.name, {a, b});
  }

 private:
  const OrderRow& row_;
  const NodePtr a_;
  const NodePtr b_;
};

class InNode final : public Node {
 public:
  InNode(size_t offset, NodePtr element, NodePtr collection)
      : Node(offset),
        element_(std::move(element)),
        collection_(std::move(collection)) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue element = element_->Evaluate(frame);
    if (element.IsError()) return element;
    CelValue collection = collection_->Evaluate(frame);
    if (collection.IsError()) return collection;
    if (collection.kind() == CelKind::kMap) {
      frame.context->Note(Searching(element));
      std::optional<CelValue> found = collection.AsMap().Find(element);
      return CelValue::Bool(found.has_value());
    }
    if (collection.kind() != CelKind::kList) {
      return NoOverload(frame, "in", {element, collection});
    }
    const CelList& list = collection.AsList();
    for (size_t i = 0; i < list.size(); ++i) {
      if (Equals(element, list.At(i), frame.context))
        return CelValue::Bool(true);
      if (!frame.context->status().ok()) return frame.context->ended();
    }
    return CelValue::Bool(false);
  }

 private:
  const NodePtr element_;
  const NodePtr collection_;
};

}  // namespace

NodePtr MakeAnd(size_t offset, std::vector<NodePtr> operands) {
  return std::make_unique<LogicNode>(offset, std::move(operands), false);
}
NodePtr MakeOr(size_t offset, std::vector<NodePtr> operands) {
  return std::make_unique<LogicNode>(offset, std::move(operands), true);
}
NodePtr MakeNot(size_t offset, NodePtr operand) {
  return std::make_unique<NotNode>(offset, std::move(operand));
}
NodePtr MakeConditional(size_t offset, NodePtr condition, NodePtr yes,
                        NodePtr no) {
  return std::make_unique<ConditionalNode>(offset, std::move(condition),
                                           std::move(yes), std::move(no));
}
NodePtr MakeEqual(size_t offset, NodePtr a, NodePtr b, bool negated) {
  return std::make_unique<EqualNode>(offset, std::move(a), std::move(b),
                                     negated);
}
NodePtr MakeOrdered(size_t offset, absl::string_view name, NodePtr a,
                    NodePtr b) {
  const OrderRow* row = kOrders;
  while (row->name != name) ++row;
  return std::make_unique<OrderedNode>(offset, *row, std::move(a),
                                       std::move(b));
}
NodePtr MakeIn(size_t offset, NodePtr element, NodePtr collection) {
  return std::make_unique<InNode>(offset, std::move(element),
                                  std::move(collection));
}
}  // namespace loom
