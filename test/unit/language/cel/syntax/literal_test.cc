// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Literal, Is) {
  const EvaluatedRow tests[] = {
      {R"x(0x1F)x", R"x(31)x"},
      {R"x(5u)x", R"x(5u)x"},
      {R"x(-9223372036854775808)x", R"x(-9223372036854775808)x"},
      {R"x(18446744073709551615U)x", R"x(18446744073709551615u)x"},
      {R"x(1.5e3)x", R"x(1500d)x"},
      {R"x(.5)x", R"x(0.5d)x"},
      {R"x('a\x41\u00e9\U0001F600\101')x", R"x("aAé😀A")x"},
      {R"x(b'\xff\101')x", R"x(b"\xffA")x"},
      {R"x('''a'b''')x", R"x("a'b")x"},
      {R"x("""a
b""")x",
       R"x("a\nb")x"},
      {R"x(R"a\n")x", R"x("a\\n")x"},
      {R"x(rb'\\')x", R"x(b"\\\\")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Literal, IsNone) {
  const EvaluatedRow tests[] = {
      {R"x(9223372036854775808)x", R"x(refused 1:1: the number is too large)x"},
      {R"x(18446744073709551616u)x",
       R"x(refused 1:1: the number is too large)x"},
      {R"x(1e999)x", R"x(refused 1:1: the number is too large)x"},
      {R"x('\q')x", R"x(refused 1:1: unknown escape sequence \q)x"},
      {R"x('\ud800')x", R"x(refused 1:1: unknown escape sequence \ud800)x"},
      {R"x('\x4')x", R"x(refused 1:1: unknown escape sequence \x4)x"},
      {R"x(b'\u0041')x", R"x(refused 1:1: unknown escape sequence \u)x"},
      {R"x('\400')x", R"x(refused 1:1: unknown escape sequence \4)x"},
      {R"x('\é')x", R"x(refused 1:1: unknown escape sequence \é)x"},
      {R"x('\u00eé')x", R"x(refused 1:1: unknown escape sequence \u00e)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
