// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/number.h"
#include "language/cel/program/node.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {

std::string Conversion(absl::string_view name, CelKind a, CelKind b) {
  if (name == "_+_" && (a == CelKind::kBytes) != (b == CelKind::kBytes) &&
      (a == CelKind::kString || b == CelKind::kString)) {
    return "; write string(…) around the bytes";
  }
  if (name != "_+_" && name != "_-_" && name != "_*_" && name != "_/_") {
    return "";
  }
  if (a == CelKind::kDouble) std::swap(a, b);
  const bool is_whole = a == CelKind::kInt || a == CelKind::kUint;
  if (!is_whole || b != CelKind::kDouble) return "";
  return absl::StrCat("; write double(…) around the ", TypeNameOf(a));
}

CelValue Node::NoOverload(Frame& frame, absl::string_view what,
                          std::initializer_list<CelValue> operands) const {
  std::string message =
      absl::StrCat("no such overload: ", what, " of ",
                   absl::StrJoin(operands, " and ",
                                 [](std::string* out, const CelValue& value) {
                                   absl::StrAppend(out, TypeNameOf(value));
                                 }));
  // A drop-in input has the message of the function that it replaces.
  if (operands.size() == 2 && frame.context->numbers() == Numbers::kWhole) {
    absl::StrAppend(&message, Conversion(what, operands.begin()[0].kind(),
                                         operands.begin()[1].kind()));
  }
  return Failed(frame, message);
}

CelValue Node::Missing(Frame& frame, bool observed,
                       absl::string_view what) const {
  return Placed(observed ? frame.context->Pending(what)
                         : frame.context->Failed(what));
}

namespace {

class LiteralNode final : public Node {
 public:
  LiteralNode(size_t offset, const Literal& literal)
      : Node(offset), literal_(literal), value_(ValueOf(literal_)) {}
  CelValue Evaluate(Frame&) const override { return value_; }

 private:
  static CelValue ValueOf(const Literal& literal) {
    struct Visitor {
      CelValue operator()(std::nullptr_t) const { return CelValue::Null(); }
      CelValue operator()(bool value) const { return CelValue::Bool(value); }
      CelValue operator()(int64_t value) const { return CelValue::Int(value); }
      CelValue operator()(uint64_t value) const {
        return CelValue::Uint(value);
      }
      CelValue operator()(double value) const {
        return CelValue::Double(value);
      }
      CelValue operator()(const std::string& text) const {
        return CelValue::String(text);
      }
      CelValue operator()(const ByteText& bytes) const {
        return CelValue::OfBytes(bytes.bytes);
      }
    };
    return std::visit(Visitor(), literal);
  }

  const Literal literal_;
  const CelValue value_;
};

class TypeNameNode final : public Node {
 public:
  TypeNameNode(size_t offset, absl::string_view name)
      : Node(offset), name_(name) {}
  CelValue Evaluate(Frame&) const override { return CelValue::Type(name_); }

 private:
  const std::string name_;
};

class VariableNode final : public Node {
 public:
  VariableNode(size_t offset, int number, absl::string_view name)
      : Node(offset), number_(number), name_(name) {}
  CelValue Evaluate(Frame& frame) const override {
    return Placed(frame.variables->Get(number_, frame.context));
  }
  bool AppendPath(Frame&, std::string* path) const override {
    absl::StrAppend(path, name_);
    return true;
  }

 private:
  const int number_;
  const std::string name_;
};

class LocalNode final : public Node {
 public:
  LocalNode(size_t offset, size_t slot, absl::string_view name)
      : Node(offset), slot_(slot), name_(name) {}
  CelValue Evaluate(Frame& frame) const override { return frame.locals[slot_]; }
  bool AppendPath(Frame&, std::string* path) const override {
    absl::StrAppend(path, name_);
    return true;
  }

