// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "language/cel/program/nodes.h"
#include "language/cel/values/collections.h"

namespace loom {
namespace {

// Takes the value out of an optional. False: there is none, or it is an error.
bool Unwrap(CelValue* value) {
  if (value->kind() != CelKind::kOptional || value->AsOptional() == nullptr) {
    return false;
  }
  *value = *value->AsOptional();
  return true;
}

class ListNode final : public Node {
 public:
  ListNode(size_t offset, std::vector<NodePtr> elements,
           std::vector<bool> optional)
      : Node(offset),
        elements_(std::move(elements)),
        optional_(std::move(optional)) {}

  CelValue Evaluate(Frame& frame) const override {
    if (!frame.context->Takes(Finding(elements_.size()))) {
      return frame.context->ended();
    }
    ListMaker list(elements_.size(), frame.context);
    for (size_t i = 0; i < elements_.size(); ++i) {
      CelValue value = elements_[i]->Evaluate(frame);
      if (value.IsError()) return value;
      if (optional_[i]) {
        if (value.kind() != CelKind::kOptional) {
          return NoOverload(frame, "an optional element", {value});
        }
        if (!Unwrap(&value)) continue;
      }
      list.Add(value);
    }
    return list.Finish();
  }

 private:
  const std::vector<NodePtr> elements_;
  const std::vector<bool> optional_;
};

class MapNode final : public Node {
 public:
  MapNode(size_t offset, std::vector<NodePtr> nodes, std::vector<bool> optional)
      : Node(offset),
        nodes_(std::move(nodes)),
        optional_(std::move(optional)) {}

  CelValue Evaluate(Frame& frame) const override {
    MapMaker map(nodes_.size() / 2, frame.context);
    for (size_t i = 0; i < nodes_.size(); i += 2) {
      CelValue key = nodes_[i]->Evaluate(frame);
      if (key.IsError()) return key;
      CelValue value = nodes_[i + 1]->Evaluate(frame);
      if (value.IsError()) return value;
      if (optional_[i / 2]) {
        if (value.kind() != CelKind::kOptional) {
          return NoOverload(frame, "an optional entry", {value});
        }
        if (!Unwrap(&value)) continue;
      }
      map.Add(key, value);
    }
    return Placed(map.Finish());
  }

 private:
  const std::vector<NodePtr> nodes_;
  const std::vector<bool> optional_;
};

}  // namespace

NodePtr MakeList(size_t offset, std::vector<NodePtr> elements,
                 std::vector<bool> optional) {
  return std::make_unique<ListNode>(offset, std::move(elements),
                                    std::move(optional));
}
NodePtr MakeMap(size_t offset, std::vector<NodePtr> keys_and_values,
                std::vector<bool> optional) {
  return std::make_unique<MapNode>(offset, std::move(keys_and_values),
                                   std::move(optional));
}

}  // namespace loom
