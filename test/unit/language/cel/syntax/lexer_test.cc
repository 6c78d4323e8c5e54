// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Lexer, Reads) {
  const EvaluatedRow tests[] = {
      {R"x(1 // one
 + 2)x",
       R"x(3)x"},
      {R"x(a.b)x", R"x(refused 1:1: unknown name "a"; there are object)x"},
      {R"x('a' // ')x", R"x("a")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Lexer, Refuses) {
  const EvaluatedRow tests[] = {
      {R"x('abc)x",
       R"x(refused 1:1: the string that begins here has no closing quote)x"},
      {R"x('a
b')x",
       R"x(refused 1:1: the string that begins here has no closing quote)x"},
      {R"x(1 # 2)x",
       R"x(refused 1:3: unexpected character '#'; write // before a comment)x"},
      {R"x(1 é 2)x", R"x(refused 1:3: unexpected character 'é')x"},
      {R"x(object.`a#`)x",
       R"x(refused 1:8: expected a name of letters, digits, spaces and _.-/ in backquotes)x"},
      {R"x(1 = 2)x", R"x(refused 1:3: unexpected character '='; write ==)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
