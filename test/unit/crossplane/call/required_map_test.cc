// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "crossplane/call/call_variables.h"
#include "language/cel/program/expression.h"
#include "language/cel/values/tree_value.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

TEST(RequiredByName, HasListsAndObjects) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"An entry of extraResources has a list.", "required.nets.size()", "2"},
      {"Of objects.", "required.nets[1].spec.n", "2"},
      {"Which may be walked.", "required.nets.map(n, n.spec.n)", "[1,2]"},
      {"A reference has one object.", "required.vpc.spec.n", "1"},
      {"What nothing has read is not there.", "required.gone",
       "NOT_FOUND: x: 1:9: required.gone: no such key"},
      {"That may be asked.", "has(required.gone)", "false"},
      {"An element beyond the end may come.", "required.nets[2].spec.n",
       "NOT_FOUND: x: 1:14: required.nets[2]: index out of bounds"},
      {"The names have an order.", "required.map(k, k)", R"(["nets","vpc"])"},
  };
  TestCall call(RequestBytes(
      R"({"input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})"));
  const Value one = Json(R"({"spec": {"n": 1}})");
  const Value two = Json(R"({"spec": {"n": 2}})");
  call.state.required.SetNamed("nets", {{&one, &two}, true});
  call.state.required.SetNamed("vpc", {{&one}, false});
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(absl::StrCat("{\"x\": \"", test.text, "\"}"),
                      Dialect::kNative);
    Fields fields(input.root());
    auto expression = InputExpression::Read(fields, "x", kNamesOfCall);
    ASSERT_TRUE(expression.has_value()) << input.problems();
    CallVariables variables(&call.state);
    auto made = expression->Tree(&variables, call.state.pool);
    EXPECT_EQ(made.ok() ? ToJson(*made) : Plain(made.status()).ToString(),
              test.want);
  }
}

}  // namespace
}  // namespace loom
