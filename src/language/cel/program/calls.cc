// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"
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
#include "language/cel/syntax/macros.h"

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

absl::StatusOr<std::vector<NodeCompiler::Part>> NodeCompiler::CompileAll(
    const Expr& expr, size_t from) {
  std::vector<Part> parts;
  for (size_t i = from; i < expr.args.size(); ++i) {
    LOOM_ASSIGN_OR_RETURN(Part part, Compile(*expr.args[i]));
    parts.push_back(std::move(part));
  }
  return parts;
}

std::string NodeCompiler::NamespacedFunction(const Expr& expr) const {
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

// In cel-go, what a key selects of an unknown map fits the other branch of a conditional,
// or the other elements of a list, and has their type.
bool NodeCompiler::IsKeyOfUnknownMap(absl::string_view name,
                                     const std::vector<Part>& parts) {
  return name == "_[_]" && parts[0].type.IsDyn() && !parts[1].type.IsDyn() &&
         !parts[1].type.Is(CelKind::kInt);
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileCall(const Expr& expr) {
  if (expr.name == "_&&_" || expr.name == "_||_") return CompileLogic(expr);
  std::string namespaced = NamespacedFunction(expr);
  bool member = expr.member && namespaced.empty();
  const std::string& name = namespaced.empty() ? expr.name : namespaced;
  const std::vector<Overload>& all = library_.Find(name);
  if (all.empty()) return UnknownFunction(expr, name);
  LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts,
                        CompileAll(expr, namespaced.empty() ? 0 : 1));
  if (!native_) AllowNull(&parts);
  bool any_dyn = std::any_of(parts.begin(), parts.end(), [](const Part& part) {
    return part.type.IsDyn();
  });
  std::vector<const Overload*> fitting;
  std::optional<CelType> result;
  auto try_each = [&](const std::vector<Overload>& overloads) {
    for (const Overload& overload : overloads) {
      std::optional<CelType> type = ResultOf(overload, member, parts);
      if (!type.has_value()) continue;
      // A variadic overload is only for arguments that no other overload takes. Its
      // result type is ignored if all types are known.
      bool is_last = overload.variadic && result.has_value() && !any_dyn;
      if (!is_last) {
        result = result.has_value() ? Joined(*result, *type) : *type;
      }
      fitting.push_back(&overload);
    }
  };
  try_each(all);
  if (after_macro_) try_each(Library::OfComparisonsAcrossKinds().Find(name));
  if (fitting.empty()) return NoOverload(expr, name, parts);
  if (!native_ && IsKeyOfUnknownMap(name, parts)) result = CelType::Unknown();
  LOOM_ASSIGN_OR_RETURN(
      NodePtr node, NodeOf(expr, name, std::move(fitting), std::move(parts)));
  return Part{std::move(node), *result};
}

void NodeCompiler::AllowNull(std::vector<Part>* parts) {
  auto is_nullable = [](const Part& part) {
    return part.type.sort() == CelType::Sort::kRecord ||
           part.type.Is(CelKind::kTimestamp) ||
           part.type.Is(CelKind::kDuration);
  };
  if (std::none_of(parts->begin(), parts->end(), is_nullable)) return;
  for (Part& part : *parts) {
    if (part.type.Is(CelKind::kNull)) part.type = CelType::Dyn();
  }
}

absl::Status NodeCompiler::NoOverload(const Expr& expr, absl::string_view name,
                                      const std::vector<Part>& parts) const {
  std::string message = absl::StrCat(
      "no such overload: ", name, " of ", parts.empty() ? "nothing" : "",
      absl::StrJoin(parts, " and ", [](std::string* out, const Part& part) {
        absl::StrAppend(out, part.type.text());
      }));
  auto is_kind = [](const Part& part) {
    return part.type.sort() == CelType::Sort::kKind;
  };
  if (native_ && parts.size() == 2 && is_kind(parts[0]) && is_kind(parts[1])) {
    absl::StrAppend(
        &message, Conversion(name, parts[0].type.kind(), parts[1].type.kind()));
  }
  return Error(expr, message);
}

std::optional<CelType> NodeCompiler::ResultOf(
    const Overload& overload, bool member, const std::vector<Part>& arguments) {
  if (overload.member != member) return std::nullopt;
  if (overload.variadic) return overload.result;
  if (overload.parameters.size() != arguments.size()) return std::nullopt;
  TypeMatch match;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!match.Fits(overload.parameters[i], arguments[i].type)) {
      return std::nullopt;
    }
  }
  CelType result = match.Resolved(overload.result);
  return result.IsDyn() ? CelType::Dyn() : result;
}

absl::Status NodeCompiler::UnknownFunction(const Expr& expr,
                                           absl::string_view name) const {
  std::vector<std::string> names = library_.Names();
  for (std::string& macro : MacroNames(native_)) {
    names.push_back(std::move(macro));
  }
  // A macro with another number of arguments is not a function.
  bool is_macro = std::find(names.begin(), names.end(), name) != names.end();
  if (is_macro) return Error(expr, absl::StrCat("wrong arguments for ", name));
  std::string habit = native_ ? Habit(HabitOf::kFunction, name) : "";
  return WithMeant(
      Error(expr, absl::StrCat("unknown function ", Quoted(name), habit)),
      habit.empty() ? NearestName(name, names) : "");
}

absl::StatusOr<NodePtr> NodeCompiler::NodeOf(
    const Expr& expr, const std::string& name,
    std::vector<const Overload*> overloads, std::vector<Part> parts) {
  size_t at = expr.offset;
  std::vector<NodePtr> of;
  of.reserve(parts.size());
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

absl::StatusOr<NodePtr> NodeCompiler::MatchOf(const Expr& expr, NodePtr text) {
  const std::string& pattern = std::get<std::string>(expr.args[1]->literal);
  absl::StatusOr<Regexp> compiled = options_.compile_pattern(pattern);
  if (!compiled.ok() && native_) {
    return Error(*expr.args[1], compiled.status().message());
  }
  return MakeMatch(expr.offset, std::move(text), std::move(compiled));
}

absl::StatusOr<NodeCompiler::Part> NodeCompiler::CompileLogic(
    const Expr& expr) {
  LOOM_ASSIGN_OR_RETURN(std::vector<Part> parts, CompileAll(expr, 0));
  std::vector<NodePtr> operands;
  for (Part& part : parts) {
    if (!MayBeSame(part.type, CelType::Of(CelKind::kBool))) {
      return Error(expr, absl::StrCat("no such overload: ", expr.name, " of ",
                                      part.type.text(),
                                      native_ ? InsteadOfOr(expr) : ""));
    }
    operands.push_back(std::move(part.node));
  }
  return Part{expr.name == "_&&_" ? MakeAnd(expr.offset, std::move(operands))
                                  : MakeOr(expr.offset, std::move(operands)),
              CelType::Of(CelKind::kBool)};
}

}  // namespace loom
