// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kEvaluateObject[] = R"x({"m": {"a": 1, "b": 2}})x";

TEST(MacroNodes, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x([1, 2].all(x, x > 0))x", R"x(true)x"},
      {R"x([1, 2].exists(x, x > 1))x", R"x(true)x"},
      {R"x([1, 2].exists_one(x, x > 0))x", R"x(false)x"},
      {R"x([1, 2].existsOne(x, x > 1))x", R"x(true)x"},
      {R"x([1, 2].map(x, x * 2))x", R"x([2, 4])x"},
      {R"x([1, 2].map(x, x > 1, x * 2))x", R"x([4])x"},
      {R"x([1, 2].filter(x, x > 1))x", R"x([2])x"},
      {R"x({'b': 1, 'a': 2}.map(k, k))x", R"x(["a", "b"])x"},
      {R"x(object.m.all(k, k != "x"))x", R"x(true)x"},
      {R"x([5].all(i, v, i == 0 && v == 5))x", R"x(true)x"},
      {R"x({'a': 1}.exists(k, v, k == 'a' && v == 1))x", R"x(true)x"},
      {R"x([1, 2].transformList(i, v, i + v))x", R"x([1, 3])x"},
      {R"x([1, 2].transformList(i, v, i > 0, v))x", R"x([2])x"},
      {R"x({'a': 1}.transformMap(k, v, v + 1))x", R"x({"a": 2})x"},
      {R"x({'a': 1}.transformMapEntry(k, v, {v: k}))x", R"x({1: "a"})x"},
      {R"x({'a': 1, 'b': 1}.transformMapEntry(k, v, {v: k}))x",
       R"x(failed 1:18: the key 1 occurs twice)x"},
      {R"x([{'n': 2}, {'n': 1}].sortBy(x, x.n))x", R"x([{"n": 1}, {"n": 2}])x"},
      {R"x([dyn(1), dyn('a')].sortBy(x, x))x",
       R"x(failed 1:20: no such overload: sortBy of string)x"},
      {R"x(optional.of(1).optMap(x, x + 1))x", R"x(optional 2)x"},
      {R"x(optional.none().optMap(x, x + 1))x", R"x(none)x"},
      {R"x(optional.of({"a": 1}).optFlatMap(x, x.?b))x", R"x(none)x"},
      {R"x(cel.bind(x, 2, x * x))x", R"x(4)x"},
      {R"x([[1, 2]].map(x, x.map(x, x + 1)))x", R"x([[2, 3]])x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kEvaluateObject), want) << expression;
  }
}

constexpr char kWaitObject[] =
    R"x({"l": [{"n": 1}, {"n": 1}], "m": {"a": 1}, "e": []})x";

TEST(MacroNodes, WaitForWhatIsTakenFromAnObject) {
  const EvaluatedRow tests[] = {
      {R"x(object.l.filter(x, x.n > 1)[0])x",
       R"x(pending 1:28: index out of bounds: 0)x"},
      {R"x(object.l.map(x, x.n)[2])x",
       R"x(pending 1:21: index out of bounds: 2)x"},
      {R"x(object.l.transformList(i, v, v.n)[2])x",
       R"x(pending 1:34: index out of bounds: 2)x"},
      {R"x(object.l.sortBy(x, x.n)[2])x",
       R"x(pending 1:24: index out of bounds: 2)x"},
      {R"x(object.m.map(k, k)[1])x",
       R"x(pending 1:19: index out of bounds: 1)x"},
      {R"x(object.m.transformMap(k, v, v).zz)x",
       R"x(pending 1:31: no such key: "zz")x"},
      {R"x(object.m.transformMapEntry(k, v, {k: v}).zz)x",
       R"x(pending 1:41: no such key: "zz")x"},
      {R"x(object.l.filter(x, x.n > 1).map(x, x.n)[0])x",
       R"x(pending 1:40: index out of bounds: 0)x"},
      // What the expression writes itself is whole.
      {R"x([1].filter(x, x > 1)[0])x",
       R"x(failed 1:21: index out of bounds: 0)x"},
      {R"x([object.l].map(x, x)[1])x",
       R"x(failed 1:21: index out of bounds: 1)x"},
      {R"x({'a': 1}.transformMap(k, v, v).zz)x",
       R"x(failed 1:31: no such key: "zz")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kWaitObject), want) << expression;
  }
}

constexpr char kAbsorbErrorsObject[] = R"x({})x";

TEST(MacroNodes, AbsorbErrors) {
  const EvaluatedRow tests[] = {
      {R"x([1, 0].exists(x, 1 / x == 1))x", R"x(true)x"},
      {R"x([0, 1].exists(x, 1 / x == 1))x", R"x(true)x"},
      {R"x([0].exists(x, 1 / x == 1))x", R"x(failed 1:17: division by zero)x"},
      {R"x([0, 2].all(x, 1 / x == 1))x", R"x(false)x"},
      {R"x([0, 1].exists_one(x, 1 / x == 1))x",
       R"x(failed 1:24: division by zero)x"},
      {R"x([0].map(x, 1 / x))x", R"x(failed 1:14: division by zero)x"},
      {R"x(object.all(x, x == 1))x", R"x(true)x"},
      {R"x(object.x.all(x, x == 1))x",
       R"x(pending 1:7: object.x: no such key)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kAbsorbErrorsObject), want) << expression;
  }
}

constexpr char kRefuseObject[] = R"x({})x";

TEST(MacroNodes, Refuse) {
  const EvaluatedRow tests[] = {
      {R"x(1.all(x, true))x",
       R"x(refused 1:3: all expects a list or a map, got a value of type int)x"},
      {R"x([1].all(x, x + 1))x",
       R"x(refused 1:5: the condition of all is of type int, expected bool)x"},
      {R"x([1].all(x.y, true))x",
       R"x(refused 1:10: expected a name for the variable of all)x"},
      {R"x([1].all(a, a, true))x",
       R"x(refused 1:12: the variables of all must have different names)x"},
      {R"x(has(object))x",
       R"x(refused 1:1: has() expects a field, as in has(a.b))x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kRefuseObject), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
