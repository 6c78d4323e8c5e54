// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "language/cel/program/expression.h"
#include "language/cel/values/tree_value.h"
#include "language/transforms/families.h"

namespace loom {
namespace {

// The names that are available at the location, and `value`.
class WithValue final : public CelVariables {
 public:
  WithValue(const Value& value, CelVariables* others)
      : value_(value), others_(others) {}

  CelValue Get(int number, CelContext* context) override {
    if (number == int(ExpressionName::kValue)) return FromTree(value_, context);
    return others_->Get(number, context);
  }

 private:
  const Value& value_;
  CelVariables* others_;
};

class ExpressionTransform final : public Transform {
 public:
  explicit ExpressionTransform(InputExpression expression)
      : expression_(std::move(expression)) {}

  absl::StatusOr<Value> Apply(const Value& value, CelVariables* variables,
                              Pool* pool) const override {
    WithValue with_value(value, variables);
    return expression_.Tree(&with_value, pool, BytesAs::kBytes);
  }

 private:
  InputExpression expression_;
};

}  // namespace

std::unique_ptr<const Transform> ParseExpressionTransform(
    Fields& transform, ExpressionNames names, ExpressionNames* used) {
  if (!transform.Has("expression")) transform.at().Missing("expression");
  std::optional<InputExpression> expression = InputExpression::Read(
      transform, "expression", names | ExpressionName::kValue);
  if (!expression.has_value()) return nullptr;
  *used = *used | expression->names();
  return std::make_unique<ExpressionTransform>((*std::move(expression)).At(""));
}

}  // namespace loom
