// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(OptionalFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(optional.of(1))x", R"x(optional 1)x"},
      {R"x(optional.none())x", R"x(none)x"},
      {R"x(optional.ofNonZeroValue(''))x", R"x(none)x"},
      {R"x(optional.ofNonZeroValue(2))x", R"x(optional 2)x"},
      {R"x(optional.of(1).hasValue())x", R"x(true)x"},
      {R"x(optional.of(1).value())x", R"x(1)x"},
      {R"x(optional.none().value())x",
       R"x(failed 1:17: the optional has no value)x"},
      {R"x(optional.none().orValue(3))x", R"x(3)x"},
      {R"x(optional.of(1).orValue(1 / 0))x", R"x(1)x"},
      {R"x(optional.none().or(optional.of(2)))x", R"x(optional 2)x"},
      {R"x([optional.of(1), optional.none()].unwrapOpt())x", R"x([1])x"},
      {R"x(optional.unwrap([optional.of(1)]))x", R"x([1])x"},
      {R"x(object.?a.?b.orValue('x'))x", R"x("x")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
