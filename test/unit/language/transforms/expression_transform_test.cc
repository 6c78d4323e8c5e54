// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "language/transforms/families.h"
#include "test/testing/brief.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

TEST(ExpressionTransform, ComputesAValue) {
  const struct {
    const char* reason;
    const char* expression;
    const char* value;
    const char* want;
  } tests[] = {
      {"A choice.", "value == 'large' ? 9 : 3", "\"large\"", "9"},
      {"A whole number is an int.", "value / 2", "5", "2"},
      {"Any other is a double.", "value / 2.0", "5.5", "2.75"},
      {"A list.", "value.map(v, v.id)", R"([{"id": 1}])", "[1]"},
      {"An object.", "{'a': value}", "null", R"({"a":null})"},
      {"What is not there is missing, not wrong.", "value.a", "{}",
       "error: transforms[0] (expression): 1:6: value.a: no such key"},
      {"No such overload.", "value + 1", "\"a\"",
       "error: transforms[0] (expression): 1:7: no such overload: _+_ of "
       "string and int"},
      {"A mistyped name.", "valu + 1", "1",
       "problem: transforms[0].expression: Invalid value: 1:1: unknown name "
       "\"valu\" (value?)"},
      {"A name of another place.", "item.a", "1",
       "problem: transforms[0].expression: Invalid value: 1:1: \"item\" is "
       "available only inside forEach"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string transform = absl::StrCat(
        R"({"type": "expression", "expression": ")", test.expression, "\"}");
    EXPECT_EQ(Brief(Transformed(transform, test.value, Dialect::kNative)),
              test.want);
  }
}

TEST(ExpressionTransform, IsOfTheNativeInputAlone) {
  EXPECT_EQ(
      Brief(
          Transformed(R"({"type": "expression", "expression": "value"})", "1")),
      "problem: transforms[0].type: Invalid value: \"expression\": expected "
      "one of "
      "map, match, math, string, convert; transforms[0]: unknown expression");
  EXPECT_EQ(Transformed(R"({"type": "expression"})", "1", Dialect::kNative),
            "problem: transforms[0].expression: Required value: expression is "
            "required");
}

TEST(ExpressionTransform, TellsWhatItNames) {
  AuthorInput input(
      R"({"l": [{"type": "expression", "expression": "value + key"}]})",
      Dialect::kNative);
  Transforms chain = Transforms::Parse(input.List("l"), kNamesOfItem);
  EXPECT_EQ(input.problems(), "");
  EXPECT_TRUE(chain.has_expressions());
  EXPECT_TRUE(chain.names().Has(ExpressionName::kKey));
  EXPECT_FALSE(chain.names().Has(ExpressionName::kItem));
}

}  // namespace
}  // namespace loom
