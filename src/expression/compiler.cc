// SPDX-License-Identifier: Apache-2.0
#include "expression/compiler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/nearest_name.h"
#include "base/status_macros.h"
#include "expression/nodes.h"
#include "go/quoted.h"
#include "grammar/macros.h"
#include "grammar/place.h"

namespace loom {
namespace {

// A part that was compiled.
struct Part {
  NodePtr node;
  CelType type;
};

// A variable of a macro, while what it is for is compiled.
struct Local {
  std::string name;
  CelType type;
  size_t slot;
};

// The names that stand for types.
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

// a.b.c of names and selections; "" of anything else.
std::string QualifiedName(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return expr.name;
  if (expr.kind != ExprKind::kSelect || expr.optional) return "";
  std::string front = QualifiedName(*expr.args[0]);
  return front.empty() ? "" : absl::StrCat(front, ".", expr.name);
}

std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates) {
  std::string nearest = NearestName(name, candidates);
  return nearest.empty()
             ? ""
             : absl::StrCat(", did you mean ", Quoted(nearest), "?");
}

class Compiler {
 public:
  Compiler(absl::string_view text, const CompilerOptions& options)
      : text_(text),
        options_(options),
        native_(options.dialect == CelDialect::kNative),
        library_(Library::Of(options.dialect)) {}

  absl::StatusOr<CompiledExpr> Whole(const Expr& expr) {
    LOOM_ASSIGN_OR_RETURN(Part part, Compile(expr));
    return CompiledExpr{std::move(part.node), std::move(part.type), slots_};
  }

 private:
  absl::Status Error(const Expr& at, absl::string_view message) const {
    return ErrorAt(text_, at.offset, message);
  }

  absl::StatusOr<Part> Compile(const Expr& expr) {
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

  static Part CompileLiteral(const Expr& expr) {
    constexpr CelKind kKinds[] = {
        CelKind::kNull,   CelKind::kBool,   CelKind::kInt,  CelKind::kUint,
        CelKind::kDouble, CelKind::kString, CelKind::kBytes};
    return {MakeLiteral(expr.offset, expr.literal),
            CelType::Of(kKinds[expr.literal.index()])};
  }

  // ── Names ──────────────────────────────────────────────────────────────────

  const Local* FindLocal(absl::string_view name) const {
    auto found = std::find_if(locals_.rbegin(), locals_.rend(),
                              [&](const Local& l) { return l.name == name; });
    return found == locals_.rend() ? nullptr : &*found;
  }

  bool IsVariable(absl::string_view name) const {
    bool global = absl::ConsumePrefix(&name, ".");
    return (!global && FindLocal(name) != nullptr) ||
           options_.names->Find(name).has_value();
  }

  const absl::string_view* FindType(absl::string_view name) const {
    absl::ConsumePrefix(&name, ".");
    for (const auto& row : kTypeNames) {
      if (row.name == name && (native_ || !row.native)) return &row.name;
    }
    return nullptr;
  }

  absl::StatusOr<Part> CompileName(const Expr& expr) const {
    absl::string_view name = expr.name;
    if (!absl::ConsumePrefix(&name, ".")) {
      if (const Local* local = FindLocal(name); local != nullptr) {
        return Part{MakeLocal(expr.offset, local->slot), local->type};
      }
    }
    if (std::optional<int> number = options_.names->Find(name)) {
      return Part{MakeVariable(expr.offset, *number),
                  options_.names->at(*number).type};
    }
    if (const absl::string_view* type = FindType(name); type != nullptr) {
      return Part{MakeTypeName(expr.offset, *type),
                  CelType::Of(CelKind::kType)};
    }
    std::vector<std::string> names = options_.names->Names();
    for (const Local& local : locals_) names.push_back(local.name);
    return Error(expr, absl::StrCat("unknown name ", Quoted(name),
                                    DidYouMean(name, names)));
  }

  // ── Fields ─────────────────────────────────────────────────────────────────

  absl::StatusOr<CelType> TypeOfField(const Expr& expr,
                                      const CelType& operand) const {
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
        return Error(expr, absl::StrCat("a value of the type ", operand.text(),
                                        " has no fields"));
      default:
        return CelType::Dyn();
    }
  }

