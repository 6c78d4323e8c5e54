// SPDX-License-Identifier: Apache-2.0
#include "sections/conditions/conditions_section.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

std::string Made(absl::string_view members,
                 absl::string_view resources = "[]") {
  NativeCall call;
  call.more = std::string(members);
  call.resources = std::string(resources);
  return call.Made();
}

TEST(ConditionsSection, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* members;
    const char* want;
  } tests[] = {
      {"Crossplane sets Ready from the readiness of the composite.",
       R"("conditions": [{"type": "Ready", "status": "True", "reason": "A"}])",
       "conditions[0].type: Invalid value: \"Ready\" belongs to Crossplane: "
       "set it with the `ready` field of the input"},
      {"It drops others.",
       R"("conditions": [{"type": "Synced", "status": "True", "reason": "A"}])",
       "conditions[0].type: Invalid value: \"Synced\" belongs to Crossplane, "
       "which ignores it from a function"},
      {"Two would set it.",
       R"("conditions": [{"type": "ReferencesResolved", "status": "True",
                          "reason": "A"}])",
       "conditions[0].type: Invalid value: \"ReferencesResolved\" belongs to "
       "function-loom"},
      {"No CamelCase.",
       R"("conditions": [{"type": "my-type", "status": "True", "reason": "A"}])",
       "conditions[0].type: Invalid value: \"my-type\": expected CamelCase"},
      {"No status.",
       R"("conditions": [{"type": "A", "status": "Yes", "reason": "not one"}])",
       "conditions[0].status: Invalid value: \"Yes\": expected True, False or "
       "Unknown, or an expression in ${…}; conditions[0].reason: Invalid "
       "value: "
       "\"not one\": expected CamelCase"},
      {"What is required.", R"("conditions": [{}])",
       "conditions[0].type: Required value: type is required; "
       "conditions[0].status: Required value: status is required; "
       "conditions[0].reason: Required value: reason is required"},
      {"A list has no text.",
       R"("conditions": [{"type": "A", "status": ["True"], "reason": "A"}])",
       "conditions[0].status: Invalid value: expected a string, got a list"},
      {"A member that there is not.",
       R"("conditions": [{"type": "A", "status": "True", "reason": "A",
                          "mesage": ""}])",
       "conditions[0]: unknown mesage (message?)"},
      {"Events know the conditions; conditions do not.",
       R"("conditions": [{"type": "A", "status": "${conditions.B.status}",
                          "reason": "A"}])",
       "conditions[0].status: Invalid value: 1:3: \"conditions\" is available "
       "only in `events`"},
      {"A type that no condition has.",
       R"("conditions": [{"type": "Database", "status": "True", "reason": "A"}],
          "events": [{"onChange": "Databse", "reason": "A", "message": "m"}])",
       "events[0].onChange: Invalid value: no entry of `conditions` has the "
       "type \"Databse\" (Database?)"},
      {"If none is near, all are listed.",
       R"("conditions": [{"type": "Database", "status": "True", "reason": "A"}],
          "events": [{"onChange": "Stored", "reason": "A", "message": "m"}])",
       "events[0].onChange: Invalid value: no entry of `conditions` has the "
       "type \"Stored\"; there is Database"},
      {"Nor in an expression.",
       R"("events": [{"when": "conditions.A.status == 'True'", "reason": "A",
                      "message": "m ${conditions.B.reason}"}])",
       "events[0].when: Invalid value: 1:11: no entry of `conditions` has the "
       "type \"A\"; events[0].message: Invalid value: 1:15: no entry of "
       "`conditions` has the type \"B\""},
      {"When is it sent?", R"("events": [{"reason": "A", "message": "m"}])",
       "events[0]: one of onChange and when is required"},
      {"What does it say?", R"("events": [{"when": "true", "reason": "A"}])",
       "events[0].message: Required value: message is required"},
      {"A type of events.",
       R"("events": [{"when": "true", "reason": "A", "message": "m",
                      "type": "Error"}])",
       "events[0].type: Invalid value: \"Error\": expected one of Normal, "
       "Warning"},
      {"Not a bool.", R"("ready": "1 + 1")",
       "ready: Invalid value: expected an expression of type bool, got int"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string made = Brief(Made(test.members));
    EXPECT_TRUE(absl::StrContains(made, test.want)) << made;
  }
}

