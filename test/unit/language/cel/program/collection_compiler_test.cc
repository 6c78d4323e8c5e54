// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kKnowsElementsObject[] = R"x({})x";

TEST(CollectionCompiler, KnowsElements) {
  const EvaluatedRow tests[] = {
      {R"x([1, 2].map(x, x + 'a'))x",
       R"x(refused 1:17: no such overload: _+_ of int and string)x"},
      {R"x({'a': 1}.map(k, k + 1))x",
       R"x(refused 1:19: no such overload: _+_ of string and int)x"},
      {R"x([[1]].map(x, x[0] + 'a'))x",
       R"x(refused 1:19: no such overload: _+_ of int and string)x"},
      {R"x([].map(x, x + 1))x", R"x([])x"},
      {R"x([dyn(1), 'a'].filter(x, x == 'a'))x", R"x(["a"])x"},
      {R"x(optional.of(1).optMap(x, x + "a"))x",
       R"x(refused 1:28: no such overload: _+_ of int and string)x"},
      {R"x([1].optMap(x, x))x",
       R"x(refused 1:5: optMap expects an optional, got a value of type list(int))x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression, kKnowsElementsObject), want) << expression;
  }
}

TEST(CollectionCompiler, KeepsTypesSmall) {
  // Each level has the level below as its key and as its value: 2^40 names of a type.
  std::string map = "1";
  for (int i = 0; i < 40; ++i)
    map = absl::StrCat("cel.bind(b, ", map, ", {b: b})");
  EXPECT_EQ(Evaluated(absl::StrCat(map, " == ", map)),
            "failed 1:493: a map cannot have keys of type map");
  EXPECT_EQ(Evaluated(absl::StrCat(map, " + 1")).substr(0, 40),
            "refused 1:843: no such overload: _+_ of ");
  EXPECT_EQ(Evaluated("true ? 1 : size({[1]: 1})"), "1")
      << "a key of a kind that no map has is an error only where it is made";
}

}  // namespace
}  // namespace loom::testing
