// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/jmespath.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"

namespace loom {
namespace {

TEST(JmesPath, EvaluatesWhatTestsUse) {
  const struct {
    const char* reason;
    const char* expression;
    const char* value;
  } kRows[] = {
      {"a field", "a", "1"},
      {"a path", "b.c.d", R"("e")"},
      {"an absent field", "x.y", "null"},
      {"a field of a number", "a.b", "null"},
      {"an item", "list[0]", "1"},
      {"an item from the end", "list[-1]", "3"},
      {"an item that is not there", "list[3]", "null"},
      {"a quoted name", R"("f-g".h)", "true"},
      {"the value itself", "length(@)", "4"},
      {"a string", "b.c.d == 'e'", "true"},
      {"JSON", "list == `[1, 2, 3]`", "true"},
      {"null is a field that is not there", "x == null", "true"},
      {"not equal", "a != `1`", "false"},
      {"less", "a < `2`", "true"},
      {"at least", "a >= `2`", "false"},
      {"the order of strings", "b.c.d < `2`", "null"},
      {"and", "a && list[1]", "2"},
      {"or", "x || a", "1"},
      {"and before or", "x || a && `5`", "5"},
      {"not", "!x", "true"},
      {"parentheses", "!(x || a)", "false"},
      {"the length of a string", "length('grüße')", "5"},
      {"a list contains", "contains(list, `2`)", "true"},
      {"a string contains", "contains('abc', 'd')", "false"},
      {"the beginning", "starts_with('abc', 'ab')", "true"},
      {"the end", "ends_with('abc', 'ab')", "false"},
      {"blanks", " a  ==  `1` ", "true"},
  };
  const Value value = Json(
      R"({"a": 1, "b": {"c": {"d": "e"}}, "list": [1, 2, 3], "f-g": {"h": true}})");
  for (const auto& row : kRows) {
    const auto result = JmesPath(row.expression, value, TestPool());
    ASSERT_TRUE(result.ok()) << row.reason << ": " << result.status();
    EXPECT_EQ(ToJson(*result), row.value) << row.reason;
    EXPECT_TRUE(CheckJmesPath(row.expression).ok()) << row.reason;
  }
}

TEST(JmesPath, RefusesTheRest) {
  const struct {
    const char* reason;
    const char* expression;
  } kRows[] = {
      {"a projection", "a[*]"},
      {"a filter", "a[?b]"},
      {"a slice", "a[0:1]"},
      {"a pipe", "a | b"},
      {"a variable", "$a"},
      {"another function", "join(',', a)"},
      {"too many arguments", "length(a, b)"},
      {"a number without backticks", "a == 1"},
      {"malformed JSON", "a == `{`"},
      {"an open string", "a == 'b"},
      {"nothing", ""},
      {"a multi-select", "{a: b}"},
      {"another language", "cel;a"},
  };
  for (const auto& row : kRows) {
    EXPECT_FALSE(CheckJmesPath(row.expression).ok()) << row.reason;
  }
  EXPECT_FALSE(CheckJmesPath(std::string(1000, '(')).ok());
  EXPECT_FALSE(JmesPath("length(a)", Json(R"({"a": 1})"), TestPool()).ok());
}

}  // namespace
}  // namespace loom
