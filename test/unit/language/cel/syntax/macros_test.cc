// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Macros, AreNodes) {
  const EvaluatedRow tests[] = {
      {R"x([1].all(x, true))x", R"x(true)x"},
      {R"x([1].all(x))x", R"x(refused 1:5: wrong arguments for all)x"},
      {R"x([1].filter(1, true))x",
       R"x(refused 1:12: expected a name for the variable of filter)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Macros, AreFewerInDropInInputs) {
  const EvaluatedRow tests[] = {
      {R"x([1].transformList(i, v, v))x",
       R"x(refused 1:5: unknown function "transformList")x"},
      {R"x([1].all(i, v, true))x", R"x(refused 1:5: wrong arguments for all)x"},
      {R"x([1].existsOne(x, true))x", R"x(true)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
