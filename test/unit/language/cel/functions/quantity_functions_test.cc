// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(QuantityFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(quantity('1.5Gi'))x", R"x(1.5Gi)x"},
      {R"x(quantity('1K'))x", R"x(failed 1:1: "1K" is not a valid quantity)x"},
      {R"x(isQuantity('100m'))x", R"x(true)x"},
      {R"x(isQuantity('x'))x", R"x(false)x"},
      {R"x(quantity('-1').sign())x", R"x(-1)x"},
      {R"x(quantity('1k').isInteger())x", R"x(true)x"},
      {R"x(quantity('1k').asInteger())x", R"x(1000)x"},
      {R"x(quantity('100m').asInteger())x",
       R"x(failed 1:18: the quantity is not a 64-bit integer)x"},
      {R"x(quantity('100m').asApproximateFloat())x", R"x(0.1d)x"},
      {R"x(quantity('1k').compareTo(quantity('1000')))x", R"x(0)x"},
      {R"x(quantity('1Ki').isGreaterThan(quantity('1k')))x", R"x(true)x"},
      {R"x(quantity('1').isLessThan(quantity('2')))x", R"x(true)x"},
      {R"x(quantity('100m').add(quantity('1')))x", R"x(1.1)x"},
      {R"x(quantity('1').sub(3))x", R"x(-2)x"},
      {R"x(quantity('1k') == quantity('1000'))x", R"x(true)x"},
      // The least number of 128 bits, which has no negation.
      {R"x(quantity('-170141183460469231713240559642.174').add(quantity('-18446744073.710105728')))x",
       R"x(failed 1:49: the quantity is too large)x"},
      {R"x(string(quantity('1k')))x", R"x("1k")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