  absl::StatusOr<Part> CompileSelect(const Expr& expr) {
    // The name of a type may have points, if its first part is no variable.
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

  absl::StatusOr<Part> CompileHas(const Expr& expr) {
    LOOM_ASSIGN_OR_RETURN(Part operand, Compile(*expr.args[0]));
    LOOM_RETURN_IF_ERROR(TypeOfField(expr, operand.type).status());
    return Part{MakeHas(expr.offset, std::move(operand.node), expr.name),
                CelType::Of(CelKind::kBool)};
  }

  // ── Calls ──────────────────────────────────────────────────────────────────

  absl::StatusOr<std::vector<Part>> CompileAll(const Expr& expr, size_t from) {
    std::vector<Part> parts;
    for (size_t i = from; i < expr.args.size(); ++i) {
      LOOM_ASSIGN_OR_RETURN(Part part, Compile(*expr.args[i]));
      parts.push_back(std::move(part));
    }
    return parts;
  }

  // math.abs(x) has the form of a method of `math`.
  std::string NamespacedFunction(const Expr& expr) const {
    if (!expr.member) return "";
    std::string front = QualifiedName(*expr.args[0]);
    if (front.empty() || IsVariable(front.substr(0, front.find('.', 1)))) {
      return "";
    }
    absl::string_view name = front;
    absl::ConsumePrefix(&name, ".");
    std::string whole = absl::StrCat(name, ".", expr.name);
    return library_.Find(whole).empty() ? "" : whole;
  }

  absl::StatusOr<Part> CompileCall(const Expr& expr) {
    if (expr.name == "_&&_" || expr.name == "_||_") return CompileLogic(expr);
    std::string namespaced = NamespacedFunction(expr);
    bool member = expr.member && namespaced.empty();
    const std::string& name = namespaced.empty() ? expr.name : namespaced;
    LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts,
                          CompileAll(expr, namespaced.empty() ? 0 : 1));
    const std::vector<Overload>& all = library_.Find(name);
    if (all.empty()) return UnknownFunction(expr, name);
    std::vector<const Overload*> fitting;
    std::optional<CelType> result;
    for (const Overload& overload : all) {
      std::optional<CelType> type = ResultOf(overload, member, parts);
      if (!type.has_value()) continue;
      result = result.has_value() ? Joined(*result, *type) : *type;
      fitting.push_back(&overload);
    }
    if (fitting.empty()) {
      return Error(
          expr,
          absl::StrCat("no such overload: ", name, " of ",
                       parts.empty() ? "nothing" : "",
                       absl::StrJoin(parts, " and ",
                                     [](std::string* out, const Part& part) {
                                       absl::StrAppend(out, part.type.text());
                                     })));
    }
    LOOM_ASSIGN_OR_RETURN(
        NodePtr node, NodeOf(expr, name, std::move(fitting), std::move(parts)));
    return Part{std::move(node), *result};
  }

  // The type of the result if the arguments fit.
  static std::optional<CelType> ResultOf(const Overload& overload, bool member,
                                         const std::vector<Part>& arguments) {
    if (overload.member != member) return std::nullopt;
    if (overload.variadic) return overload.result;
    if (overload.parameters.size() != arguments.size()) return std::nullopt;
    TypeMatch match;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (!match.Fits(overload.parameters[i], arguments[i].type)) {
        return std::nullopt;
      }
    }
    return match.Resolved(overload.result);
  }

  absl::Status UnknownFunction(const Expr& expr, absl::string_view name) const {
    std::vector<std::string> names = library_.Names();
    for (std::string& macro : MacroNames(native_)) {
      names.push_back(std::move(macro));
    }
    // A macro with another number of arguments is no function.
    bool is_macro = std::find(names.begin(), names.end(), name) != names.end();
    return Error(expr, is_macro
                           ? absl::StrCat("wrong arguments for ", name)
                           : absl::StrCat("unknown function ", Quoted(name),
                                          DidYouMean(name, names)));
  }

  absl::StatusOr<NodePtr> NodeOf(const Expr& expr, const std::string& name,
                                 std::vector<const Overload*> overloads,
                                 std::vector<Part> parts) {
    size_t at = expr.offset;
    std::vector<NodePtr> of;
    for (Part& part : parts) of.push_back(std::move(part.node));
    if (name == "!_") return MakeNot(at, std::move(of[0]));
    if (name == "_?_:_") {
      return MakeConditional(at, std::move(of[0]), std::move(of[1]),
                             std::move(of[2]));
    }
    if (name == "_==_" || name == "_!=_") {
      return MakeEqual(at, std::move(of[0]), std::move(of[1]), name == "_!=_");
    }
    if (name == "@in") return MakeIn(at, std::move(of[0]), std::move(of[1]));
    if (name == "_[_]" || name == "_[?_]") {
      return MakeIndex(at, std::move(of[0]), std::move(of[1]), name == "_[?_]");
    }
    if (absl::StartsWith(name, "_<") || absl::StartsWith(name, "_>")) {
      return MakeOrdered(at, name, std::move(of[0]), std::move(of[1]));
    }
    if (native_ && (name == "or" || name == "orValue")) {
      return MakeOrElse(at, std::move(of[0]), std::move(of[1]), name == "or");
    }
    if (name == "matches" && expr.args[1]->kind == ExprKind::kLiteral) {
      return MatchOf(expr, std::move(of[0]));
    }
    return MakeCall(at, name, std::move(overloads), std::move(of));
  }

  absl::StatusOr<NodePtr> MatchOf(const Expr& expr, NodePtr text) {
    const std::string& pattern = std::get<std::string>(expr.args[1]->literal);
    absl::StatusOr<Regexp> compiled = options_.compile_pattern(pattern);
    if (!compiled.ok() && native_) {
      return Error(*expr.args[1], compiled.status().message());
    }
    return MakeMatch(expr.offset, std::move(text), std::move(compiled));
  }

