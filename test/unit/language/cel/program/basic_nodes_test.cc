// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kEvaluateObjectBasicNodes[] =
    R"x({"n": 3, "t": "eu", "l": [1, 2], "m": {"a": {"b": 1}}, "z": null, "h": 1.5})x";

TEST(BasicNodes, Evaluate) {
  const EvaluatedRow tests[] = {
      {R"x(object.n)x", R"x(3)x"},
      {R"x(object.h)x", R"x(1.5d)x"},
      {R"x(object["t"])x", R"x("eu")x"},
      {R"x(object.l[1])x", R"x(2)x"},
      {R"x(object.l[1.0])x", R"x(2)x"},
      {R"x(object.l[dyn(1u)])x", R"x(2)x"},
      {R"x(object.m.a)x", R"x({"b": 1})x"},
      {R"x(has(object.m))x", R"x(true)x"},
      {R"x(has(object.x))x", R"x(false)x"},
      {R"x(has(object.m.a.b))x", R"x(true)x"},
      {R"x(object.?x)x", R"x(none)x"},
      {R"x(object.?n)x", R"x(optional 3)x"},
      {R"x(object.?m.a.b)x", R"x(optional 1)x"},
      {R"x(object.?x.a.b)x", R"x(none)x"},
      {R"x(object.l[?5])x", R"x(none)x"},
      {R"x(object.l[?0])x", R"x(optional 1)x"},
      {R"x(object[?"t"])x", R"x(optional "eu")x"},
      {R"x(has(object.?m.a))x", R"x(true)x"},
      {R"x(object.`n`)x", R"x(3)x"},
      {R"x(r'\d')x", R"x("\\d")x"},
      {R"x(null)x", R"x(null)x"},
      {R"x(int)x", R"x(type int)x"},
      {R"x(google.protobuf.Duration)x", R"x(type google.protobuf.Duration)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kEvaluateObjectBasicNodes), want)
        << expression;
  }
}

constexpr char kTellWhatIsMissingFromWhatIsWrongObject[] =
    R"x({"n": 3, "t": "eu", "l": [1, 2], "m": {"a": {"b": 1}}, "z": null, "h": 1.5})x";

TEST(BasicNodes, TellWhatIsMissingFromWhatIsWrong) {
  const EvaluatedRow tests[] = {
      {R"x(object.x)x", R"x(pending 1:7: object.x: no such key)x"},
      {R"x(object.m.a.c)x", R"x(pending 1:11: object.m.a.c: no such key)x"},
      {R"x(has(object.x.y))x", R"x(pending 1:11: object.x: no such key)x"},
      {R"x(object.l[2])x",
       R"x(pending 1:9: object.l[2]: index out of bounds)x"},
      {R"x(object.l[-1])x",
       R"x(pending 1:9: object.l[-1]: index out of bounds)x"},
      {R"x({'a': 1}.b)x", R"x(failed 1:9: no such key: "b")x"},
      {R"x([1][1])x", R"x(failed 1:4: index out of bounds: 1)x"},
      {R"x(object.n.x)x", R"x(failed 1:9: no such overload: field x of int)x"},
      {R"x(object.z.x)x",
       R"x(failed 1:9: no such overload: field x of null_type)x"},
      {R"x(object.l.x)x", R"x(failed 1:9: no such overload: field x of list)x"},
      {R"x(has(object.n.x))x",
       R"x(failed 1:1: no such overload: has() of int)x"},
      {R"x(object.n[0])x",
       R"x(failed 1:9: no such overload: [] of int and int)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kTellWhatIsMissingFromWhatIsWrongObject),
              want)
        << expression;
  }
}

constexpr char kSeeAllNumbersAsDoublesObject[] =
    R"x({"n": 3, "t": "eu", "l": [1, 2], "m": {"a": {"b": 1}}, "z": null, "h": 1.5})x";

TEST(BasicNodes, SeeAllNumbersAsDoubles) {
  const EvaluatedRow tests[] = {
      {R"x(object.n)x", R"x(3d)x"},
      {R"x(object.n + 1.0)x", R"x(4d)x"},
      {R"x(object.n + 1)x",
       R"x(failed 1:10: no such overload: _+_ of double and int)x"},
      {R"x(object.n == 3)x", R"x(true)x"},
      {R"x(int(object.n) % 2)x", R"x(1)x"},
      {R"x(object.l[object.n - 2.0])x", R"x(2d)x"},
      // As in cel-go, null and scalars have no fields, and selecting one is an error.
      {R"x(has(object.z.x))x", R"x(false)x"},
      {R"x(has(object.n.x))x", R"x(false)x"},
      {R"x(has(object.l.x))x",
       R"x(failed 1:1: no such overload: has() of list)x"},
      {R"x(has(object.z.x.y))x",
       R"x(failed 1:13: no such overload: field x of null_type)x"},
      // After a macro, cel-go compares an int with a double.
      {R"x(size(object.l.filter(x, true)) >= 1.0)x", R"x(true)x"},
      {R"x(size(object.l) >= 1.0)x",
       R"x(refused 1:16: no such overload: _>=_ of int and double)x"},
      {R"x(object.l.all(x, true) && 1 < 1.5)x", R"x(true)x"},
      {R"x(duration(1500000000) == duration('1.5s'))x", R"x(true)x"},
      // Messages of the well-known types are what they stand for.
      {R"x(google.protobuf.Struct{} == {})x", R"x(true)x"},
      {R"x(google.protobuf.Struct{fields: {'a': 1.0}})x", R"x({"a": 1d})x"},
      {R"x(google.protobuf.Int64Value{value: 3} + 1)x", R"x(4)x"},
      {R"x(google.protobuf.Struct{value: 1})x",
       R"x(refused 1:23: google.protobuf.Struct cannot be created with these fields)x"},
      {R"x(Pod{})x",
       R"x(refused 1:4: messages of type "Pod" cannot be created)x"},
      {R"x(object.?n)x",
       R"x(refused 1:7: .? is supported only in the native input)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression, kSeeAllNumbersAsDoublesObject),
              want)
        << expression;
  }
}

}  // namespace
}  // namespace loom::testing
