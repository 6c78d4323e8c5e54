// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kTakeTheOverloadOfTheValuesObject[] =
    R"x({"n": 3, "t": "eu", "l": [1, 2]})x";

TEST(CallNodes, TakeTheOverloadOfTheValues) {
  const EvaluatedRow tests[] = {
      {R"x(size(object.t))x", R"x(2)x"},
      {R"x(size(object.l))x", R"x(2)x"},
      {R"x(size(object.n))x", R"x(failed 1:1: no such overload: size of int)x"},
      {R"x(object.x.size())x", R"x(pending 1:7: object.x: no such key)x"},
      {R"x(object.t.matches('^e'))x", R"x(true)x"},
      {R"x(object.n.matches('^e'))x",
       R"x(failed 1:10: no such overload: matches of int)x"},
      {R"x(optional.none().or(dyn(1)))x",
       R"x(failed 1:17: no such overload: or of optional_type and int)x"},
      {R"x(object.t.orValue(1))x",
       R"x(failed 1:10: no such overload: orValue of string)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kTakeTheOverloadOfTheValuesObject), want)
        << expression;
  }
}

}  // namespace
}  // namespace loom::testing