  absl::StatusOr<Part> CompileLogic(const Expr& expr) {
    LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts, CompileAll(expr, 0));
    std::vector<NodePtr> operands;
    for (Part& part : parts) {
      if (!MayBeSame(part.type, CelType::Of(CelKind::kBool))) {
        return Error(expr, absl::StrCat("no such overload: ", expr.name, " of ",
                                        part.type.text()));
      }
      operands.push_back(std::move(part.node));
    }
    return Part{expr.name == "_&&_" ? MakeAnd(expr.offset, std::move(operands))
                                    : MakeOr(expr.offset, std::move(operands)),
                CelType::Of(CelKind::kBool)};
  }

  // ── Collections ────────────────────────────────────────────────────────────

  // The type of an element that is optional or not.
  absl::StatusOr<CelType> ElementType(const Expr& at, const CelType& type,
                                      bool optional) const {
    if (!optional || type.IsDyn()) return type;
    if (type.Is(CelKind::kOptional)) return type.first();
    return Error(at,
                 absl::StrCat("? wants an optional, got a value of the type ",
                              type.text()));
  }

  absl::StatusOr<Part> CompileList(const Expr& expr) {
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
                CelType::ListOf(type.value_or(CelType::Dyn()))};
  }

  absl::StatusOr<Part> CompileMap(const Expr& expr) {
    LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts, CompileAll(expr, 0));
    std::optional<CelType> key, value;
    std::vector<NodePtr> nodes;
    for (size_t i = 0; i < parts.size(); i += 2) {
      LOOM_ASSIGN_OR_RETURN(CelType type,
                            ElementType(*expr.args[i + 1], parts[i + 1].type,
                                        expr.optional_args[i / 2]));
      key = key.has_value() ? Joined(*key, parts[i].type) : parts[i].type;
      value = value.has_value() ? Joined(*value, type) : type;
      nodes.push_back(std::move(parts[i].node));
      nodes.push_back(std::move(parts[i + 1].node));
    }
    return Part{MakeMap(expr.offset, std::move(nodes), expr.optional_args),
                CelType::MapOf(key.value_or(CelType::Dyn()),
                               value.value_or(CelType::Dyn()))};
  }

  // ── Macros ─────────────────────────────────────────────────────────────────

  // The types of the variables of a macro over a range of that type.
  absl::StatusOr<std::vector<CelType>> VariableTypes(const Expr& expr,
                                                     const CelType& range) {
    if (expr.macro == MacroKind::kBind) return std::vector<CelType>{range};
    bool opt = expr.macro == MacroKind::kOptMap ||
               expr.macro == MacroKind::kOptFlatMap;
    bool two = expr.variables.size() == 2;
    if (range.IsDyn()) {
      return std::vector<CelType>(expr.variables.size(), CelType::Dyn());
    }
    if (opt && range.Is(CelKind::kOptional)) {
      return std::vector<CelType>{range.first()};
    }
    if (!opt && range.Is(CelKind::kList)) {
      return two ? std::vector<CelType>{CelType::Of(CelKind::kInt),
                                        range.first()}
                 : std::vector<CelType>{range.first()};
    }
    if (!opt && range.Is(CelKind::kMap) && expr.macro != MacroKind::kSortBy) {
      return two ? std::vector<CelType>{range.first(), range.second()}
                 : std::vector<CelType>{range.first()};
    }
    return Error(
        expr, absl::StrCat(expr.name, " goes through a ",
                           opt ? "value that may be there" : "list or a map",
                           ", not through a value of the type ", range.text()));
  }

  absl::Status WantBool(const Expr& expr, const CelType& type) const {
    if (MayBeSame(type, CelType::Of(CelKind::kBool))) return absl::OkStatus();
    return Error(
        expr, absl::StrCat("the condition of ", expr.name, " is of the type ",
                           type.text(), ", want bool"));
  }

  absl::StatusOr<Part> CompileMacro(const Expr& expr) {
    LOOM_ASSIGN_OR_RETURN(Part range, Compile(*expr.args[0]));
    LOOM_ASSIGN_OR_RETURN(std::vector<CelType> types,
                          VariableTypes(expr, range.type));
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
      body.node = MakeLocal(expr.offset, slots[0]);
    }
    return Part{
        MakeMacro(expr.offset, expr.macro, std::move(range.node),
                  std::move(slots), std::move(condition), std::move(body.node)),
        std::move(type)};
  }

  absl::StatusOr<CelType> MacroType(const Expr& expr, const CelType& range,
                                    const std::vector<CelType>& variables,
                                    const CelType& body) const {
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

  absl::string_view text_;
  const CompilerOptions& options_;
  bool native_;
  const Library& library_;
  std::vector<Local> locals_;
  size_t slots_ = 0;
};

}  // namespace

absl::StatusOr<CompiledExpr> CompileExpr(absl::string_view text,
                                         const Expr& expr,
                                         const CompilerOptions& options) {
  return Compiler(text, options).Whole(expr);
}

}  // namespace loom
