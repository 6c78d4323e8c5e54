// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/ready_rules.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "language/cel/program/expression.h"
#include "language/cel/syntax/lexer.h"
#include "language/cel/syntax/parser.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// For ReadCondition.

// What is known of a value without evaluating it: that it is a double, that it is no
// number of an object, or neither.
enum class Guess { kDouble, kOther, kUnknown };

constexpr absl::string_view kArithmetic[] = {"_+_", "_-_", "_*_", "_/_"};

bool IsArithmetic(const Expr& expr) {
  return expr.kind == ExprKind::kCall && !expr.member &&
         std::find(std::begin(kArithmetic), std::end(kArithmetic), expr.name) !=
             std::end(kArithmetic);
}

Guess GuessOf(const Expr& expr);

Guess GuessOfCall(const Expr& call) {
  if (call.name == "double") return Guess::kDouble;
  if (call.name == "_[_]") return Guess::kUnknown;
  if (call.name == "-_" || call.name == "dyn") return GuessOf(*call.args[0]);
  if (call.name == "_?_:_") {
    const Guess yes = GuessOf(*call.args[1]), no = GuessOf(*call.args[2]);
    return yes == no ? yes : Guess::kUnknown;
  }
  if (!IsArithmetic(call)) return Guess::kOther;
  const Guess left = GuessOf(*call.args[0]), right = GuessOf(*call.args[1]);
  if (left == Guess::kDouble || right == Guess::kDouble) return Guess::kDouble;
  return left == right ? left : Guess::kOther;
}

Guess GuessOf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return std::holds_alternative<double>(expr.literal) ? Guess::kDouble
                                                          : Guess::kOther;
    case ExprKind::kName:
    case ExprKind::kSelect:
      return Guess::kUnknown;
    case ExprKind::kCall:
      return GuessOfCall(expr);
    default:
      return Guess::kOther;
  }
}

// desired.resources[…].ready, desired.composite.ready
bool IsReadyOfDesired(const Expr& expr) {
  if (expr.kind != ExprKind::kSelect || expr.name != "ready") return false;
  const Expr* from = expr.args[0].get();
  for (int i = 0; i < 2 && from->kind != ExprKind::kName; ++i) {
    if (from->args.empty()) return false;
    from = from->args[0].get();
  }
  return from->kind == ExprKind::kName && from->name == "desired";
}

class ConditionReader {
 public:
  explicit ConditionReader(absl::string_view text) : text_(text) {}

  void Read(const Expr& expr) {
    if (IsArithmetic(expr)) ReadArithmetic(expr);
    if (expr.kind == ExprKind::kCall && !expr.member && expr.args.size() == 1) {
      const bool unknown = GuessOf(*expr.args[0]) == Guess::kUnknown;
      if (expr.name == "string") reading_.writes_values |= unknown;
      if (expr.name == "type" && unknown)
        Refuse(expr, "type() returns int for them");
    }
    reading_.reads_ready |= IsReadyOfDesired(expr);
    for (const ExprPtr& arg : expr.args) Read(*arg);
  }

  ConditionReading Finish() && { return std::move(reading_); }

 private:
  void ReadArithmetic(const Expr& expr) {
    if (expr.args.size() != 2) return;
    const Guess left = GuessOf(*expr.args[0]), right = GuessOf(*expr.args[1]);
    const bool mixes = left != right &&
                       (left == Guess::kDouble || right == Guess::kDouble) &&
                       (left == Guess::kUnknown || right == Guess::kUnknown);
    const bool divides = expr.name == "_/_" && left == Guess::kUnknown &&
                         right == Guess::kUnknown;
    if (mixes || divides) {
      Refuse(expr,
             "write double(…) around each of them, which works in both inputs");
    }
  }

  void Refuse(const Expr& expr, absl::string_view advice) {
    if (!reading_.refusal.empty()) return;
    reading_.refusal = absl::StrCat(
        PlaceIn(text_, expr.offset),
        ": in the native input, numbers without a fraction are integers; ",
        advice);
  }

  absl::string_view text_;
  ConditionReading reading_;
};

