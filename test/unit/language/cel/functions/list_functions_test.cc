// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kObserved[] = R"x({"l": [2, 1], "n": [[1]]})x";

TEST(ListFunctions, WaitForWhatIsTakenFromAnObject) {
  const EvaluatedRow tests[] = {
      {R"x(object.l.slice(0, 1)[1])x",
       R"x(pending 1:21: index out of bounds: 1)x"},
      {R"x(object.l.sort()[2])x", R"x(pending 1:16: index out of bounds: 2)x"},
      {R"x(object.l.reverse()[2])x",
       R"x(pending 1:19: index out of bounds: 2)x"},
      {R"x(object.l.distinct()[2])x",
       R"x(pending 1:20: index out of bounds: 2)x"},
      {R"x(object.n.flatten()[1])x",
       R"x(pending 1:19: index out of bounds: 1)x"},
      {R"x((object.l + [3])[3])x", R"x(pending 1:17: index out of bounds: 3)x"},
      // What the expression writes itself is whole.
      {R"x([2, 1].sort()[2])x", R"x(failed 1:14: index out of bounds: 2)x"},
      {R"x(([1] + [2])[2])x", R"x(failed 1:12: index out of bounds: 2)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kObserved), want) << expression;
  }
}

TEST(ListFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x([1, 2].sum())x", R"x(3)x"},
      {R"x([1.5, 2.0].sum())x", R"x(3.5d)x"},
      {R"x([duration('1s')].sum())x", R"x(1s)x"},
      {R"x([].sum())x", R"x(0)x"},
      {R"x([dyn(1), dyn(1.5)].sum())x",
       R"x(failed 1:20: sum expects numbers or durations of the same type)x"},
      {R"x([3, 1].min())x", R"x(1)x"},
      {R"x([3, 1].max())x", R"x(3)x"},
      {R"x([].max())x", R"x(failed 1:4: the list is empty)x"},
      {R"x([1, 2, 2].isSorted())x", R"x(true)x"},
      {R"x([2, 1].isSorted())x", R"x(false)x"},
      {R"x([dyn(1), dyn('a')].isSorted())x",
       R"x(failed 1:20: the elements cannot be ordered)x"},
      {R"x([1, 2, 1].indexOf(1))x", R"x(0)x"},
      {R"x([1, 2, 1].lastIndexOf(1))x", R"x(2)x"},
      {R"x([1].indexOf(3))x", R"x(-1)x"},
      {R"x([1, 2, 3].slice(1, 3))x", R"x([2, 3])x"},
      {R"x([1].slice(0, 2))x",
       R"x(failed 1:5: slice(0, 2) is out of range for a list of 1 elements)x"},
      {R"x([[1], [[2]]].flatten())x", R"x([1, [2]])x"},
      {R"x([[1], [[2]]].flatten(2))x", R"x([1, 2])x"},
      {R"x([1, 2, 1, 1.0].distinct())x", R"x([1, 2])x"},
      {R"x(['b', 'a'].sort())x", R"x(["a", "b"])x"},
      {R"x([dyn(1), dyn('a')].sort())x",
       R"x(failed 1:20: sort expects comparable elements of one type)x"},
      {R"x([1, 2].reverse())x", R"x([2, 1])x"},
      {R"x([1, 2].first())x", R"x(optional 1)x"},
      {R"x([].first())x", R"x(none)x"},
      {R"x([1, 2].last())x", R"x(optional 2)x"},
      {R"x(lists.range(3))x", R"x([0, 1, 2])x"},
      {R"x(lists.range(-1))x",
       R"x(failed 1:7: lists.range expects a number from 0 to 200000)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(ListFunctions, ChangeOneElement) {
  const EvaluatedRow tests[] = {
      {"lists.setAtIndex([1, 2], 1, 5)", "[1, 5]"},
      {"lists.insertAtIndex([1, 2], 2, 5)", "[1, 2, 5]"},
      {"lists.insertAtIndex([], 0, 5)", "[5]"},
      {"lists.removeAtIndex([1, 2], 0)", "[2]"},
      {"lists.setAtIndex([1, 2], 2, 5)",
       "failed 1:7: index out of range: 2 for a list of 2 elements"},
      {"lists.removeAtIndex([1], -1)",
       "failed 1:7: index out of range: -1 for a list of 1 element"},
      {"lists.setAtIndex([1], 0, 'a')",
       "refused 1:7: no such overload: lists.setAtIndex of list(int) and int "
       "and string"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