 private:
  const size_t slot_;
  const std::string name_;
};

bool IsIdentifier(absl::string_view text) {
  return !text.empty() && !absl::ascii_isdigit(text[0]) &&
         absl::c_all_of(
             text, [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

// Appends a key or an index to a path, as an expression writes it.
void AppendKey(const CelValue& key, std::string* path) {
  if (key.kind() == CelKind::kString && IsIdentifier(key.AsText())) {
    absl::StrAppend(path, ".", key.AsText());
  } else {
    absl::StrAppend(path, "[", ShownKey(key), "]");
  }
}

// Says that `holder`, which `node` has read, lacks a key or an index. A drop-in input
// has the message of the function that it replaces.
std::string NoKey(const Node& node, const CelValue& holder, const CelValue& key,
                  Frame& frame) {
  const bool is_list = holder.kind() == CelKind::kList;
  const absl::string_view lacks =
      is_list ? "index out of bounds" : "no such key";
  const bool native = frame.context->numbers() == Numbers::kWhole;
  if (native && holder.kind() == CelKind::kMap &&
      !holder.AsMap().awaited().empty()) {
    return absl::StrCat("waits for ", holder.AsMap().awaited(), " ",
                        ShownKey(key));
  }
  std::string path;
  if (native && node.AppendPath(frame, &path)) {
    AppendKey(key, &path);
    return absl::StrCat(path, ": ", lacks);
  }
  return absl::StrCat(lacks, ": ", ShownKey(key));
}

// Why a key is missing, if the map can say more than that; "" otherwise.
absl::string_view WhyMissing(const CelValue& holder, const CelValue& key) {
  return holder.kind() == CelKind::kMap ? holder.AsMap().WhyMissing(key) : "";
}

// The result of a lookup in a container. `value` is the value or an error; nullopt if
// it is missing. `observed` is true if a missing value may appear later.
struct Found {
  bool is_container = true;
  bool observed = false;
  std::optional<CelValue> value;
};

Found FieldOf(const CelValue& operand, const std::string& name) {
  if (operand.kind() == CelKind::kRecord) {
    return {true, false, operand.AsRecord().Field(name)};
  }
  if (operand.kind() != CelKind::kMap) return {false, false, std::nullopt};
  const CelMap& map = operand.AsMap();
  return {true, map.observed(), map.Find(CelValue::String(name))};
}

// Returns whether the field is set. A message may have a field that is not set.
bool IsSet(const CelValue& operand, const std::string& name) {
  return operand.kind() == CelKind::kRecord
             ? operand.AsRecord().Has(name)
             : FieldOf(operand, name).value.has_value();
}

// Returns an index of a list as an integer; nullopt for other types.
std::optional<int64_t> PositionOf(const CelValue& index) {
  if (index.kind() == CelKind::kInt) return index.AsInt();
  if (index.kind() == CelKind::kUint) {
    return index.AsUint() > uint64_t(INT64_MAX) ? -1 : int64_t(index.AsUint());
  }
  if (index.kind() == CelKind::kDouble) return AsInteger(index.AsReal());
  return std::nullopt;
}

Found ElementOf(const CelValue& operand, const CelValue& index) {
  if (operand.kind() == CelKind::kMap) {
    const CelMap& map = operand.AsMap();
    return {true, map.observed(), map.Find(index)};
  }
  std::optional<int64_t> position = PositionOf(index);
  if (operand.kind() != CelKind::kList || !position.has_value()) {
    return {false, false, std::nullopt};
  }
  const CelList& list = operand.AsList();
  bool inside = *position >= 0 && uint64_t(*position) < list.size();
  return {true, list.observed(),
          inside ? std::optional(list.At(size_t(*position))) : std::nullopt};
}

// Returns a value that was found inside an optional, or with `.?` or `[?`, as an
// optional.
CelValue AsOptionalValue(const Found& found, Frame& frame) {
  if (!found.value.has_value()) return CelContext::None();
  if (found.value->IsError()) return *found.value;
  return frame.context->Some(*found.value);
}

class SelectNode final : public Node {
 public:
  SelectNode(size_t offset, NodePtr operand, absl::string_view name,
             bool optional)
      : Node(offset),
        operand_(std::move(operand)),
        name_(name),
        optional_(optional) {}

  CelValue Evaluate(Frame& frame) const override {
    CelValue operand = operand_->Evaluate(frame);
    if (operand.IsError()) return operand;
    frame.context->Note(Searching(CelValue::String(name_)));
    bool optional = optional_;
    if (operand.kind() == CelKind::kOptional) {
      if (operand.AsOptional() == nullptr) return operand;
      operand = *operand.AsOptional();
      optional = true;
    }
    if (optional && operand.kind() == CelKind::kRecord &&
        !operand.AsRecord().Has(name_)) {
      return CelContext::None();
    }
    Found found = FieldOf(operand, name_);
    if (!found.is_container) {
      return NoOverload(frame, absl::StrCat("field ", name_), {operand});
    }
    if (optional) return Placed(AsOptionalValue(found, frame));
    if (found.value.has_value()) return Placed(*found.value);
    const CelValue key = CelValue::String(name_);
    if (const auto why = WhyMissing(operand, key); !why.empty()) {
      return Placed(frame.context->Explained(why));
    }
    return Missing(frame, found.observed,
                   NoKey(*operand_, operand, key, frame));
  }
  bool AppendPath(Frame& frame, std::string* path) const override {
    if (!operand_->AppendPath(frame, path)) return false;
    AppendKey(CelValue::String(name_), path);
    return true;
  }

 private:
  const NodePtr operand_;
  const std::string name_;
  const bool optional_;
};

class HasNode final : public Node {
 public:
  HasNode(size_t offset, NodePtr operand, absl::string_view name)
      : Node(offset), operand_(std::move(operand)), name_(name) {}

  CelValue Evaluate(Frame& frame) const override {
    CelValue operand = operand_->Evaluate(frame);
    if (operand.IsError()) return operand;
    frame.context->Note(Searching(CelValue::String(name_)));
    if (operand.kind() == CelKind::kOptional) {
      if (operand.AsOptional() == nullptr) return CelValue::Bool(false);
      operand = *operand.AsOptional();
    }
    if (operand.kind() != CelKind::kMap && operand.kind() != CelKind::kRecord) {
      // As in cel-go, null and scalars have no fields. In the native input, this is
      // a mistake that should be visible.
      const bool drop_in = frame.context->numbers() == Numbers::kDouble;
      if (drop_in && operand.kind() != CelKind::kList) {
        return CelValue::Bool(false);
      }
      return NoOverload(frame, "has()", {operand});
    }
    return CelValue::Bool(IsSet(operand, name_));
  }

 private:
  const NodePtr operand_;
  const std::string name_;
};

class IndexNode final : public Node {
 public:
  IndexNode(size_t offset, NodePtr operand, NodePtr index, bool optional)
      : Node(offset),
        operand_(std::move(operand)),
        index_(std::move(index)),
        optional_(optional) {}

  CelValue Evaluate(Frame& frame) const override {
    CelValue operand = operand_->Evaluate(frame);
    if (operand.IsError()) return operand;
    CelValue index = index_->Evaluate(frame);
    if (index.IsError()) return index;
    frame.context->Note(Searching(index));
    bool optional = optional_;
    if (operand.kind() == CelKind::kOptional) {
      if (operand.AsOptional() == nullptr) return operand;
      operand = *operand.AsOptional();
      optional = true;
    }
    Found found = ElementOf(operand, index);
    if (!found.is_container) return NoOverload(frame, "[]", {operand, index});
    if (optional) return Placed(AsOptionalValue(found, frame));
    if (found.value.has_value()) return Placed(*found.value);
    if (const auto why = WhyMissing(operand, index); !why.empty()) {
      return Placed(frame.context->Explained(why));
    }
    return Missing(frame, found.observed,
                   NoKey(*operand_, operand, index, frame));
  }
  bool AppendPath(Frame& frame, std::string* path) const override {
    if (!operand_->AppendPath(frame, path)) return false;
    const CelValue index = index_->Evaluate(frame);
    if (index.IsError()) return false;
    AppendKey(index, path);
    return true;
  }

 private:
  const NodePtr operand_;
  const NodePtr index_;
  const bool optional_;
};

}  // namespace

NodePtr MakeLiteral(size_t offset, const Literal& literal) {
  return std::make_unique<LiteralNode>(offset, literal);
}
NodePtr MakeTypeName(size_t offset, absl::string_view name) {
  return std::make_unique<TypeNameNode>(offset, name);
}
NodePtr MakeVariable(size_t offset, int number, absl::string_view name) {
  return std::make_unique<VariableNode>(offset, number, name);
}
NodePtr MakeLocal(size_t offset, size_t slot, absl::string_view name) {
  return std::make_unique<LocalNode>(offset, slot, name);
}
NodePtr MakeSelect(size_t offset, NodePtr operand, absl::string_view name,
                   bool optional) {
  return std::make_unique<SelectNode>(offset, std::move(operand), name,
                                      optional);
}
NodePtr MakeHas(size_t offset, NodePtr operand, absl::string_view name) {
  return std::make_unique<HasNode>(offset, std::move(operand), name);
}
NodePtr MakeIndex(size_t offset, NodePtr operand, NodePtr index,
                  bool optional) {
  return std::make_unique<IndexNode>(offset, std::move(operand),
                                     std::move(index), optional);
}
}  // namespace loom
