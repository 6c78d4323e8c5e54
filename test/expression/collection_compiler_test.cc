// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/expression/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kKnowsElementsObject[] = R"x({})x";

TEST(CollectionCompiler, KnowsElements) {
  const EvaluatedRow tests[] = {
      {R"x([1, 2].map(x, x + 'a'))x",
       R"x(refused 1:17: no such overload: _+_ of int and string)x"},
      {R"x({'a': 1}.map(k, k + 1))x",
       R"x(refused 1:19: no such overload: _+_ of string and int)x"},
      {R"x([[1]].map(x, x[0] + 'a'))x",
       R"x(refused 1:19: no such overload: _+_ of int and string)x"},
      {R"x([].map(x, x + 1))x", R"x([])x"},
      {R"x([dyn(1), 'a'].filter(x, x == 'a'))x", R"x(["a"])x"},
      {R"x(optional.of(1).optMap(x, x + "a"))x",
       R"x(refused 1:28: no such overload: _+_ of int and string)x"},
      {R"x([1].optMap(x, x))x",
       R"x(refused 1:5: optMap goes through a value that may be there, not through a value of the type list(int))x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kKnowsElementsObject), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
