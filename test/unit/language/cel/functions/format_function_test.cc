// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(FormatFunction, Formats) {
  const EvaluatedRow tests[] = {
      {R"x('%s-%d'.format(['a', 1]))x", R"x("a-1")x"},
      {R"x('%s'.format([[1, 'a', null, {'b': 1.5}]]))x",
       R"x("[1, a, null, {b: 1.5}]")x"},
      {R"x('%.2f %e'.format([1.005, 1500.0]))x", R"x("1.00 1.500000e+03")x"},
      {R"x('%b %o %x %X'.format([5, 8, 255, 'k']))x", R"x("101 10 ff 6B")x"},
      {R"x('%x'.format([-255]))x", R"x("-ff")x"},
      {R"x('%b'.format([true]))x", R"x("1")x"},
      {R"x('100%%'.format([]))x", R"x("100%")x"},
      {R"x('%d'.format([1e20]))x", R"x("100000000000000000000")x"},
      {R"x('%s'.format([double('-inf')]))x", R"x("-Infinity")x"},
      {R"x('%s'.format([duration('1.5s')]))x", R"x("1.5s")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(FormatFunction, Refuses) {
  const EvaluatedRow tests[] = {
      // It would make a text that is not UTF-8.
      {R"x('%s'.format([b'\xff']))x",
       R"x(failed 1:6: the directive "%s" cannot format a value of type bytes)x"},
      {R"x('%d'.format(['a']))x",
       R"x(failed 1:6: the directive "%d" cannot format a value of type string)x"},
      {R"x('%s %s'.format([1]))x",
       R"x(failed 1:9: the format needs more than 1 values)x"},
      {R"x('%'.format([1]))x",
       R"x(failed 1:5: the format ends within a directive)x"},
      {R"x('%.9999f'.format([1]))x",
       R"x(failed 1:11: the format ends within a directive)x"},
      {R"x('%q'.format([1]))x",
       R"x(failed 1:6: the directive "%q" cannot format a value of type int)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(FormatFunction, BoundsWhatItMakes) {
  // The text has a megabyte, and each format asks for more of it than one text holds.
  const std::string text =
      absl::StrCat("cel.bind(t, lists.range(1000).map(i, '",
                   std::string(1000, 'a'), "').join(),\n");
  const char* tests[] = {
      "'%s'.format([lists.range(9).map(i, t)])",
      "'%x'.format([t + t + t])",
      "'%s'.format([lists.range(9).transformMap(i, v, t)])",
      "'%s'.format([[{'a': t, 'b': {'a': t, 'b': {'a': t, 'b': [t, t]}}}]])",
  };
  for (const char* test : tests) {
    EXPECT_EQ(Evaluated(absl::StrCat(text, test, ")")),
              "failed 2:6: makes a string of more than 4194304 bytes")
        << test;
  }
}

}  // namespace
}  // namespace loom::testing
