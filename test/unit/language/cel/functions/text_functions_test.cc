// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(TextFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(size('héé'))x", R"x(3)x"},
      {R"x(size(b'h\xc3'))x", R"x(2)x"},
      {R"x(size([1, 2]))x", R"x(2)x"},
      {R"x({'a': 1}.size())x", R"x(1)x"},
      {R"x('abc'.contains('b'))x", R"x(true)x"},
      {R"x('abc'.startsWith('b'))x", R"x(false)x"},
      {R"x('abc'.endsWith('c'))x", R"x(true)x"},
      {R"x('abc'.matches('^a.c$'))x", R"x(true)x"},
      {R"x(matches('abc', 'b'))x", R"x(true)x"},
      {R"x('abc'.matches('a' + '('))x", R"x(failed 1:7: missing ): a()x"},
      {R"x('abc'.matches('a('))x", R"x(refused 1:15: missing ): a()x"},
      {R"x(size(1))x", R"x(refused 1:1: no such overload: size of int)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(TextFunctions, NoticePatternsWhenTheyAreUsed) {
  const EvaluatedRow tests[] = {
      {R"x('abc'.matches('a('))x", R"x(failed 1:7: missing ): a()x"},
      {R"x(true || 'abc'.matches('a('))x", R"x(true)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
