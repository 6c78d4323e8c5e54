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
                  {"kubernetes.Quantity", true},
                  {"kubernetes.URL", true},
                  {"kubernetes.Semver", true},
                  {"kubernetes.NamedFormat", true}};

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
    case ExprKind::kMessage:
      return CompileMessage(expr);
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
  return native_ || !options_.names->HasMessages() ? nullptr
                                                   : ContractType(name);
}

std::optional<NodeCompiler::Part> NodeCompiler::CompileEnumValue(
    const Expr& expr, absl::string_view name) const {
  if (native_ || !options_.names->HasMessages()) return std::nullopt;
  absl::ConsumePrefix(&name, ".");
  const std::optional<int64_t> number = EnumValue(name);
  if (!number.has_value()) return std::nullopt;
  return Part{MakeLiteral(expr.offset, Literal(*number)),
              CelType::Of(CelKind::kInt)};
}

// The well-known messages that an expression may create in the drop-in dialect, with
// their fields. Such a message is the value of its field, or `empty` without it.
struct MessageRow {
  absl::string_view name;
  absl::string_view field;
  absl::string_view type;  // of the field, as in signatures
  Literal empty;
};

const std::vector<MessageRow>& WellKnownMessages() {
  static const auto& rows = *new std::vector<MessageRow>{
      {"google.protobuf.Struct", "fields", "map<string, dyn>", nullptr},
      {"google.protobuf.ListValue", "values", "list<dyn>", nullptr},
      {"google.protobuf.Value", "null_value", "dyn", nullptr},
      {"google.protobuf.Value", "number_value", "double", nullptr},
      {"google.protobuf.Value", "string_value", "string", nullptr},
      {"google.protobuf.Value", "bool_value", "bool", nullptr},
      {"google.protobuf.Value", "struct_value", "map<string, dyn>", nullptr},
      {"google.protobuf.Value", "list_value", "list<dyn>", nullptr},
      {"google.protobuf.BoolValue", "value", "bool", false},
      {"google.protobuf.BytesValue", "value", "bytes", ByteText{}},
      {"google.protobuf.DoubleValue", "value", "double", 0.0},
      {"google.protobuf.FloatValue", "value", "double", 0.0},
      {"google.protobuf.Int32Value", "value", "int", int64_t{0}},
      {"google.protobuf.Int64Value", "value", "int", int64_t{0}},
      {"google.protobuf.StringValue", "value", "string", std::string()},
      {"google.protobuf.UInt32Value", "value", "uint", uint64_t{0}},
      {"google.protobuf.UInt64Value", "value", "uint", uint64_t{0}}};
  return rows;
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileMessage(
    const Expr& expr) {
  absl::string_view name = expr.name;
  absl::ConsumePrefix(&name, ".");
  bool known = false;
  for (const MessageRow& row : WellKnownMessages()) {
    if (row.name != name) continue;
    known = true;
    const CelType type =
        name == "google.protobuf.Value" ? CelType::Dyn() : ParseType(row.type);
    if (expr.args.empty()) {
      if (type.Is(CelKind::kMap)) {
        return Part{MakeMap(expr.offset, {}, {}), type};
      }
      if (type.Is(CelKind::kList)) {
        return Part{MakeList(expr.offset, {}, {}), type};
      }
      return Part{MakeLiteral(expr.offset, row.empty), type};
    }
    if (expr.args.size() != 1 || expr.variables[0] != row.field) continue;
    LOOM_ASSIGN_OR_RETURN(Part value, Compile(*expr.args[0]));
    if (!MayBeSame(value.type, ParseType(row.type))) {
      return Error(expr,
                   absl::StrCat("the field ", row.field, " of ", name,
                                " cannot be of type ", value.type.text()));
    }
    return Part{std::move(value.node), type};
  }
  return Error(expr, known ? absl::StrCat(name,
                                          " cannot be created with these "
                                          "fields")
                           : absl::StrCat("messages of type ", Quoted(name),
                                          " cannot be created"));
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileName(const Expr& expr) {
  absl::string_view name = expr.name;
  if (!absl::ConsumePrefix(&name, ".")) {
    if (const Local* local = FindLocal(name); local != nullptr) {
      return Part{MakeLocal(expr.offset, local->slot, name), local->type};
    }
  }
  if (std::optional<int> number = options_.names->Find(name)) {
    const Declarations::Variable& variable = options_.names->at(*number);
    if (!variable.refusal.empty()) {
      return Error(expr, absl::StrCat(Quoted(name), " ", variable.refusal));
    }
    used_.insert(*number);
    return Part{MakeVariable(expr.offset, *number, name), variable.type};
  }
  if (const absl::string_view* type = FindType(name); type != nullptr) {
    return Part{MakeTypeName(expr.offset, *type), CelType::Of(CelKind::kType)};
  }
  if (std::optional<Part> value = CompileEnumValue(expr, name)) {
    return *std::move(value);
  }
  std::vector<std::string> names = options_.names->Names();
  for (const Local& local : locals_) names.push_back(local.name);
  std::string way_out = native_ ? InsteadOfName(expr.offset, name) : "";
  const std::string meant = way_out.empty() ? NearestName(name, names) : "";
  if (way_out.empty() && meant.empty() && native_) {
    std::sort(names.begin(), names.end());
    way_out = absl::StrCat("; there are ", absl::StrJoin(names, ", "));
  }
  return WithMeant(
      Error(expr, absl::StrCat("unknown name ", Quoted(name), way_out)), meant);
}

absl::StatusOr<CelType> NodeCompiler::TypeOfField(
    const Expr& expr, const CelType& operand) const {
  switch (operand.sort()) {
    case CelType::Sort::kRecord: {
      std::optional<CelType> type = FieldType(operand.name(), expr.name);
      if (type.has_value()) return *type;
      absl::string_view record = operand.name();
      const std::string meant = NearestName(expr.name, FieldNames(record));
      const std::string way_out =
          native_ && meant.empty() ? InsteadOfField(expr, record) : "";
      return WithMeant(
          Error(expr,
                absl::StrCat(record.substr(record.rfind('.') + 1),
                             " has no field ", Quoted(expr.name), way_out)),
          meant);
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
    if (std::optional<Part> value = CompileEnumValue(expr, name)) {
      return *std::move(value);
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
