// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Conversions, Converts) {
  const EvaluatedRow tests[] = {
      {R"x(int('-5'))x", R"x(-5)x"},
      {R"x(int(5u))x", R"x(5)x"},
      {R"x(int(-1.9))x", R"x(-1)x"},
      {R"x(int(timestamp('1970-01-01T00:00:05Z')))x", R"x(5)x"},
      {R"x(int(duration('1s')))x", R"x(1000000000)x"},
      {R"x(uint('5'))x", R"x(5u)x"},
      {R"x(uint(5))x", R"x(5u)x"},
      {R"x(uint(1.9))x", R"x(1u)x"},
      {R"x(double('1.5'))x", R"x(1.5d)x"},
      {R"x(double(5))x", R"x(5d)x"},
      {R"x(double(5u))x", R"x(5d)x"},
      {R"x(string(5))x", R"x("5")x"},
      {R"x(string(5u))x", R"x("5")x"},
      {R"x(string(1e21))x", R"x("1e+21")x"},
      {R"x(string(1000000.0))x", R"x("1e+06")x"},
      {R"x(string(true))x", R"x("true")x"},
      {R"x(string(b'abc'))x", R"x("abc")x"},
      {R"x(string(duration('90s')))x", R"x("90s")x"},
      {R"x(string(timestamp('2024-01-01T01:00:00+01:00')))x",
       R"x("2024-01-01T00:00:00Z")x"},
      {R"x(bytes('a'))x", R"x(b"a")x"},
      {R"x(bool('True'))x", R"x(true)x"},
      {R"x(bool('f'))x", R"x(false)x"},
      {R"x(timestamp(5))x", R"x(1970-01-01T00:00:05Z)x"},
      {R"x(type(1))x", R"x(type int)x"},
      {R"x(type(timestamp(0)))x", R"x(type google.protobuf.Timestamp)x"},
      {R"x(type(type(1)))x", R"x(type type)x"},
      {R"x(dyn(1) == 1u)x", R"x(true)x"},
      {R"x(string(double('NaN')))x", R"x("NaN")x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Conversions, RefusesWhatIsNone) {
  const EvaluatedRow tests[] = {
      {R"x(int('x'))x", R"x(failed 1:1: "x" is not a valid int)x"},
      {R"x(int('1.5'))x", R"x(failed 1:1: "1.5" is not a valid int)x"},
      {R"x(int(1e19))x",
       R"x(failed 1:1: the number is outside the range of int)x"},
      {R"x(uint('-1'))x", R"x(failed 1:1: "-1" is not a valid uint)x"},
      {R"x(uint(-1))x",
       R"x(failed 1:1: the number is outside the range of uint)x"},
      {R"x(uint('+1'))x", R"x(failed 1:1: "+1" is not a valid uint)x"},
      {R"x(double(' 1'))x", R"x(failed 1:1: " 1" is not a valid double)x"},
      {R"x(double('1e999'))x",
       R"x(failed 1:1: the number is outside the range of double)x"},
      {R"x(string(b'\xff'))x", R"x(failed 1:1: the bytes are not UTF-8)x"},
      {R"x(bool('yes'))x", R"x(failed 1:1: "yes" is not a valid bool)x"},
      {R"x(timestamp('2024-13-01T00:00:00Z'))x",
       R"x(failed 1:1: "2024-13-01T00:00:00Z" is not a valid timestamp)x"},
      {R"x(timestamp(999999999999999))x",
       R"x(failed 1:1: the number is outside the range of timestamp)x"},
      {R"x(duration('1 day'))x",
       R"x(failed 1:1: "1 day" is not a valid duration)x"},
      {R"x(string([1]))x",
       R"x(refused 1:1: no such overload: string of list(int))x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