absl::StatusOr<Expression> Compiled(absl::string_view text, CelDialect dialect,
                                    ExpressionNames names) {
  const Declarations all = DeclarationsOf(names);
  Declarations known;
  for (int i = 0; i <= int(ExpressionName::kValue); ++i) {
    if (names.Has(ExpressionName(i))) {
      known.Declare(all.at(i).name, all.at(i).type);
    }
  }
  CompilerOptions options;
  options.dialect = dialect;
  options.names = &known;
  return Expression::Compile(text, options);
}

// For ReadReadyRules.

constexpr char kRules[] = "celHealthCheckCustomization";
constexpr char kRulesFrom[] = "celHealthCheckCustomizationFrom";

// The kind that a key names; false: it names none, and the rule is never asked.
bool ReadKey(absl::string_view key, ReadyRule* rule) {
  const std::vector<absl::string_view> parts = absl::StrSplit(key, '_');
  if (parts.size() != 3 || parts[1].empty() || parts[2].empty()) return false;
  rule->key = std::string(key);
  rule->api_version = parts[0].empty() ? std::string(parts[1])
                                       : absl::StrCat(parts[0], "/", parts[1]);
  rule->kind = std::string(parts[2]);
  return true;
}

void ReadRule(const Member& member, const NodePath& path, ReadyRules* rules) {
  const absl::string_view key = View(member.name);
  if (!member.value.IsString()) return;  // null counts as absent
  ReadyRule rule;
  if (!ReadKey(key, &rule)) {
    rules->notes.push_back(
        {path, "the rule is left out: its key does not name a kind"});
    return;
  }
  rule.ready_when = std::string(View(member.value));
  const ConditionReading reading =
      ReadCondition(rule.ready_when, ExpressionName::kObject);
  if (!reading.refusal.empty()) {
    rules->refusal = {path,
                      absl::StrCat("the rule ", key, ": ", reading.refusal)};
    return;
  }
  if (reading.writes_values) {
    rules->notes.push_back({path,
                            "string() writes a million from an object as "
                            "1000000; before, it was 1e+06"});
  }
  if (reading.may_be_no_bool) {
    rules->notes.push_back({path,
                            "the rule is used; function-auto-ready skips it, "
                            "because its result may not be a boolean"});
  }
  rules->kinds.push_back(std::move(rule));
}

}  // namespace

Problems ProblemsOfInput(const Value& input) {
  return PlanInput(input, /*step=*/nullptr)->problems;
}

ConditionReading ReadCondition(absl::string_view text, ExpressionNames names) {
  const absl::StatusOr<Expression> there =
      Compiled(text, CelDialect::kDropIn, names);
  const absl::StatusOr<Expression> here =
      Compiled(text, CelDialect::kNative, names | kNamesOfCall);
  for (const auto* each : {&there, &here}) {
    if (!each->ok()) return {.refusal = std::string(each->status().message())};
  }
  const absl::StatusOr<ExprPtr> expr = ParseExpr(text, {.native = false});
  ConditionReader reader(text);
  reader.Read(**expr);
  ConditionReading reading = std::move(reader).Finish();
  reading.may_be_no_bool = there->type().IsDyn();
  return reading;
}

ReadyRules ReadReadyRules(const Value* input, const NodePath& path) {
  ReadyRules rules;
  if (input == nullptr || !input->IsObject()) return rules;
  const Problems problems = ProblemsOfInput(*input);
  if (!problems.empty()) {
    rules.refusal = {path,
                     absl::StrCat("function-auto-ready refuses its input: ",
                                  problems.Joined())};
    return rules;
  }
  const Value* from = Find(*input, kRulesFrom);
  if (from != nullptr && from->IsString() && from->GetStringLength() > 0) {
    rules.refusal = {
        Below(path, {kRulesFrom}),
        absl::StrCat("the rules that it takes from the context (", kRulesFrom,
                     ") cannot be part of the native input")};
    return rules;
  }
  const Value* given = Find(*input, kRules);
  if (given == nullptr || !given->IsObject()) return rules;
  const NodePath place = Below(path, {kRules});
  for (const Member& member : Members(*given)) {
    ReadRule(member, Below(place, {std::string(View(member.name))}), &rules);
    if (rules.refusal) return rules;
  }
  if (!rules.kinds.empty()) {
    rules.notes.push_back(
        {place,
         "these rules are used, and one that fails is FATAL; "
         "function-auto-ready reads them only with its feature gate "
         "CELHealthcheckCustomizations, and only warns"});
  }
  return rules;
}

}  // namespace loom
