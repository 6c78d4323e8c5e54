// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(MapFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {"{}.merge({}) == {}", "true"},
      {"{'a': 1}.merge({'b': 2}) == {'a': 1, 'b': 2}", "true"},
      // The argument wins, with all of its value.
      {"{'a': 1, 'c': 3}.merge({'a': 2, 'b': 2}) == {'a': 2, 'b': 2, 'c': 3}",
       "true"},
      {"{'a': {'x': 1}}.merge({'a': {'y': 2}}) == {'a': {'y': 2}}", "true"},
      {"{'a': {'x': 1}}.deepMerge({'a': {'y': 2}}) == {'a': {'x': 1, 'y': 2}}",
       "true"},
      {"{'a': {'x': 1}}.deepMerge({'a': 2}) == {'a': 2}", "true"},
      {"{'a': [1]}.deepMerge({'a': [2]}) == {'a': [2]}", "true"},
      {"{'a': 1}.merge('b')",
       "refused 1:10: no such overload: merge of map(string, int) and string"},
      {"dyn(1).merge({})",
       "failed 1:8: no such overload: merge of int and map"},
      // What is not there yet may still appear.
      {"object.merge({'a': 1}).b", "pending 1:23: no such key: \"b\""},
      {"{'a': 1}.merge({'b': 1})['c']", "failed 1:25: no such key: \"c\""},
      {"omit()", "none"},
      {"true ? omit() : 'x'", "none"},
      {"{?'a': omit()} == {}", "true"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing
