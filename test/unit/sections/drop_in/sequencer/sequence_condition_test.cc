// SPDX-License-Identifier: Apache-2.0
// What function-sequencer answered is in test/suites/oracle/cases/sequencer/condition.yaml.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/drop_in/sequencer/sequence_pattern.h"
#include "test/unit/sections/drop_in/sequencer/sequence_call.h"

namespace loom {
namespace {

TEST(SequenceCondition, SaysWhetherARuleIsApplied) {
  const struct {
    const char* reason;
    const char* condition;
    const char* desired;
    const char* message;
  } tests[] = {
      {"it holds", "true", "a",
       R"x("Delaying creation of resource(s) matching \"b\" because \"a\" is not fully ready (0 of 1)")x"},
      {"there is none", "", "a",
       R"x("Delaying creation of resource(s) matching \"b\" because \"a\" is not fully ready (0 of 1)")x"},
      {"it does not", "1 == 2", "a b",
       R"x("Skipping sequence [a b]: condition \"1 == 2\" evaluated to false")x"},
      {"an enum has the names of the contract",
       "desired.resources.a.ready != "
       "apiextensions.fn.proto.v1.Ready.READY_TRUE "
       "&& type(desired) != apiextensions.fn.proto.v1.State",
       "a b",
       R"x("Skipping sequence [a b]: condition \"desired.resources.a.ready != apiextensions.fn.proto.v1.Ready.READY_TRUE \u0026\u0026 type(desired) != apiextensions.fn.proto.v1.State\" evaluated to false")x"},
      {"a message equals itself", "observed.composite != observed.composite",
       "a b",
       R"x("Skipping sequence [a b]: condition \"observed.composite != observed.composite\" evaluated to false")x"},
      {"a message can be compared with null", "desired.composite == null",
       "a b",
       R"x("Skipping sequence [a b]: condition \"desired.composite == null\" evaluated to false")x"},
      {"two states with other resources differ", "desired == observed", "a b",
       R"x("Skipping sequence [a b]: condition \"desired == observed\" evaluated to false")x"},
      {"a long one is quoted in full, as function-sequencer does",
       "'a text that is longer than the sixty-four characters of other quotes' "
       "== 'b'",
       "a b",
       R"x("Skipping sequence [a b]: condition \"'a text that is longer than the sixty-four characters of other quotes' == 'b'\" evaluated to false")x"},
      {"it cannot be read", "1 ==", "a b",
       R"x("cannot evaluate condition \"1 ==\" for sequence [a b]: cannot compile CEL condition: 1:5: expected an expression, got the end")x"},
      {"it is no bool", "1 + 1", "a b",
       R"x("cannot evaluate condition \"1 + 1\" for sequence [a b]: CEL condition must return bool, got int")x"},
      {"it turns out to be no bool", "dyn(1)", "a b",
       R"x("cannot evaluate condition \"dyn(1)\" for sequence [a b]: CEL condition result is not bool")x"},
      {"it fails", "1 / 0 == 1", "a b",
       R"x("cannot evaluate condition \"1 / 0 == 1\" for sequence [a b]: cannot evaluate CEL condition: 1:3: division by zero")x"},
      {"what is missing is an error", "context.x == 1.0", "a b",
       R"x("cannot evaluate condition \"context.x == 1.0\" for sequence [a b]: cannot evaluate CEL condition: 1:8: no such key: \"x\"")x"},
      {"a pattern that is none", "'a'.matches('(')", "a b",
       R"x("cannot evaluate condition \"'a'.matches('(')\" for sequence [a b]: cannot evaluate CEL condition: 1:5: missing ): (")x"},
  };
  for (const auto& test : tests) {
    SequenceCall call(
        absl::StrCat(R"("rules": [{"sequence": ["a", "b"], "condition": ")",
                     test.condition, R"("}])"),
        "a b");
    EXPECT_EQ(call.Desired(), test.desired) << test.reason;
    EXPECT_EQ(call.At("results[0].message"), test.message) << test.reason;
  }
}

}  // namespace
}  // namespace loom
