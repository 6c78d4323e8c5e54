// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/parser.h"

#include <gtest/gtest.h>

#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(Parser, Binds) {
  const EvaluatedRow tests[] = {
      {R"x(1 + 2 * 3)x", R"x(7)x"},
      {R"x((1 + 2) * 3)x", R"x(9)x"},
      {R"x(10 - 3 - 2)x", R"x(5)x"},
      {R"x(-2 + 1)x", R"x(-1)x"},
      {R"x(!false || true)x", R"x(true)x"},
      {R"x(--1)x", R"x(1)x"},
      {R"x(!!true)x", R"x(true)x"},
      {R"x(-1.5)x", R"x(-1.5d)x"},
      {R"x(true ? 1 : false ? 2 : 3)x", R"x(1)x"},
      {R"x(true || false && false)x", R"x(true)x"},
      {R"x(1 < 2 == true)x", R"x(true)x"},
      {R"x([1, 2, ])x", R"x([1, 2])x"},
      {R"x({'a': 1, })x", R"x({"a": 1})x"},
      {R"x([1][0])x", R"x(1)x"},
      {R"x(- 1)x", R"x(-1)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

TEST(Parser, Refuses) {
  const EvaluatedRow tests[] = {
      {R"x(1 +)x", R"x(refused 1:4: expected an expression, got the end)x"},
      {R"x()x", R"x(refused 1:1: expected an expression, got the end)x"},
      {R"x((1)x", R"x(refused 1:3: expected ")", got the end)x"},
      {R"x(1 2)x",
       R"x(refused 1:3: expected an operator or the end, got "2")x"},
      {R"x(a b)x",
       R"x(refused 1:3: expected an operator or the end, got "b")x"},
      {R"x([1 2])x", R"x(refused 1:4: expected "," or "]", got "2")x"},
      {R"x({1 1})x", R"x(refused 1:4: expected ":", got "1")x"},
      {R"x(object.)x",
       R"x(refused 1:8: expected the name of a field, got the end)x"},
      {R"x(object.in)x",
       R"x(refused 1:8: expected the name of a field, got "in")x"},
      {R"x(for)x",
       R"x(refused 1:1: "for" is a reserved word of CEL; write list.map(x, …))x"},
      {R"x(Pod{})x",
       R"x(refused 1:4: messages cannot be created; write a map as {'key': value})x"},
      {R"x(in)x", R"x(refused 1:1: expected an expression, got "in")x"},
      {R"x(size(1,))x", R"x(refused 1:8: expected an expression, got ")")x"},
      {R"x(1 ? 2)x", R"x(refused 1:6: expected ":", got the end)x"},
      {R"x(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))x",
       R"x(refused 1:65: more than 64 nested levels)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

// A chain within the bytes of an expression had two thousand levels, and each walk
// over it as many calls inside each other.
TEST(Parser, BoundsTheHeightOfATree) {
  auto repeated = [](absl::string_view front, absl::string_view text,
                     size_t times) {
    std::string whole(front);
    for (size_t i = 0; i < times; ++i) absl::StrAppend(&whole, text);
    return whole;
  };
  constexpr size_t kMost = limits::kExpressionHeight - 1;
  const struct {
    const char* reason;
    const char* front;
    const char* repeated;
    size_t most;
    size_t place;  // of the one that is too many, in its repeated text
  } tests[] = {
      {"Fields.", "object", ".a", kMost, 0},
      {"Sums.", "1", "+1", kMost, 0},
      {"Products.", "1", "*1", kMost, 0},
      {"Comparisons.", "dyn(1)", "<1", kMost - 1, 0},
      {"Indices.", "object", "[0]", kMost, 0},
      {"Optional fields.", "object", ".?a", kMost, 0},
      {"Methods.", "object", ".a()", kMost, 1},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_TRUE(ParseExpr(repeated(test.front, test.repeated, test.most),
                          {.native = true})
                    .ok());
    const absl::Status status =
        ParseExpr(repeated(test.front, test.repeated, test.most + 1),
                  {.native = true})
            .status();
    const size_t column =
        1 + test.place + strlen(test.front) + test.most * strlen(test.repeated);
    EXPECT_EQ(
        status.message(),
        absl::StrCat(
            "1:", column,
            ": more than 500 operators, fields and calls in a row or nested"));
  }
  // Chains inside of each other count together, at whatever level.
  const std::string inner = repeated("object", ".a", 300);
  EXPECT_TRUE(ParseExpr(repeated(absl::StrCat("[", inner, "]"), "[0]", 190),
                        {.native = true})
                  .ok());
  EXPECT_FALSE(ParseExpr(repeated(absl::StrCat("[", inner, "]"), "[0]", 200),
                         {.native = true})
                   .ok());
}

TEST(Parser, TakesWhatIsLongAndNotHigh) {
  std::string either = "false", both = "true", sum = "0", list = "[";
  for (int i = 0; i < 200; ++i) {
    absl::StrAppend(&either, " || false");
    absl::StrAppend(&both, " && true");
    absl::StrAppend(&sum, " + 1");
    absl::StrAppend(&list, "object, ");
  }
  EXPECT_EQ(Evaluated(either), "false");
  EXPECT_EQ(Evaluated(both), "true");
  EXPECT_EQ(Evaluated(sum), "200");
  EXPECT_EQ(Evaluated(absl::StrCat("size(", list, "])")), "200");
}

TEST(Parser, KnowsNoExtensionsInDropInInputs) {
  const EvaluatedRow tests[] = {
      {R"x(object.?a)x",
       R"x(refused 1:7: .? is supported only in the native input)x"},
      {R"x(object[?0])x",
       R"x(refused 1:7: [? is supported only in the native input)x"},
      {R"x([?1])x",
       R"x(refused 1:2: an optional element (?) is supported only in the native input)x"},
      {R"x(object.`a`)x",
       R"x(refused 1:8: a name in backquotes is supported only in the native input)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(EvaluatedAsDropIn(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
