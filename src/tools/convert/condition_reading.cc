// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/condition_reading.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "language/cel/program/expression.h"
#include "language/cel/syntax/parser.h"
#include "language/cel/syntax/place.h"

namespace loom {
namespace {

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
        Refuse(expr, "type() says int of them");
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
             "write double(…) around each of them, which is the same in both");
    }
  }

  void Refuse(const Expr& expr, absl::string_view advice) {
    if (!reading_.refusal.empty()) return;
    reading_.refusal = absl::StrCat(
        PlaceIn(text_, expr.offset),
        ": numbers of objects are whole numbers in the native input; ", advice);
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

}  // namespace

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

}  // namespace loom
