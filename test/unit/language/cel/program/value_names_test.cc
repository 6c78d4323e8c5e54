// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/value_names.h"

#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "language/cel/program/expression.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

// Reads `values` of an input and of its resources, and the conditions of these. Returns
// what is wrong.
std::string MistakesIn(absl::string_view input_text) {
  AuthorInput input(input_text, Dialect::kNative);
  for (const Input& resource : input.List("resources")) {
    Fields fields(resource);
    const ExpressionNames names =
        kNamesOfCall | ExpressionName::kObject | kNamesOfItem;
    InputExpression::Read(fields, "condition", kNamesOfRequest);
    NamedValues::Parse(fields, names, /*is_own=*/true);
    if (auto loop = fields.Object("forEach")) {
      Fields members(*loop);
      InputExpression::Read(members, "items", kNamesOfCall);
    }
  }
  Fields root(input.root());
  NamedValues::Parse(root, kNamesOfCall);
  CheckValueNames(input.root());
  return Brief(
      absl::StrReplaceAll(input.problems(), {{"Invalid value: ", ""}}));
}

TEST(ValueNames, AreThoseOfTheInputAndOfTheResource) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"Any order, and one value read twice.",
       R"({"values": {"a": "${values.b}${values.b}", "b": "x"},
           "resources": [{"condition": "values.a == 'xx'"}]})",
       ""},
      {"A resource reads its own values.",
       R"({"resources": [{"values": {"a": "${item}"}}]})", ""},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(MistakesIn(test.input), test.want) << test.reason;
  }
}

TEST(ValueNames, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"The way of a cycle.",
       R"({"values": {"a": "${values.b}", "b": ["${values.c}"],
                      "c": "${values.b}"}})",
       "values.b: the value needs itself: b -> c -> b"},
      {"A mistyped name.",
       R"({"values": {"prefix": 1},
           "resources": [{"condition": "values.prefx == 1"}]})",
       "resources[0].condition: 1:7: unknown value \"prefx\" (prefix?)"},
      {"No values at all.",
       R"({"resources": [{"condition": "values.a == 1"}]})",
       "resources[0].condition: 1:7: unknown value \"a\"; the input has no "
       "`values`"},
      {"No name.",
       R"({"values": {"a": 1}, "resources": [{"condition": "'a' in values"}]})",
       "resources[0].condition: 1:8: values is read by name: write "
       "values.NAME"},
      {"A name that needs brackets.", R"({"values": {"my-name": 1}})",
       "values.my-name: expected a name of letters, digits and _, such as "
       "my_name"},
      {"One name for two values.",
       R"({"values": {"a": 1}, "resources": [{"values": {"a": 2}}]})",
       "resources[0].values.a: the input also has a value of this name"},
      {"A value of another resource.",
       R"({"resources": [{"values": {"a": 1}}, {"condition": "values.a == 1"}]})",
       "resources[1].condition: 1:7: unknown value \"a\"; the input has no "
       "`values`"},
      {"The list of a loop does not know its items.",
       R"({"resources": [{"values": {"a": 1}, "forEach": {"items": "values.a"}}]})",
       "resources[0].forEach.items: 1:7: unknown value \"a\"; the input has no "
       "`values`"},
      {"A value that uses what is not there yet, through another one.",
       R"({"values": {"a": "${values.b}", "b": "${required}"},
           "resources": [{"condition": "values.a"}]})",
       "resources[0].condition: 1:7: values.a uses \"required\", which is not "
       "available here: nothing has been required yet"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(MistakesIn(test.input), test.want) << test.reason;
  }
}

}  // namespace
}  // namespace loom
