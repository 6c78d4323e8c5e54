// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Arithmetic, Evaluates) {
  const EvaluatedRow tests[] = {
      {R"x(1 + 2)x", R"x(3)x"},
      {R"x(2u * 3u)x", R"x(6u)x"},
      {R"x(1.5 - 0.5)x", R"x(1d)x"},
      {R"x(7 / 2)x", R"x(3)x"},
      {R"x(-7 % 3)x", R"x(-1)x"},
      {R"x(-(2))x", R"x(-2)x"},
      {R"x('a' + 'b')x", R"x("ab")x"},
      {R"x(b'a' + b'b')x", R"x(b"ab")x"},
      {R"x([1] + [2])x", R"x([1, 2])x"},
      {R"x(timestamp('2024-01-01T00:00:00Z') + duration('1h'))x",
       R"x(2024-01-01T01:00:00Z)x"},
      {R"x(duration('1s') + duration('500ms'))x", R"x(1.5s)x"},
      {R"x(timestamp('2024-01-01T00:00:01Z') - timestamp('2024-01-01T00:00:00Z'))x",
       R"x(1s)x"},
      {R"x(timestamp('2024-01-01T00:00:01Z') - duration('1s'))x",
       R"x(2024-01-01T00:00:00Z)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Arithmetic, FailsBeyondTheRange) {
  const EvaluatedRow tests[] = {
      {R"x(9223372036854775807 + 1)x", R"x(failed 1:21: integer overflow)x"},
      {R"x(-9223372036854775808 - 1)x", R"x(failed 1:22: integer overflow)x"},
      {R"x(9223372036854775807 * 2)x", R"x(failed 1:21: integer overflow)x"},
      {R"x(1u - 2u)x", R"x(failed 1:4: integer overflow)x"},
      {R"x(1 / 0)x", R"x(failed 1:3: division by zero)x"},
      {R"x(1 % 0)x", R"x(failed 1:3: modulus by zero)x"},
      {R"x(1u / 0u)x", R"x(failed 1:4: division by zero)x"},
      {R"x(-9223372036854775808 / -1)x", R"x(failed 1:22: integer overflow)x"},
      {R"x(-(-9223372036854775808))x", R"x(failed 1:1: integer overflow)x"},
      {R"x(1.0 / 0.0)x", R"x(infd)x"},
      {R"x(timestamp('9999-12-31T23:59:59Z') + duration('1s'))x",
       R"x(failed 1:35: timestamp overflow)x"},
      {R"x(duration('2562047h') + duration('2562047h'))x",
       R"x(failed 1:22: duration overflow)x"},
      {R"x(1 + 1.0)x",
       R"x(refused 1:3: no such overload: _+_ of int and double; write double(…) around the int)x"},
      {R"x(2.5 - 1u)x",
       R"x(refused 1:5: no such overload: _-_ of double and uint; write double(…) around the uint)x"},
      {R"x(dyn(1) + 1.0)x",
       R"x(failed 1:8: no such overload: _+_ of int and double; write double(…) around the int)x"},
      {R"x(1.5 % 2)x",
       R"x(refused 1:5: no such overload: _%_ of double and int)x"},
      {R"x(dyn(1.5) + 'a')x",
       R"x(failed 1:10: no such overload: _+_ of double and string)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
