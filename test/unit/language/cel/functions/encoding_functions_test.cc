// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(EncodingFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(base64.encode(b'hi'))x", R"x("aGk=")x"},
      {R"x(base64.decode('aGk='))x", R"x(b"hi")x"},
      {R"x(base64.decode('aG\nk='))x", R"x(b"hi")x"},
      {R"x(base64.decode('aGk'))x", R"x(b"hi")x"},
      {R"x(base64.decode('a-_'))x",
       R"x(failed 1:8: the string is not valid base64)x"},
      {R"x('a1b22'.find('[0-9]+'))x", R"x("1")x"},
      {R"x('abc'.find('[0-9]+'))x", R"x("")x"},
      {R"x('a1b22'.findAll('[0-9]+'))x", R"x(["1", "22"])x"},
      {R"x('a1b22'.findAll('[0-9]+', 1))x", R"x(["1"])x"},
      // As Go does: nothing is no match behind another one, and characters count.
      {R"x('abc'.findAll('b*'))x", R"x(["", "b", ""])x"},
      {R"x('é'.findAll(''))x", R"x(["", ""])x"},
      {R"x('héx'.findAll('x*'))x", R"x(["", "", "x"])x"},
      {R"x('ab'.findAll('('))x", R"x(failed 1:6: missing ): ()x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
