// SPDX-License-Identifier: Apache-2.0
// FakeVariables are the names `composite` and `environment` of expressions without a
// call, for tests.
#pragma once

#include "language/cel/program/declarations.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/values/tree_value.h"

namespace loom {

class FakeVariables : public CelVariables {
 public:
  FakeVariables(const Value& composite, const Value& environment)
      : composite_(composite), environment_(environment) {}

  CelValue Get(int number, CelContext* context) override {
    const bool is_composite =
        ExpressionName(number) == ExpressionName::kComposite;
    return FromTree(is_composite ? composite_ : environment_, context);
  }

 private:
  const Value& composite_;
  const Value& environment_;
};

}  // namespace loom
