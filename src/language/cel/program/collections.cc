// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/collections.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/strings.h"
#include "language/cel/program/node.h"
#include "language/cel/program/node_compiler.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

// Takes the value of an entry or an element with `?` out of its optional, and returns
// false if it has none. Where the type is only known now, as that of `a ? b : omit()`, a
// value that is no optional stays as it is.
bool Unwrap(CelValue* value) {
  if (value->kind() != CelKind::kOptional) return true;
  if (value->AsOptional() == nullptr) return false;
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
      if (optional_[i] && !Unwrap(&value)) continue;
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
      if (optional_[i / 2] && !Unwrap(&value)) continue;
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

namespace {

// Returns the type of the keys of a map. A list or a map cannot be a key, which the
// evaluation reports. Here, its type becomes dyn, because types such as that of {a: a},
// where `a` is such a map itself, would otherwise double at each level.
CelType KeyType(const CelType& type) {
  bool grows = type.Is(CelKind::kList) || type.Is(CelKind::kMap) ||
               type.Is(CelKind::kOptional);
  return grows ? CelType::Dyn() : type;
}

}  // namespace

absl::StatusOr<CelType> NodeCompiler::ElementType(const Expr& at,
                                                  const CelType& type,
                                                  bool optional) const {
  if (!optional || type.IsDyn()) return type;
  if (type.Is(CelKind::kOptional)) return type.first();
  return Error(at, absl::StrCat("? expects an optional, got a value of type ",
                                type.text()));
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileList(const Expr& expr) {
  LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts, CompileAll(expr, 0));
  std::optional<CelType> type;
  std::vector<NodePtr> elements;
  for (size_t i = 0; i < parts.size(); ++i) {
    LOOM_ASSIGN_OR_RETURN(
        CelType element,
        ElementType(*expr.args[i], parts[i].type, expr.optional_args[i]));
    type = type.has_value() ? Joined(*type, element) : element;
    elements.push_back(std::move(parts[i].node));
  }
  return Part{MakeList(expr.offset, std::move(elements), expr.optional_args),
              CelType::ListOf(type.value_or(CelType::Unknown()))};
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileMap(const Expr& expr) {
  LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts, CompileAll(expr, 0));
  std::optional<CelType> key, value;
  std::vector<NodePtr> nodes;
  for (size_t i = 0; i < parts.size(); i += 2) {
    LOOM_ASSIGN_OR_RETURN(CelType type,
                          ElementType(*expr.args[i + 1], parts[i + 1].type,
                                      expr.optional_args[i / 2]));
    CelType key_type = KeyType(parts[i].type);
    key = key.has_value() ? Joined(*key, key_type) : key_type;
    value = value.has_value() ? Joined(*value, type) : type;
    nodes.push_back(std::move(parts[i].node));
    nodes.push_back(std::move(parts[i + 1].node));
  }
  return Part{MakeMap(expr.offset, std::move(nodes), expr.optional_args),
              CelType::MapOf(key.value_or(CelType::Unknown()),
                             value.value_or(CelType::Unknown()))};
}

absl::StatusOr<std::vector<CelType>> NodeCompiler::VariableTypes(
    const Expr& expr, const CelType& range) {
  if (expr.macro == MacroKind::kBind) return std::vector<CelType>{range};
  bool opt =
      expr.macro == MacroKind::kOptMap || expr.macro == MacroKind::kOptFlatMap;
  bool two = expr.variables.size() == 2;
  if (range.IsDyn()) {
    return std::vector<CelType>(expr.variables.size(), CelType::Dyn());
  }
  if (opt && range.Is(CelKind::kOptional)) {
    return std::vector<CelType>{range.first()};
  }
  if (!opt && range.Is(CelKind::kList)) {
    return two ? std::vector<CelType>{CelType::Of(CelKind::kInt), range.first()}
               : std::vector<CelType>{range.first()};
  }
  if (!opt && range.Is(CelKind::kMap) && expr.macro != MacroKind::kSortBy) {
    return two ? std::vector<CelType>{range.first(), range.second()}
               : std::vector<CelType>{range.first()};
  }
  return Error(expr, absl::StrCat(expr.name, " expects ",
                                  opt ? "an optional" : "a list or a map",
                                  ", got a value of type ", range.text()));
}

absl::Status NodeCompiler::WantBool(const Expr& expr,
                                    const CelType& type) const {
  if (MayBeSame(type, CelType::Of(CelKind::kBool))) return absl::OkStatus();
  return Error(expr,
               absl::StrCat("the condition of ", expr.name, " is of type ",
                            type.text(), ", expected bool"));
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileMacro(
    const Expr& expr) {
  LOOM_ASSIGN_OR_RETURN(Part range, Compile(*expr.args[0]));
  LOOM_ASSIGN_OR_RETURN(std::vector<CelType> types,
                        VariableTypes(expr, range.type));
  after_macro_ = !native_;
  std::vector<size_t> slots;
  for (size_t i = 0; i < types.size(); ++i) {
    slots.push_back(slots_);
    locals_.push_back({expr.variables[i], types[i], slots_++});
  }
  absl::StatusOr<std::vector<Part>> parts = CompileAll(expr, 1);
  locals_.resize(locals_.size() - types.size());
  if (!parts.ok()) return parts.status();

  Part& body = parts->back();
  NodePtr condition;
  if (parts->size() == 2) {
    LOOM_RETURN_IF_ERROR(WantBool(expr, (*parts)[0].type));
    condition = std::move((*parts)[0].node);
  }
  LOOM_ASSIGN_OR_RETURN(CelType type,
                        MacroType(expr, range.type, types, body.type));
  if (expr.macro == MacroKind::kFilter) {
    condition = std::move(body.node);
    body.node = MakeLocal(expr.offset, slots[0], expr.variables[0]);
  }
  return Part{
      MakeMacro(expr.offset, expr.macro, std::move(range.node),
                std::move(slots), std::move(condition), std::move(body.node)),
      std::move(type)};
}

absl::StatusOr<CelType> NodeCompiler::MacroType(
    const Expr& expr, const CelType& range,
    const std::vector<CelType>& variables, const CelType& body) const {
  switch (expr.macro) {
    case MacroKind::kAll:
    case MacroKind::kExists:
    case MacroKind::kExistsOne:
      LOOM_RETURN_IF_ERROR(WantBool(expr, body));
      return CelType::Of(CelKind::kBool);
    case MacroKind::kFilter:
      LOOM_RETURN_IF_ERROR(WantBool(expr, body));
      return CelType::ListOf(variables[0]);
    case MacroKind::kMap:
    case MacroKind::kTransformList:
      return CelType::ListOf(body);
    case MacroKind::kTransformMap:
      return CelType::MapOf(variables[0], body);
    case MacroKind::kTransformMapEntry:
      return body;
    case MacroKind::kSortBy:
      return range;
    case MacroKind::kOptMap:
      return CelType::OptionalOf(body);
    case MacroKind::kOptFlatMap:
    case MacroKind::kBind:
      return body;
  }
  return CelType::Dyn();
}

}  // namespace loom
