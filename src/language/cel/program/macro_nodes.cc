// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "language/cel/program/node.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

// The parts of a macro.
struct Parts {
  MacroKind kind;
  NodePtr range;
  std::vector<size_t> slots;
  NodePtr condition;  // may be null
  NodePtr body;
};

// A node that iterates over the elements of a list or the entries of a map.
class LoopNode : public Node {
 public:
  LoopNode(size_t offset, Parts parts)
      : Node(offset), parts_(std::move(parts)) {}

 protected:
  const Parts& parts() const { return parts_; }

  // Evaluates the range. Sets `size` if it is a list or a map.
  CelValue Range(Frame& frame, size_t* size) const {
    CelValue range = parts_.range->Evaluate(frame);
    if (range.kind() == CelKind::kList) {
      *size = range.AsList().size();
    } else if (range.kind() == CelKind::kMap) {
      *size = range.AsMap().size();
    } else if (!range.IsError()) {
      return NoOverload(frame, "a loop", {range});
    }
    return range;
  }

  // Sets the variables for the element at `index`, and pays for it. Returns an error if
  // the call has no steps left, or if the element cannot be read.
  std::optional<CelValue> Enter(Frame& frame, const CelValue& range,
                                size_t index) const {
    if (!frame.context->Takes(Finding(2))) return frame.context->ended();
    bool two = parts_.slots.size() == 2;
    if (range.kind() == CelKind::kList) {
      CelValue element = range.AsList().At(index);
      frame.locals[parts_.slots[0]] =
          two ? CelValue::Int(int64_t(index)) : element;
      if (two) frame.locals[parts_.slots[1]] = element;
      return std::nullopt;
    }
    CelMap::Entry entry = range.AsMap().At(index);
    frame.locals[parts_.slots[0]] = entry.key;
    if (!two) return std::nullopt;
    if (entry.value.IsError()) return entry.value;
    frame.locals[parts_.slots[1]] = entry.value;
    return std::nullopt;
  }

  // Returns the value of a condition, or an error if it is not a boolean.
  CelValue Truth(Frame& frame, const Node& condition) const {
    CelValue value = condition.Evaluate(frame);
    if (value.IsError() || value.kind() == CelKind::kBool) return value;
    return NoOverload(frame, "the condition of a loop", {value});
  }

 private:
  const Parts parts_;
};

// The macros all and exists, which are && and || over the elements.
class QuantifierNode final : public LoopNode {
 public:
  using LoopNode::LoopNode;

  CelValue Evaluate(Frame& frame) const override {
    const bool decides = parts().kind == MacroKind::kExists;
    size_t size = 0;
    CelValue range = Range(frame, &size);
    if (range.IsError()) return range;
    std::optional<CelValue> error;
    for (size_t i = 0; i < size; ++i) {
      std::optional<CelValue> broken = Enter(frame, range, i);
      if (broken.has_value()) return *broken;
      CelValue value = Truth(frame, *parts().body);
      if (!value.IsError()) {
        if (value.AsBool() == decides) return value;
        continue;
      }
      bool ended = value.AsError().kind == CelError::Kind::kEnded;
      bool weaker = error.has_value() &&
                    error->AsError().kind == CelError::Kind::kFailed &&
                    value.AsError().is_pending();
      if (ended) return value;
      if (!error.has_value() || weaker) error = value;
    }
    return error.value_or(CelValue::Bool(!decides));
  }
};

class ExistsOneNode final : public LoopNode {
 public:
  using LoopNode::LoopNode;

  CelValue Evaluate(Frame& frame) const override {
    size_t size = 0;
    CelValue range = Range(frame, &size);
    if (range.IsError()) return range;
    size_t count = 0;
    for (size_t i = 0; i < size; ++i) {
      std::optional<CelValue> broken = Enter(frame, range, i);
      if (broken.has_value()) return *broken;
      CelValue value = Truth(frame, *parts().body);
      if (value.IsError()) return value;
      count += value.AsBool() ? 1 : 0;
    }
    return CelValue::Bool(count == 1);
  }
};

// The macros that make a list.
class ListLoopNode final : public LoopNode {
 public:
  using LoopNode::LoopNode;

  CelValue Evaluate(Frame& frame) const override {
    size_t size = 0;
    CelValue range = Range(frame, &size);
    if (range.IsError()) return range;
    ListMaker list(0, frame.context, IsObserved(range));
    for (size_t i = 0; i < size; ++i) {
      std::optional<CelValue> broken = Enter(frame, range, i);
      if (broken.has_value()) return *broken;
      if (parts().condition != nullptr) {
        CelValue wanted = Truth(frame, *parts().condition);
        if (wanted.IsError()) return wanted;
        if (!wanted.AsBool()) continue;
      }
      CelValue value = parts().body->Evaluate(frame);
      if (value.IsError()) return value;
      list.Add(value);
    }
    return list.Finish();
  }
};

// The macros that make a map.
class MapLoopNode final : public LoopNode {
 public:
  using LoopNode::LoopNode;