// Only the text of a condition is hidden: its status has three values.
TEST(ConditionsSection, QuotesNoSecret) {
  constexpr char kDetail[] = "observed.resources.db.connection_details.p";
  const struct {
    const char* reason;
    std::string members;
    const char* want;  // status, reason and message
  } tests[] = {
      {"Its own words.",
       absl::StrCat(R"("status": "${size()", kDetail, R"() == 6}", "reason":
           "${'p' in observed.resources.db.connection_details ? 'Has' : 'No'}",
           "message": "it is ${has()",
                    kDetail, R"() ? 'there' : 'gone'}")"),
       "STATUS_CONDITION_TRUE Has it is there"},
      {"A value of connection details.",
       absl::StrCat(
           R"("status": "True", "reason": "A", "message": "p=${string()",
           kDetail, R"()}")"),
       "STATUS_CONDITION_TRUE A conditions[0].message: the value is not "
       "shown, because this call has read a Secret, connection details or "
       "credentials"},
      {"In the reason.",
       absl::StrCat(R"("status": "False", "message": "m", "reason":
           "${string()",
                    kDetail, R"()}")"),
       "STATUS_CONDITION_FALSE NotShown m"},
      {"As the status.",
       R"("status": "${string(observed.resources.db.connection_details.s)}",
          "reason": "A", "message": "m")",
       "STATUS_CONDITION_FALSE A m"},
      {"As a status that is none.",
       absl::StrCat(R"("status": "${string()", kDetail,
                    R"()}", "reason": "A", "message": "m")"),
       "STATUS_CONDITION_UNKNOWN ExpressionFailed status of A: expected a "
       "boolean, "
       "True, False or Unknown"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.observed = R"({"db": {"resource": {"apiVersion": "v1", "kind": "Db"},
        "connectionDetails": {"p": "czNjcjN0", "s": "RmFsc2U="}}})";
    call.more =
        absl::StrCat(R"("conditions": [{"type": "A", )", test.members, "}]");
    std::string made = absl::StrCat(call.At("conditions[0].status"), " ",
                                    call.At("conditions[0].reason"), " ",
                                    call.At("conditions[0].message"));
    made.erase(std::remove(made.begin(), made.end(), '"'), made.end());
    EXPECT_EQ(made, test.want);
  }
}

TEST(ConditionsSection, DecidesWhetherTheCompositeIsReady) {
  constexpr char kWithheld[] =
      R"([{"name": "a", "base": {"apiVersion": "v1", "kind": "A"}, "patches":
          [{"type": "FromExpression", "expression": "composite.status.gone",
            "toFieldPath": "spec.x"}]}])";
  const struct {
    const char* reason;
    const char* ready;
    const char* want;
  } tests[] = {
      {"It is, also if a resource is withheld.", "composite.spec.size() == 0",
       "\"READY_TRUE\""},
      {"It is not.", "composite.spec.size() > 0", "\"READY_FALSE\""},
      {"What is pending is not ready.", "composite.status.phase == 'a'",
       "\"READY_FALSE\""},
      {"A mistake is not ready.", "composite.kind > 1", "\"READY_FALSE\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.resources = kWithheld;
    call.more = absl::StrCat(R"("ready": ")", test.ready, R"(")");
    EXPECT_EQ(call.At("desired.composite.ready"), test.want);
  }
}

TEST(ConditionsSection, HasBounds) {
  std::string many;
  for (int i = 0; i < 65; ++i) {
    absl::StrAppend(&many, i == 0 ? "" : ", ",
                    R"({"type": "A", "status": "True", "reason": "A"})");
  }
  EXPECT_TRUE(absl::StrContains(
      Made(absl::StrCat(R"("conditions": [)", many, "]")), "64"));
}

}  // namespace
}  // namespace loom
