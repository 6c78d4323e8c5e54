// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(SetFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(sets.contains([1, 2], [2]))x", R"x(true)x"},
      {R"x(sets.contains([1], [1, 2]))x", R"x(false)x"},
      {R"x(sets.equivalent([1, 1, 2], [2, 1]))x", R"x(true)x"},
      {R"x(sets.intersects([1], [2]))x", R"x(false)x"},
      {R"x(sets.intersects([1], [2, 1]))x", R"x(true)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
