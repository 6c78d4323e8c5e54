// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(MathFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(math.greatest(1, 2.5, 2u))x", R"x(2.5d)x"},
      {R"x(math.least([3, 1]))x", R"x(1)x"},
      {R"x(math.greatest([]))x",
       R"x(failed 1:6: expected at least one number)x"},
      {R"x(math.least('a'))x",
       R"x(failed 1:6: expected numbers, got a value of type string)x"},
      {R"x(math.ceil(1.2))x", R"x(2d)x"},
      {R"x(math.floor(-1.2))x", R"x(-2d)x"},
      {R"x(math.round(-1.5))x", R"x(-2d)x"},
      {R"x(math.trunc(-1.7))x", R"x(-1d)x"},
      {R"x(math.abs(-3))x", R"x(3)x"},
      {R"x(math.abs(-9223372036854775808))x",
       R"x(failed 1:6: integer overflow)x"},
      {R"x(math.sign(-0.5))x", R"x(-1d)x"},
      {R"x(math.sign(3u))x", R"x(1u)x"},
      {R"x(math.sqrt(9))x", R"x(3d)x"},
      {R"x(math.isNaN(0.0 / 0.0))x", R"x(true)x"},
      {R"x(math.isInf(1.0 / 0.0))x", R"x(true)x"},
      {R"x(math.isFinite(1.0))x", R"x(true)x"},
      {R"x(math.bitAnd(6, 3))x", R"x(2)x"},
      {R"x(math.bitOr(6u, 3u))x", R"x(7u)x"},
      {R"x(math.bitXor(6, 3))x", R"x(5)x"},
      {R"x(math.bitNot(0))x", R"x(-1)x"},
      {R"x(math.bitShiftLeft(1, 4))x", R"x(16)x"},
      {R"x(math.bitShiftLeft(1, 64))x", R"x(0)x"},
      {R"x(math.bitShiftRight(-1, 60))x", R"x(15)x"},
      {R"x(math.bitShiftRight(1, -1))x",
       R"x(failed 1:6: expected at least 0 bits to shift by)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
