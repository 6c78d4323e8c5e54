// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/strings.h"
#include "data/go/format.h"
#include "language/cel/program/node.h"
#include "language/cel/program/node_compiler.h"
#include "language/cel/syntax/habits.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

// The names of types.
constexpr struct {
  absl::string_view name;
  bool native;
} kTypeNames[] = {{"bool", false},
                  {"bytes", false},
                  {"double", false},
                  {"int", false},
                  {"list", false},
                  {"map", false},
                  {"null_type", false},
                  {"string", false},
                  {"type", false},
                  {"uint", false},
                  {"google.protobuf.Duration", false},
                  {"google.protobuf.Timestamp", false},
                  {"optional_type", true},
                  {"net.IP", true},
                  {"net.CIDR", true},
                  {"kubernetes.Quantity", true}};

}  // namespace

absl::StatusOr<CompiledExpr> NodeCompiler::Whole(const Expr& expr) {
  LOOM_ASSIGN_OR_RETURN(Part part, Compile(expr));
  return CompiledExpr{std::move(part.node), std::move(part.type), slots_,
                      std::move(used_)};
}

std::string NodeCompiler::QualifiedName(const Expr& expr, int parts) {
  if (expr.kind == ExprKind::kName) return expr.name;
  if (expr.kind != ExprKind::kSelect || expr.optional || parts == 1) return "";
  std::string front = QualifiedName(*expr.args[0], parts - 1);
  return front.empty() ? "" : absl::StrCat(front, ".", expr.name);
}

std::string NodeCompiler::DidYouMean(
    absl::string_view name, const std::vector<std::string>& candidates) {
  std::string nearest = NearestName(name, candidates);
  return nearest.empty()
             ? ""
             : absl::StrCat(" (did you mean ", Quoted(nearest), "?)");
}

absl::Status NodeCompiler::Error(const Expr& at,
                                 absl::string_view message) const {
  return ErrorAt(text_, at.offset, message);
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::Compile(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return CompileLiteral(expr);
    case ExprKind::kName:
      return CompileName(expr);
    case ExprKind::kSelect:
      return CompileSelect(expr);
    case ExprKind::kHas:
      return CompileHas(expr);
    case ExprKind::kCall:
      return CompileCall(expr);
    case ExprKind::kList:
      return CompileList(expr);
    case ExprKind::kMap:
      return CompileMap(expr);
    case ExprKind::kMacro:
      return CompileMacro(expr);
  }
  return Error(expr, "unknown expression");
}

NodeCompiler::Part NodeCompiler::CompileLiteral(const Expr& expr) {
  constexpr CelKind kKinds[] = {
      CelKind::kNull,   CelKind::kBool,   CelKind::kInt,  CelKind::kUint,
      CelKind::kDouble, CelKind::kString, CelKind::kBytes};
  return {MakeLiteral(expr.offset, expr.literal),
          CelType::Of(kKinds[expr.literal.index()])};
}

const NodeCompiler::Local* NodeCompiler::FindLocal(
    absl::string_view name) const {
  auto found = std::find_if(locals_.rbegin(), locals_.rend(),
                            [&](const Local& l) { return l.name == name; });
  return found == locals_.rend() ? nullptr : &*found;
}

bool NodeCompiler::IsVariable(absl::string_view name) const {
  bool global = absl::ConsumePrefix(&name, ".");
  return (!global && FindLocal(name) != nullptr) ||
         options_.names->Find(name).has_value();
}

const absl::string_view* NodeCompiler::FindType(absl::string_view name) const {
  absl::ConsumePrefix(&name, ".");
  for (const auto& row : kTypeNames) {
    if (row.name == name && (native_ || !row.native)) return &row.name;
  }
  return nullptr;
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileName(const Expr& expr) {
  absl::string_view name = expr.name;
  if (!absl::ConsumePrefix(&name, ".")) {
    if (const Local* local = FindLocal(name); local != nullptr) {
      return Part{MakeLocal(expr.offset, local->slot), local->type};
    }
  }
  if (std::optional<int> number = options_.names->Find(name)) {
    const Declarations::Variable& variable = options_.names->at(*number);
    if (!variable.refusal.empty()) {
      return Error(expr, absl::StrCat(Quoted(name), " ", variable.refusal));
    }
    used_.insert(*number);
    return Part{MakeVariable(expr.offset, *number), variable.type};
  }
  if (const absl::string_view* type = FindType(name); type != nullptr) {
    return Part{MakeTypeName(expr.offset, *type), CelType::Of(CelKind::kType)};
  }
  std::vector<std::string> names = options_.names->Names();
  for (const Local& local : locals_) names.push_back(local.name);
  std::string way_out = native_ ? Habit(HabitOf::kName, name) : "";
  if (way_out.empty()) way_out = DidYouMean(name, names);
  if (way_out.empty() && native_) {
    std::sort(names.begin(), names.end());
    way_out = absl::StrCat("; there are ", absl::StrJoin(names, ", "));
  }
  return Error(expr, absl::StrCat("unknown name ", Quoted(name), way_out));
}

absl::StatusOr<CelType> NodeCompiler::TypeOfField(
    const Expr& expr, const CelType& operand) const {
  switch (operand.sort()) {
    case CelType::Sort::kRecord: {
      std::optional<CelType> type = FieldType(operand.name(), expr.name);
      if (type.has_value()) return *type;
      absl::string_view record = operand.name();
      return Error(expr,
                   absl::StrCat(record.substr(record.rfind('.') + 1),
                                " has no field ", Quoted(expr.name),
                                DidYouMean(expr.name, FieldNames(record))));
    }
    case CelType::Sort::kKind:
      if (operand.kind() == CelKind::kMap) return operand.second();
      if (operand.kind() == CelKind::kOptional) {
        LOOM_ASSIGN_OR_RETURN(CelType field,
                              TypeOfField(expr, operand.first()));
        return CelType::OptionalOf(field);
      }
      return Error(expr, absl::StrCat("a value of type ", operand.text(),
                                      " has no fields"));
    default:
      return CelType::Dyn();
  }
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileSelect(
    const Expr& expr) {
  // The name of a type may have points if its first part is not a variable.
  std::string name = QualifiedName(expr);
  if (!name.empty() && !IsVariable(name.substr(0, name.find('.', 1)))) {
    if (const absl::string_view* type = FindType(name); type != nullptr) {
      return Part{MakeTypeName(expr.offset, *type),
                  CelType::Of(CelKind::kType)};
    }
  }
  LOOM_ASSIGN_OR_RETURN(Part operand, Compile(*expr.args[0]));
  LOOM_ASSIGN_OR_RETURN(CelType type, TypeOfField(expr, operand.type));
  if (expr.optional && !operand.type.Is(CelKind::kOptional)) {
    type = CelType::OptionalOf(type);
  }
  return Part{MakeSelect(expr.offset, std::move(operand.node), expr.name,
                         expr.optional),
              std::move(type)};
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileHas(const Expr& expr) {
  LOOM_ASSIGN_OR_RETURN(Part operand, Compile(*expr.args[0]));
  LOOM_RETURN_IF_ERROR(TypeOfField(expr, operand.type).status());
  return Part{MakeHas(expr.offset, std::move(operand.node), expr.name),
              CelType::Of(CelKind::kBool)};
}

absl::StatusOr<CompiledExpr> CompileExpr(absl::string_view text,
                                         const Expr& expr,
                                         const CompilerOptions& options) {
  return NodeCompiler(text, options).Whole(expr);
}

}  // namespace loom
