// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/gate_condition.h"

#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(GateCondition, HoldsForAnObject) {
  const struct {
    const char* reason;
    const char* condition;
    const char* object;
    bool holds;
  } tests[] = {
      {"What exists exists.", R"("Exists")", "{}", true},
      {"Without conditions nothing is synced.", R"("Synced")", "{}", false},
      {"It is synced.", R"("Synced")",
       R"({"status": {"conditions": [{"type": "Synced", "status": "True"}]}})",
       true},
      {"A condition is True by default.", R"({"type": "Healthy"})",
       R"({"status": {"conditions": [{"type": "Healthy", "status": "True"}]}})",
       true},
      {"A condition may have to be False.",
       R"({"type": "Degraded", "status": "False"})",
       R"({"status": {"conditions": [{"type": "Degraded", "status": "True"}]}})",
       false},
      {"Other conditions may be malformed.", R"({"type": "Healthy"})",
       R"({"status": {"conditions": [{"type": 5}, {"type": "Healthy",
           "status": "True", "lastTransitionTime": "never"}]}})",
       true},
      {"A field is missing.", R"({"fieldPath": "status.a", "nonEmpty": true})",
       "{}", false},
      {"A field is empty.", R"({"fieldPath": "status.a", "nonEmpty": true})",
       R"({"status": {"a": ""}})", false},
      {"A field is an empty list.",
       R"({"fieldPath": "status.a", "nonEmpty": true})",
       R"({"status": {"a": []}})", false},
      {"False is a value.", R"({"fieldPath": "status.a", "nonEmpty": true})",
       R"({"status": {"a": false}})", true},
      {"A field equals a text.", R"({"fieldPath": "status.a", "equals": "x"})",
       R"({"status": {"a": "x"}})", true},
      {"A text is no number.", R"({"fieldPath": "status.a", "equals": 1})",
       R"({"status": {"a": "1"}})", false},
      {"A number counts by its amount.",
       R"({"fieldPath": "status.a", "equals": 1})", R"({"status": {"a": 1.0}})",
       true},
      {"An object equals in any order.",
       R"({"fieldPath": "a", "equals": {"b": 1, "c": 2}})",
       R"({"a": {"c": 2, "b": 1}})", true},
      {"A path that does not fit does not hold.",
       R"({"fieldPath": "a[0].b", "equals": 1})", R"({"a": "text"})", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(std::string(R"({"condition": )") + test.condition + "}",
                      Dialect::kNative);
    Fields fields(input.root());
    const GateCondition condition = GateCondition::Parse(fields);
    EXPECT_EQ(input.problems(), "");
    EXPECT_FALSE(condition.is_ready());
    Pool pool;
    EXPECT_EQ(condition.Holds(Json(test.object), &pool).value(), test.holds);
  }
}

TEST(GateCondition, IsReadyByDefault) {
  for (const char* text : {"{}", R"({"condition": "Ready"})"}) {
    AuthorInput input(text, Dialect::kNative);
    Fields fields(input.root());
    EXPECT_TRUE(GateCondition::Parse(fields).is_ready());
    EXPECT_EQ(input.problems(), "");
  }
}

TEST(GateCondition, TellsMistakes) {
  const struct {
    const char* reason;
    const char* condition;
    const char* problems;
  } tests[] = {
      {"A mistyped name.", R"("Redy")",
       "condition: Invalid value: \"Redy\": expected one of Ready, Exists, "
       "Synced "
       "(Ready?)"},
      {"Neither a text nor an object.", "5",
       "condition: Invalid value: expected a string, got a number"},
      {"Neither of both.", "{}",
       "condition: expected either type or fieldPath"},
      {"Both.", R"({"type": "Ready", "fieldPath": "a"})",
       "condition: expected either type or fieldPath"},
      {"A status that conditions do not have.",
       R"({"type": "Ready", "status": "Yes"})",
       R"(condition.status: Invalid value: "Yes": expected one of True, False, )"
       "Unknown"},
      {"A field alone.", R"({"fieldPath": "a"})",
       "condition: one of equals and nonEmpty is required"},
      {"A field with both.",
       R"({"fieldPath": "a", "equals": 1, "nonEmpty": true})",
       "condition: equals and nonEmpty cannot be combined"},
      {"What would hold for nothing.",
       R"({"fieldPath": "a", "nonEmpty": false})",
       "condition.nonEmpty: Invalid value: expected true"},
      {"Several fields.", R"({"fieldPath": "a[*]", "nonEmpty": true})",
       "condition.fieldPath: Invalid value: expected one field, not a "
       "wildcard"},
      {"A member of the other form.", R"({"type": "Ready", "equals": 1})",
       "condition: unknown equals"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(std::string(R"({"condition": )") + test.condition + "}",
                      Dialect::kNative);
    Fields fields(input.root());
    GateCondition::Parse(fields);
    EXPECT_EQ(Brief(input.problems()), test.problems);
  }
}

}  // namespace
}  // namespace loom
