// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/readiness_rule.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

TEST(ReadinessRule, IsReadFromOneMember) {
  using Kind = ReadinessRule::Kind;
  const struct {
    const char* reason;
    const char* input;
    Kind kind;
  } tests[] = {
      {"Without a member it is the condition.", "{}", Kind::kCondition},
      {"A word.", R"({"ready": "Condition"})", Kind::kCondition},
      {"It is enough that it is there.", R"({"ready": "Exists"})",
       Kind::kExists},
      {"It does not count.", R"({"ready": "Ignore"})", Kind::kIgnore},
      {"Checks.", R"({"checks": [{"type": "None"}]})", Kind::kChecks},
      {"An expression.", R"({"readyWhen": "object.status.ok"})",
       Kind::kExpression},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, Dialect::kNative);
    Fields fields(input.root());
    EXPECT_EQ(ReadinessRule::Parse(fields, true).kind(), test.kind);
    fields.Done();
    EXPECT_EQ(input.problems(), "");
  }
}

TEST(ReadinessRule, TellsMistakes) {
  const struct {
    const char* reason;
    const char* input;
    bool may_ignore;
    const char* problems;
  } tests[] = {
      {"A word that is none.", R"({"ready": "Exist"})", true,
       R"(ready: Invalid value: "Exist": expected one of Condition, Exists, )"
       "Ignore (Exists?)"},
      {"A kind cannot be ignored.", R"({"ready": "Ignore"})", false,
       R"(ready: Invalid value: "Ignore": expected one of Condition, Exists)"},
      {"The word that checks would have.", R"({"ready": "Checks"})", true,
       R"(ready: Invalid value: "Checks": list them in checks instead of )"
       "ready"},
      {"A word is a text.", R"({"ready": true})", true,
       "ready: Invalid value: expected a string, got a boolean"},
      {"Both a word and checks.",
       R"({"ready": "Exists", "checks": [{"type": "None"}]})", true,
       "ready, checks and readyWhen cannot be combined"},
      {"Both checks and an expression.",
       R"({"checks": [{"type": "None"}], "readyWhen": "true"})", true,
       "ready, checks and readyWhen cannot be combined"},
      {"No checks are no checks that hold.", R"({"checks": []})", true,
       "checks: Required value: expected at least one check"},
      {"What is wrong with a check.", R"({"checks": [{"type": "NonEmpty"}]})",
       true, "checks[0].fieldPath: Required value: fieldPath is required"},
      {"An expression that is not a bool.", R"({"readyWhen": "1"})", true,
       "readyWhen: Invalid value: expected an expression of type bool, got "
       "int"},
      {"It is about the observed resource.",
       R"({"readyWhen": "status.phase == 'A'"})", true,
       R"(readyWhen: Invalid value: 1:1: unknown name "status"; write )"
       "object.status"},
      {"An expression with a name of elsewhere.", R"({"readyWhen": "item.x"})",
       true,
       R"(readyWhen: Invalid value: 1:1: "item" is available only inside forEach)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, Dialect::kNative);
    Fields fields(input.root());
    ReadinessRule::Parse(fields, test.may_ignore);
    EXPECT_EQ(Brief(input.problems()), test.problems);
  }
}

// What the rule of `db` says of an observed object with this status: "ready", "not
// ready", or the result that says otherwise.
std::string Verdict(absl::string_view rule, absl::string_view status) {
  const SectionCall call(
      {.input = absl::StrCat(R"("readiness": {"rules": [{"resource": "db", )",
                             rule, "}]}"),
       .desired = {{"db", Managed()}},
       .observed = {
           {"db", Managed("", absl::StrCat(", \"status\": ", status))}}});
  if (!call.Results().empty()) return call.Results();
  return call.message().desired().resources().at("db").ready() ==
                 apiextensions::fn::proto::v1::READY_TRUE
             ? "ready"
             : "not ready";
}

TEST(ReadinessRule, JudgesAnObservedObject) {
  const struct {
    const char* reason;
    const char* rule;
    const char* status;
    const char* want;
  } tests[] = {
      {"It exists.", R"("ready": "Exists")", "{}", "ready"},
      {"The condition says no.", R"("ready": "Condition")",
       R"({"conditions": [{"type": "Ready", "status": "False"}]})",
       "not ready"},
      {"The condition says yes, whatever another one is.",
       R"("ready": "Condition")",
       R"({"conditions": [5, {"type": "Ready", "status": "True"}]})", "ready"},
      {"All checks hold.",
       R"("checks": [{"type": "NonEmpty", "fieldPath": "status.arn"},
           {"type": "MatchString", "fieldPath": "status.phase",
            "matchString": "Up"}])",
       R"({"arn": "a", "phase": "Up"})", "ready"},
      {"One does not.",
       R"("checks": [{"type": "NonEmpty", "fieldPath": "status.arn"},
           {"type": "MatchString", "fieldPath": "status.phase",
            "matchString": "Up"}])",
       R"({"arn": "a", "phase": "Down"})", "not ready"},
      {"A check cannot be run.",
       R"("checks": [{"type": "MatchString", "fieldPath": "status.phase",
           "matchString": "Up"}])",
       R"({"phase": 5})",
       "WARNING cannot check readiness of composed resource \"db\": "
       "readiness.rules[0]: cannot run readiness check at index 0: "
       "status.phase: not a string"},
      {"An expression is true.", R"("readyWhen": "object.status.size > 1")",
       R"({"size": 2})", "ready"},
      {"An expression is false.", R"("readyWhen": "object.status.size > 1")",
       R"({"size": 1})", "not ready"},
      {"What it names is not there yet.",
       R"("readyWhen": "object.status.size > 1")", "{}", "not ready"},
      {"It may ask without waiting.",
       R"j("readyWhen": "!has(object.status.size)")j", "{}", "ready"},
      {"It may read the rest of the call.",
       R"("readyWhen": "composite.spec.ns == 'team-b'")", "{}", "ready"},
      {"An expression fails.", R"("readyWhen": "object.status.size > 1")",
       R"({"size": "x"})",
       "FATAL db: readiness.rules[0].readyWhen: 1:20: no such overload: _>_ "
       "of string and int"},
      {"A value that is no bool.", R"("readyWhen": "object.status.size")",
       R"({"size": 1})",
       "FATAL db: readiness.rules[0].readyWhen: expected a boolean, got int"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Verdict(test.rule, test.status), test.want);
  }
}

}  // namespace
}  // namespace loom
