// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/value_names.h"
#include "language/cel/syntax/lexer.h"
#include "language/cel/syntax/parser.h"
#include "language/cel/values/tree_value.h"
#include "language/input/fields.h"

namespace loom {
absl::StatusOr<Expression> Expression::Compile(absl::string_view text,
                                               const CompilerOptions& options) {
  bool native = options.dialect == CelDialect::kNative;
  LOOM_ASSIGN_OR_RETURN(ExprPtr expr, ParseExpr(text, {.native = native}));
  LOOM_ASSIGN_OR_RETURN(CompiledExpr compiled,
                        CompileExpr(text, *expr, options));
  return Expression(std::make_shared<const Compiled>(
      Compiled{std::string(text), native ? Numbers::kWhole : Numbers::kDouble,
               std::move(compiled)}));
}

absl::StatusOr<Expression> Expression::CompileIn(absl::string_view text,
                                                 const CompilerOptions& options,
                                                 Pool* pool) {
  // Compiling takes some hundred times as long as reading.
  LOOM_RETURN_IF_ERROR(Spend(
      1000 + 100 * Writing(std::min(text.size(), limits::kExpression)), pool));
  return Compile(text, options);
}

absl::StatusOr<CelValue> Expression::Evaluate(CelVariables* variables,
                                              CelContext* context) const {
  absl::InlinedVector<CelValue, 8> locals(compiled_->expr.slots);
  Frame frame{context, variables, locals.data()};
  CelValue value = compiled_->expr.node->Evaluate(frame);
  if (!context->status().ok()) return context->status();
  if (!value.IsError()) return value;
  const CelError& error = value.AsError();
  absl::Status status = absl::FailedPreconditionError(error.message);
  if (error.is_pending()) {
    // A missing value may be reported, but not its key, which may be a value of an
    // object.
    status = Harmless(absl::NotFoundError(error.message),
                      error.kind == CelError::Kind::kExplained
                          ? error.message
                          : "a key, field or index is missing");
    status = WithFact(std::move(status), Fact::kPending);
  }
  size_t offset = error.offset == CelError::kNowhere ? 0 : error.offset;
  return Annotate(status, PlaceIn(compiled_->text, offset));
}

namespace {

constexpr ExpressionName kLast = ExpressionName::kName;

// The steps of an expression, in addition to those of its nodes.
constexpr uint64_t kSteps = 20;

std::optional<CelKind> KindOf(ExpressionType type) {
  if (type == ExpressionType::kBool) return CelKind::kBool;
  if (type == ExpressionType::kText) return CelKind::kString;
  return std::nullopt;
}

// Returns whether a value of that type may have the wanted type in some call.
bool MayBe(const CelType& type, ExpressionType wanted) {
  std::optional<CelKind> kind = KindOf(wanted);
  return !kind.has_value() || MayBeSame(type, CelType::Of(*kind));
}

// Reports unknown parameters. Returns false if it has found one.
bool CheckParams(const Input& at, absl::string_view member,
                 absl::string_view text) {
  std::vector<std::string> names;
  for (const Member& each : Members(*at.params())) {
    names.emplace_back(View(each.name));
  }
  bool sound = true;
  for (const ExpressionRead& read : ReadsOf(text)) {
    if (read.name != "params" || read.path.empty()) continue;
    const Segment& first = read.path[0];
    if (first.is_index || Find(*at.params(), first.field) != nullptr) continue;
    sound = false;
    at.Invalid(member,
               absl::StrCat(PlaceIn(text, read.offset),
                            ": unknown parameter \"", first.field, "\""),
               ProblemKind::kExpression, NearestName(first.field, names));
  }
  return sound;
}

// The names that are available at the location, and the parameters.
class WithParams final : public CelVariables {
 public:
  WithParams(const Value& params, CelVariables* others)
      : params_(params), others_(others) {}

  CelValue Get(int number, CelContext* context) override {
    if (number == int(ExpressionName::kParams)) {
      return FromTree(params_, context);
    }
    return others_->Get(number, context);
  }

