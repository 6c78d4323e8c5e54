// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kEvaluateObjectCollectionNodes[] = R"x({"n": 3})x";

TEST(CollectionNodes, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x([1, 'a', null])x", R"x([1, "a", null])x"},
      {R"x({'b': 1, 'a': 2})x", R"x({"a": 2, "b": 1})x"},
      {R"x({1: 1, 2u: 2, true: 3})x", R"x({true: 3, 1: 1, 2u: 2})x"},
      {R"x([?object.?x, ?object.?n])x", R"x([3])x"},
      {R"x({?'a': object.?x, ?'b': object.?n})x", R"x({"b": 3})x"},
      {R"x({'a': 1, 'a': 2})x", R"x(failed 1:1: the key "a" occurs twice)x"},
      {R"x({1: 1, 1u: 2})x", R"x(failed 1:1: the key 1u occurs twice)x"},
      {R"x({1.5: 1})x",
       R"x(failed 1:1: a map cannot have keys of type double)x"},
      {R"x([?1])x",
       R"x(refused 1:3: ? expects an optional, got a value of type int)x"},
      {R"x([?dyn(1)])x", R"x([1])x"},
      {R"x({?'a': dyn(1)})x", R"x({"a": 1})x"},
      {R"x({?'a': object.n > 2 ? [object.n] : omit()})x", R"x({"a": [3]})x"},
      {R"x({?'a': object.n > 3 ? [object.n] : omit()})x", R"x({})x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kEvaluateObjectCollectionNodes), want)
        << expression;
  }
}

}  // namespace
}  // namespace loom::testing
