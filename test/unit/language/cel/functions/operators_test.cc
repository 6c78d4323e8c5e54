// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Operators, HaveTypes) {
  const EvaluatedRow tests[] = {
      {R"x(1 == 'a')x",
       R"x(refused 1:3: no such overload: _==_ of int and string)x"},
      {R"x(1 < 2.5)x", R"x(true)x"},
      {R"x('a' in [1])x",
       R"x(refused 1:5: no such overload: @in of string and list(int))x"},
      {R"x({'a': 1}[1])x",
       R"x(refused 1:9: no such overload: _[_] of map(string, int) and int)x"},
      {R"x(!1)x", R"x(refused 1:1: no such overload: !_ of int)x"},
      {R"x(true ? 1 : 'a')x",
       R"x(refused 1:6: no such overload: _?_:_ of bool and int and string)x"},
      {R"x([1] < [2])x",
       R"x(refused 1:5: no such overload: _<_ of list(int) and list(int))x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Operators, CompareAcrossKindsOnlyDynamically) {
  const EvaluatedRow tests[] = {
      {R"x(1 < 2.5)x",
       R"x(refused 1:3: no such overload: _<_ of int and double)x"},
      {R"x(dyn(1) < 2.5)x", R"x(true)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
