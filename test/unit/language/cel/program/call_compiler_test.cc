// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kKnowsTypesObject[] = R"x({})x";

TEST(CallCompiler, KnowsTypes) {
  const EvaluatedRow tests[] = {
      {R"x(type([1][0] + 1))x", R"x(type int)x"},
      {R"x({'a': 1}['a'] + 'x')x",
       R"x(refused 1:15: no such overload: _+_ of int and string)x"},
      {R"x([1, 'a'][0] + 1)x", R"x(2)x"},
      {R"x(optional.of(1).orValue('a'))x",
       R"x(refused 1:16: no such overload: orValue of optional_type(int) and string)x"},
      {R"x(size())x", R"x(refused 1:1: no such overload: size of nothing)x"},
      {R"x(1 && true)x", R"x(refused 1:3: no such overload: _&&_ of int)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kKnowsTypesObject), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
