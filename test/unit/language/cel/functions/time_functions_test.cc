// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(TimeFunctions, ReadTheClock) {
  const EvaluatedRow tests[] = {
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getFullYear())x", R"x(2024)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getMonth())x", R"x(1)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getDayOfMonth())x", R"x(28)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getDate())x", R"x(29)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getDayOfWeek())x", R"x(4)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getDayOfYear())x", R"x(59)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getHours())x", R"x(23)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getMinutes())x", R"x(59)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getSeconds())x", R"x(58)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getMilliseconds())x",
       R"x(500)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getHours('+05:30'))x", R"x(5)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getDate('-23:59'))x", R"x(29)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getHours('UTC'))x", R"x(23)x"},
      {R"x(timestamp('2024-02-29T23:59:58.5Z').getHours('Mars'))x",
       R"x(failed 1:37: unknown time zone "Mars": expected UTC or an offset such as +05:30)x"},
      {R"x(duration('90m').getHours())x", R"x(1)x"},
      {R"x(duration('90m').getMinutes())x", R"x(90)x"},
      {R"x(duration('-1500ms').getSeconds())x", R"x(-1)x"},
      {R"x(duration('1.5s').getMilliseconds())x", R"x(1500)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
