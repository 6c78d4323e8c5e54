// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "language/cel/program/expression.h"
#include "language/cel/values/tree_value.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

// Gives every name the same object.
class OneObject final : public CelVariables {
 public:
  CelValue Get(int, CelContext* context) override {
    return FromTree(object_, context);
  }

 private:
  Value object_ = Json(R"({"n": 2, "s": "x", "l": [1, 2.5], "none": null})");
};

std::optional<InputExpression> Read(const AuthorInput& input,
                                    ExpressionType type) {
  Fields fields(input.root());
  return InputExpression::Read(fields, "x", kNamesOfRequest, type);
}

TEST(InputExpression, ReportsMistakesAtItsPlace) {
  const struct {
    const char* reason;
    const char* input;
    ExpressionType type;
    const char* want;
  } tests[] = {
      {"It may be absent.", "{}", ExpressionType::kBool, ""},
      {"It is a text.", R"({"x": 1})", ExpressionType::kAny,
       "x: Invalid value: expected a string, got a number"},
      {"Empty is no expression.", R"({"x": ""})", ExpressionType::kAny,
       "x: Invalid value: 1:1: expected an expression, got the end"},
      {"A mistyped name.", R"({"x": "compsite.n"})", ExpressionType::kAny,
       "x: Invalid value: 1:1: unknown name \"compsite\" (composite?)"},
      {"Of a type that is never right.", R"({"x": "1 + 1"})",
       ExpressionType::kBool,
       "x: Invalid value: expected an expression of type bool, got int"},
      {"Of a type that may be right.", R"({"x": "composite.n"})",
       ExpressionType::kBool, ""},
      {"A broken pattern.", R"x({"x": "'a'.matches('[')"})x",
       ExpressionType::kBool, "x: Invalid value: 1:13: missing ]: ["},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, Dialect::kNative);
    Read(input, test.type);
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

TEST(InputExpression, HasAValueIsPendingOrFails) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"A whole number.", "composite.n + 1", "3"},
      {"A part of an object.", "composite.l", "[1,2.5]"},
      {"A text.", "composite.s + '!'", R"("x!")"},
      {"Null is a value.", "composite.none", "null"},
      {"None is none.", "composite.?m", "none"},
      {"What is not there may come.", "composite.m",
       "NOT_FOUND: x: 1:10: composite.m: no such key"},
      {"An element that is not there, too.", "composite.l[2]",
       "NOT_FOUND: x: 1:12: composite.l[2]: index out of bounds"},
      {"An error is none of both.", "composite.n / 0",
       "FAILED_PRECONDITION: x: 1:13: division by zero"},
      {"A value that no object holds.", "type(1)",
       "INVALID_ARGUMENT: x: a value of type type cannot be written"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(absl::StrCat("{\"x\": \"", test.text, "\"}"),
                      Dialect::kNative);
    auto expression = Read(input, ExpressionType::kAny);
    ASSERT_TRUE(expression.has_value()) << input.problems();
    OneObject object;
    auto made = expression->OptionalTree(&object, TestPool());
    EXPECT_EQ(!made.ok()          ? Plain(made.status()).ToString()
              : made->has_value() ? ToJson(**made)
                                  : "none",
              test.want);
  }
}

TEST(InputExpression, WantsATypeWhenItIsEvaluated) {
  AuthorInput input(R"({"x": "composite.n"})", Dialect::kNative);
  OneObject object;
  auto is_bool = Read(input, ExpressionType::kBool);
  EXPECT_EQ(is_bool->Bool(&object, TestPool()).status().message(),
            "x: expected a boolean, got int");
  auto text = Read(input, ExpressionType::kText);
  EXPECT_EQ(text->Text(&object, TestPool()).status().message(),
            "x: expected a string, got int");
}

TEST(InputExpression, KnowsWhatItNames) {
  AuthorInput input(R"x({"x": "[composite.n].all(key, key > 0)"})x",
                    Dialect::kNative);
  auto expression = Read(input, ExpressionType::kAny);
  EXPECT_TRUE(expression->names().Has(ExpressionName::kComposite));
  EXPECT_FALSE(expression->names().Has(ExpressionName::kKey));
}

TEST(InputExpression, MayHaveAnotherPlace) {
  AuthorInput input(R"({"x": "composite.m"})", Dialect::kNative);
  OneObject object;
  auto bare = (*Read(input, ExpressionType::kAny)).At("");
  EXPECT_EQ(bare.Tree(&object, TestPool()).status().message(),
            "1:10: composite.m: no such key");
}

}  // namespace
}  // namespace loom
