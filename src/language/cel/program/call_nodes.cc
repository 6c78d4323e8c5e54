// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "absl/container/inlined_vector.h"
#include "language/cel/program/nodes.h"

namespace loom {
namespace {

class CallNode final : public Node {
 public:
  CallNode(size_t offset, absl::string_view name,
           std::vector<const Overload*> overloads,
           std::vector<NodePtr> arguments)
      : Node(offset),
        name_(name),
        overloads_(std::move(overloads)),
        arguments_(std::move(arguments)) {}

  CelValue Evaluate(Frame& frame) const override {
    absl::InlinedVector<CelValue, 4> values;
    for (const NodePtr& argument : arguments_) {
      values.push_back(argument->Evaluate(frame));
      if (values.back().IsError()) return values.back();
    }
    frame.context->Note(1);
    for (const Overload* overload : overloads_) {
      if (!overload->Takes(values)) continue;
      return Placed(overload->evaluate(values, frame.context));
    }
    if (values.empty()) return NoOverload(frame, name_, {});
    return values.size() == 1
               ? NoOverload(frame, name_, {values[0]})
               : NoOverload(frame, name_, {values[0], values[1]});
  }

 private:
  const std::string name_;
  const std::vector<const Overload*> overloads_;
  const std::vector<NodePtr> arguments_;
};

class MatchNode final : public Node {
 public:
  MatchNode(size_t offset, NodePtr text, absl::StatusOr<Regexp> pattern)
      : Node(offset), text_(std::move(text)), pattern_(std::move(pattern)) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue text = text_->Evaluate(frame);
    if (text.IsError()) return text;
    if (text.kind() != CelKind::kString) {
      return NoOverload(frame, "matches", {text});
    }
    if (!pattern_.ok()) return Failed(frame, pattern_.status().message());
    absl::StatusOr<bool> matches =
        pattern_->Matches(text.AsText(), frame.context->pool());
    if (!matches.ok()) return Placed(frame.context->Failed(matches.status()));
    return CelValue::Bool(*matches);
  }

 private:
  const NodePtr text_;
  const absl::StatusOr<Regexp> pattern_;
};

class OrElseNode final : public Node {
 public:
  OrElseNode(size_t offset, NodePtr optional, NodePtr otherwise, bool flat)
      : Node(offset),
        optional_(std::move(optional)),
        otherwise_(std::move(otherwise)),
        flat_(flat) {}
  CelValue Evaluate(Frame& frame) const override {
    CelValue value = optional_->Evaluate(frame);
    if (value.IsError()) return value;
    if (value.kind() != CelKind::kOptional) {
      return NoOverload(frame, flat_ ? "or" : "orValue", {value});
    }
    if (value.AsOptional() != nullptr) {
      return flat_ ? value : *value.AsOptional();
    }
    CelValue otherwise = otherwise_->Evaluate(frame);
    if (flat_ && !otherwise.IsError() &&
        otherwise.kind() != CelKind::kOptional) {
      return NoOverload(frame, "or", {value, otherwise});
    }
    return otherwise;
  }

 private:
  const NodePtr optional_;
  const NodePtr otherwise_;
  const bool flat_;
};

}  // namespace

NodePtr MakeCall(size_t offset, absl::string_view name,
                 std::vector<const Overload*> overloads,
                 std::vector<NodePtr> arguments) {
  return std::make_unique<CallNode>(offset, name, std::move(overloads),
                                    std::move(arguments));
}
NodePtr MakeMatch(size_t offset, NodePtr text, absl::StatusOr<Regexp> pattern) {
  return std::make_unique<MatchNode>(offset, std::move(text),
                                     std::move(pattern));
}
NodePtr MakeOrElse(size_t offset, NodePtr optional, NodePtr otherwise,
                   bool flat) {
  return std::make_unique<OrElseNode>(offset, std::move(optional),
                                      std::move(otherwise), flat);
}

}  // namespace loom