  CelValue Evaluate(Frame& frame) const override {
    size_t size = 0;
    CelValue range = Range(frame, &size);
    if (range.IsError()) return range;
    MapMaker map(0, frame.context, IsObserved(range));
    for (size_t i = 0; i < size; ++i) {
      std::optional<CelValue> broken = Enter(frame, range, i);
      if (broken.has_value()) return *broken;
      CelValue key = frame.locals[parts().slots[0]];
      if (parts().condition != nullptr) {
        CelValue wanted = Truth(frame, *parts().condition);
        if (wanted.IsError()) return wanted;
        if (!wanted.AsBool()) continue;
      }
      CelValue value = parts().body->Evaluate(frame);
      if (value.IsError()) return value;
      if (parts().kind == MacroKind::kTransformMap) {
        map.Add(key, value);
        continue;
      }
      if (value.kind() != CelKind::kMap) {
        return NoOverload(frame, "transformMapEntry", {value});
      }
      const CelMap& entries = value.AsMap();
      if (!frame.context->Takes(Finding(entries.size()))) {
        return frame.context->ended();
      }
      for (size_t j = 0; j < entries.size(); ++j) {
        CelMap::Entry entry = entries.At(j);
        map.Add(entry.key, entry.value);
      }
    }
    return Placed(map.Finish());
  }
};

class SortByNode final : public LoopNode {
 public:
  using LoopNode::LoopNode;

  CelValue Evaluate(Frame& frame) const override {
    size_t size = 0;
    CelValue range = Range(frame, &size);
    if (range.IsError()) return range;
    if (range.kind() != CelKind::kList) {
      return NoOverload(frame, "sortBy", {range});
    }
    std::vector<std::pair<CelValue, CelValue>> keyed;
    for (size_t i = 0; i < size; ++i) {
      std::optional<CelValue> broken = Enter(frame, range, i);
      if (broken.has_value()) return *broken;
      CelValue element = frame.locals[parts().slots[0]];
      CelValue key = parts().body->Evaluate(frame);
      if (key.IsError()) return key;
      if (!frame.context->Takes(Searching(key))) return frame.context->ended();
      bool fits = i == 0 ? Compare(key, key) == Order::kEqual
                         : key.kind() == keyed[0].first.kind() &&
                               Compare(key, key) == Order::kEqual;
      if (!fits) return NoOverload(frame, "sortBy", {key});
      keyed.emplace_back(key, element);
    }
    if (!frame.context->Takes(Sorting(size))) return frame.context->ended();
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& a, const auto& b) {
                       return Compare(a.first, b.first) == Order::kLess;
                     });
    ListMaker list(size, frame.context, IsObserved(range));
    for (const auto& [key, element] : keyed) list.Add(element);
    return list.Finish();
  }
};

// The macros optMap, optFlatMap and cel.bind, which give one value a name.
class NamedValueNode final : public LoopNode {
 public:
  using LoopNode::LoopNode;

  CelValue Evaluate(Frame& frame) const override {
    CelValue value = parts().range->Evaluate(frame);
    if (value.IsError()) return value;
    bool bind = parts().kind == MacroKind::kBind;
    if (!bind) {
      if (value.kind() != CelKind::kOptional) {
        return NoOverload(frame, "optMap", {value});
      }
      if (value.AsOptional() == nullptr) return value;
      value = *value.AsOptional();
    }
    frame.locals[parts().slots[0]] = value;
    CelValue made = parts().body->Evaluate(frame);
    if (bind || made.IsError()) return made;
    if (parts().kind == MacroKind::kOptMap) return frame.context->Some(made);
    return made.kind() == CelKind::kOptional
               ? made
               : NoOverload(frame, "optFlatMap", {made});
  }
};

}  // namespace

NodePtr MakeMacro(size_t offset, MacroKind kind, NodePtr range,
                  std::vector<size_t> slots, NodePtr condition, NodePtr body) {
  Parts parts{kind, std::move(range), std::move(slots), std::move(condition),
              std::move(body)};
  switch (kind) {
    case MacroKind::kAll:
    case MacroKind::kExists:
      return std::make_unique<QuantifierNode>(offset, std::move(parts));
    case MacroKind::kExistsOne:
      return std::make_unique<ExistsOneNode>(offset, std::move(parts));
    case MacroKind::kMap:
    case MacroKind::kFilter:
    case MacroKind::kTransformList:
      return std::make_unique<ListLoopNode>(offset, std::move(parts));
    case MacroKind::kTransformMap:
    case MacroKind::kTransformMapEntry:
      return std::make_unique<MapLoopNode>(offset, std::move(parts));
    case MacroKind::kSortBy:
      return std::make_unique<SortByNode>(offset, std::move(parts));
    case MacroKind::kOptMap:
    case MacroKind::kOptFlatMap:
    case MacroKind::kBind:
      return std::make_unique<NamedValueNode>(offset, std::move(parts));
  }
  return nullptr;
}

}  // namespace loom