 private:
  const Value& params_;
  CelVariables* others_;
};

// Returns the expression of a field that is written as in a template, ${…}; "" if it is
// written as it should be.
absl::string_view InBraces(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  const bool braces =
      absl::ConsumePrefix(&text, "${") && absl::ConsumeSuffix(&text, "}");
  return braces ? absl::StripAsciiWhitespace(text) : "";
}

// Returns whether it is what a shell or a policy writes in ${…}: HOME, HOME:-/tmp,
// aws:username.
bool IsOfOtherTool(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  const auto end = absl::c_find_if(
      text, [](char c) { return !absl::ascii_isalnum(c) && c != '_'; });
  const absl::string_view name = text.substr(0, end - text.begin());
  if (name.empty() || IsExpressionName(name)) return false;
  return end == text.end() ? absl::c_none_of(name, absl::ascii_islower)
                           : absl::StrContains(":%#/^,", *end);
}

}  // namespace

std::optional<InputExpression> InputExpression::Read(Fields& fields,
                                                     absl::string_view member,
                                                     ExpressionNames names,
                                                     ExpressionType type) {
  std::optional<absl::string_view> text = fields.String(member);
  if (!text.has_value()) return std::nullopt;
  return Compile(fields.at(), member, *text, names, type);
}

std::optional<InputExpression> InputExpression::Compile(
    const Input& at, absl::string_view member, absl::string_view text,
    ExpressionNames names, ExpressionType type) {
  at.AddExpression(member, text);
  if (const absl::string_view inside = InBraces(text); !inside.empty()) {
    at.Invalid(member,
               absl::StrCat("the field is an expression; write it without ${ "
                            "and }: ",
                            inside),
               ProblemKind::kExpression);
    return std::nullopt;
  }
  if (at.params() != nullptr) names = names | ExpressionName::kParams;
  const Declarations declarations = DeclarationsOf(names);
  CompilerOptions options;
  options.dialect = CelDialect::kNative;
  options.names = &declarations;
  if (member == "readyWhen") options.subject = "object";
  options.compile_pattern = [&at](absl::string_view pattern) {
    return CompilePattern(at, pattern);
  };
  absl::StatusOr<Expression> compiled = Expression::Compile(text, options);
  if (!compiled.ok()) {
    const bool is_inline = member.empty() && at.value().IsString() &&
                           absl::StrContains(View(at.value()), "${");
    at.Invalid(member,
               absl::StrCat(MessageWithoutMeant(compiled.status()),
                            is_inline && IsOfOtherTool(text)
                                ? "; write $${ if ${ is meant literally"
                                : ""),
               ProblemKind::kExpression,
               FactOf(compiled.status(), Fact::kMeant));
    return std::nullopt;
  }
  if (!MayBe(compiled->type(), type)) {
    at.Invalid(member,
               absl::StrCat("expected an expression of type ",
                            TypeNameOf(*KindOf(type)), ", got ",
                            compiled->type().text()),
               ProblemKind::kExpression);
    return std::nullopt;
  }
  if (compiled->Names(int(ExpressionName::kRequired))) {
    RequiredNames::Of(at)->AddUses(at, member, text);
  }
  if (compiled->Names(int(ExpressionName::kValues))) {
    ValueNames::Of(at)->AddUses(at, member, text, names);
  }
  const absl::string_view dot = at.place().empty() || member.empty() ? "" : ".";
  InputExpression made(*std::move(compiled),
                       absl::StrCat(at.place(), dot, member));
  if (made.expression_.Names(int(ExpressionName::kParams))) {
    if (!CheckParams(at, member, text)) return std::nullopt;
    made.params_ = at.params();
  }
  return made;
}

ExpressionNames InputExpression::names() const {
  ExpressionNames names;
  for (int i = 0; i <= int(kLast); ++i) {
    if (expression_.Names(i)) names = names | ExpressionName(i);
  }
  return names;
}

absl::StatusOr<CelValue> InputExpression::Evaluate(CelVariables* variables,
                                                   CelContext* context) const {
  LOOM_RETURN_IF_ERROR(Spend(kSteps, context->pool()));
  std::optional<WithParams> with_params;
  if (params_ != nullptr) {
    variables = &with_params.emplace(*params_, variables);
  }
  absl::StatusOr<CelValue> value = expression_.Evaluate(variables, context);
  if (value.ok()) return value;
  if (!context->status().ok()) return value.status();
  return Placed(value.status());
}

absl::Status InputExpression::Placed(const absl::Status& status) const {
  return WithPlace(shown_.empty() ? status : Annotate(status, shown_), place_);
}

absl::Status InputExpression::Failed(absl::string_view message) const {
  return Placed(Harmless(absl::FailedPreconditionError(message)));
}

absl::StatusOr<bool> InputExpression::Bool(CelVariables* variables,
                                           Pool* pool) const {
  CelContext context(pool, expression_.numbers());
  LOOM_ASSIGN_OR_RETURN(const CelValue value, Evaluate(variables, &context));
  if (value.kind() == CelKind::kBool) return value.AsBool();
  return Failed(absl::StrCat("expected a boolean, got ", TypeNameOf(value)));
}

absl::StatusOr<std::string> InputExpression::Text(CelVariables* variables,
                                                  Pool* pool) const {
  CelContext context(pool, expression_.numbers());
  LOOM_ASSIGN_OR_RETURN(const CelValue value, Evaluate(variables, &context));
  if (value.kind() == CelKind::kString) return std::string(value.AsText());
  return Failed(absl::StrCat("expected a string, got ", TypeNameOf(value)));
}

absl::StatusOr<Value> InputExpression::Tree(CelVariables* variables, Pool* pool,
                                            BytesAs bytes) const {
  LOOM_ASSIGN_OR_RETURN(std::optional<Value> tree,
                        OptionalTree(variables, pool, bytes));
  return tree.has_value() ? *std::move(tree) : Value();
}

absl::StatusOr<std::optional<Value>> InputExpression::OptionalTree(
    CelVariables* variables, Pool* pool, BytesAs bytes) const {
  CelContext context(pool, expression_.numbers());
  LOOM_ASSIGN_OR_RETURN(const CelValue value, Evaluate(variables, &context));
  if (value.kind() == CelKind::kOptional && value.AsOptional() == nullptr) {
    return std::nullopt;
  }
  absl::StatusOr<Value> tree = ToTree(value, &context);
  if (!tree.ok()) return Placed(tree.status());
  if (bytes == BytesAs::kText && HasBytes(*tree)) {
    absl::Status text = BytesToText(&*tree, pool);
    if (!text.ok()) return EndsCall(text) ? text : Placed(text);
  }
  return std::optional<Value>(*std::move(tree));
}

}  // namespace loom
