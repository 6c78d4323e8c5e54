// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(TextExtensions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x('héé'.charAt(1))x", R"x("é")x"},
      {R"x('abc'.charAt(3))x", R"x("")x"},
      {R"x('abc'.charAt(4))x", R"x(failed 1:7: index out of range: 4)x"},
      {R"x('tacocat'.indexOf('a'))x", R"x(1)x"},
      {R"x('tacocat'.indexOf('a', 2))x", R"x(5)x"},
      {R"x('tacocat'.indexOf('none'))x", R"x(-1)x"},
      {R"x('abc'.indexOf(''))x", R"x(0)x"},
      {R"x('abc'.indexOf('a', -1))x",
       R"x(failed 1:7: index out of range: -1)x"},
      {R"x('abc'.indexOf('', 7))x", R"x(3)x"},
      {R"x('abc'.indexOf('c', 7))x", R"x(-1)x"},
      {R"x('éaé'.indexOf('é', 1))x", R"x(2)x"},
      {R"x('éaé'.lastIndexOf('é'))x", R"x(2)x"},
      {R"x('éaé'.lastIndexOf('é', 1))x", R"x(0)x"},
      {R"x('abc'.lastIndexOf('', 1))x", R"x(1)x"},
      {R"x('abc'.lastIndexOf('c', 3))x", R"x(-1)x"},
      {R"x('tacocat'.lastIndexOf('a'))x", R"x(5)x"},
      {R"x('tacocat'.lastIndexOf('a', 4))x", R"x(1)x"},
      {R"x('abc'.lastIndexOf(''))x", R"x(3)x"},
      {R"x(['a', 'b'].join())x", R"x("ab")x"},
      {R"x(['a', 'b'].join('-'))x", R"x("a-b")x"},
      {R"x([dyn(1)].join())x",
       R"x(failed 1:10: join expects strings, got a value of type int)x"},
      {R"x('HÉ'.lowerAscii())x", R"x("hÉ")x"},
      {R"x('hé'.upperAscii())x", R"x("Hé")x"},
      {R"x('aab'.replace('a', 'x'))x", R"x("xxb")x"},
      {R"x('aab'.replace('a', 'x', -9223372036854775808))x", R"x("xxb")x"},
      {R"x('a,b'.split(',', -9223372036854775808))x", R"x(["a", "b"])x"},
      {R"x('aab'.replace('a', 'x', 1))x", R"x("xab")x"},
      {R"x('ab'.replace('', '-'))x", R"x("-a-b-")x"},
      {R"x('a,b,c'.split(','))x", R"x(["a", "b", "c"])x"},
      {R"x('a,b,c'.split(',', 2))x", R"x(["a", "b,c"])x"},
      {R"x('abc'.split(''))x", R"x(["a", "b", "c"])x"},
      {R"x('abc'.split(',', 0))x", R"x([])x"},
      {R"x('héé'.substring(1))x", R"x("éé")x"},
      {R"x('abcd'.substring(1, 3))x", R"x("bc")x"},
      {R"x('abc'.substring(2, 1))x", R"x(failed 1:7: index out of range: 1)x"},
      {R"x(' \t a\u00a0'.trim())x", R"x("a")x"},
      {R"x('héa'.reverse())x", R"x("aéh")x"},
      {R"x(strings.quote('a\n"'))x", R"x("\"a\\n\\\"\"")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(TextExtensions, AreNativeOnly) {
  const EvaluatedRow tests[] = {
      {R"x('a'.lowerAscii())x",
       R"x(refused 1:5: unknown function "lowerAscii")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
