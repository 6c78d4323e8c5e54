// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Parser, Binds) {
  const EvaluatedRow tests[] = {
      {R"x(1 + 2 * 3)x", R"x(7)x"},
      {R"x((1 + 2) * 3)x", R"x(9)x"},
      {R"x(10 - 3 - 2)x", R"x(5)x"},
      {R"x(-2 + 1)x", R"x(-1)x"},
      {R"x(!false || true)x", R"x(true)x"},
      {R"x(--1)x", R"x(1)x"},
      {R"x(!!true)x", R"x(true)x"},
      {R"x(-1.5)x", R"x(-1.5d)x"},
      {R"x(true ? 1 : false ? 2 : 3)x", R"x(1)x"},
      {R"x(true || false && false)x", R"x(true)x"},
      {R"x(1 < 2 == true)x", R"x(true)x"},
      {R"x([1, 2, ])x", R"x([1, 2])x"},
      {R"x({'a': 1, })x", R"x({"a": 1})x"},
      {R"x([1][0])x", R"x(1)x"},
      {R"x(- 1)x", R"x(-1)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Parser, Refuses) {
  const EvaluatedRow tests[] = {
      {R"x(1 +)x", R"x(refused 1:4: want an expression, got the end)x"},
      {R"x()x", R"x(refused 1:1: want an expression, got the end)x"},
      {R"x((1)x", R"x(refused 1:3: want ")", got the end)x"},
      {R"x(1 2)x", R"x(refused 1:3: want an operator or the end, got "2")x"},
      {R"x(a b)x", R"x(refused 1:3: want an operator or the end, got "b")x"},
      {R"x([1 2])x", R"x(refused 1:4: want "," or "]", got "2")x"},
      {R"x({1 1})x", R"x(refused 1:4: want ":", got "1")x"},
      {R"x(object.)x",
       R"x(refused 1:8: want the name of a field, got the end)x"},
      {R"x(object.in)x",
       R"x(refused 1:8: want the name of a field, got "in")x"},
      {R"x(for)x", R"x(refused 1:1: "for" is a reserved word of CEL)x"},
      {R"x(Pod{})x",
       R"x(refused 1:4: messages cannot be made here; a map is {'key': value})x"},
      {R"x(in)x", R"x(refused 1:1: want an expression, got "in")x"},
      {R"x(size(1,))x", R"x(refused 1:8: want an expression, got ")")x"},
      {R"x(1 ? 2)x", R"x(refused 1:6: want ":", got the end)x"},
      {R"x(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))x",
       R"x(refused 1:65: more than 64 levels inside each other)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Parser, KnowsNoExtensionsInDropInInputs) {
  const EvaluatedRow tests[] = {
      {R"x(object.?a)x", R"x(refused 1:7: .? is only in the native input)x"},
      {R"x(object[?0])x", R"x(refused 1:7: [? is only in the native input)x"},
      {R"x([?1])x",
       R"x(refused 1:2: an optional element (?) is only in the native input)x"},
      {R"x(object.`a`)x",
       R"x(refused 1:8: a name in backquotes is only in the native input)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
