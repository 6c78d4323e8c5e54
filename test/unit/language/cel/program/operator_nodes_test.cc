// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kEvaluateObjectOperatorNodes[] =
    R"x({"n": 3, "t": "eu", "l": [1, 2]})x";

TEST(OperatorNodes, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(true && false)x", R"x(false)x"},
      {R"x(true && true && true)x", R"x(true)x"},
      {R"x(false || true)x", R"x(true)x"},
      {R"x(object.x || true)x", R"x(true)x"},
      {R"x(object.x && false)x", R"x(false)x"},
      {R"x(false && object.x)x", R"x(false)x"},
      {R"x(!true)x", R"x(false)x"},
      {R"x(object.n > 2 ? 1 : 2)x", R"x(1)x"},
      {R"x([1, 2] == [1, 2])x", R"x(true)x"},
      {R"x(object.n != 3)x", R"x(false)x"},
      {R"x(null == object.t)x", R"x(false)x"},
      {R"x('a' < 'b')x", R"x(true)x"},
      {R"x(2 >= 2.0)x", R"x(true)x"},
      {R"x(0.0 / 0.0 < 1.0)x", R"x(false)x"},
      {R"x(0.0 / 0.0 == 0.0 / 0.0)x", R"x(false)x"},
      {R"x(3 in object.l)x", R"x(false)x"},
      {R"x(2 in object.l)x", R"x(true)x"},
      {R"x('n' in object)x", R"x(true)x"},
      {R"x(1 in {1: 'a'})x", R"x(true)x"},
      {R"x(false < true)x", R"x(true)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kEvaluateObjectOperatorNodes), want)
        << expression;
  }
}

constexpr char kFailObject[] = R"x({"n": 3, "t": "eu", "l": [1, 2]})x";

TEST(OperatorNodes, Fail) {
  const EvaluatedRow tests[] = {
      {R"x(object.t && true)x",
       R"x(failed 1:10: no such overload: && of string)x"},
      {R"x(object.x && true)x", R"x(pending 1:7: object.x: no such key)x"},
      {R"x(object.x || object.t)x", R"x(pending 1:7: object.x: no such key)x"},
      {R"x(object.t || object.x)x", R"x(pending 1:19: object.x: no such key)x"},
      {R"x(!object.t)x", R"x(failed 1:1: no such overload: ! of string)x"},
      {R"x(object.t ? 1 : 2)x",
       R"x(failed 1:10: no such overload: ? : of string)x"},
      {R"x(object.t < 1)x",
       R"x(failed 1:10: no such overload: _<_ of string and int)x"},
      {R"x(1 in object.t)x",
       R"x(failed 1:3: no such overload: in of int and string)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kFailObject), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
