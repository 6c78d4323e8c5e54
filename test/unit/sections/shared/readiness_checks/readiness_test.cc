// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/readiness.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kObserved[] = R"({
  "metadata": {"uid": "2f6"},
  "spec": {"empty": "", "none": null, "list": []},
  "status": {
    "phase": "Running", "replicas": 3, "share": 2.5, "up": true,
    "down": false, "conditions": [
      {"type": "Ready", "status": "True"},
      {"type": "Synced", "status": "False"}]}})";

// "ready", "not ready", or the error.
std::string Answer(absl::string_view checks, absl::string_view observed) {
  AuthorInput input(absl::StrCat(R"({"readinessChecks": )", checks, "}"),
                    Dialect::kPatchAndTransform);
  Readiness readiness = Readiness::Parse(input.List("readinessChecks"));
  EXPECT_EQ(input.problems(), "");
  Value object = Json(observed);
  absl::StatusOr<bool> ready = readiness.Check(object, TestPool());
  if (!ready.ok()) return std::string(ready.status().message());
  return *ready ? "ready" : "not ready";
}

TEST(Readiness, ChecksTheObservedObject) {
  const struct {
    const char* reason;
    const char* checks;
    const char* want;
  } tests[] = {
      {"Without checks, the condition Ready has to be True.", "[]", "ready"},
      {"None is always ready.", R"([{"type": "None"}])", "ready"},
      {"NonEmpty wants the field.",
       R"([{"type": "NonEmpty", "fieldPath": "metadata.uid"}])", "ready"},
      {"An empty text is a field, so is null.",
       R"([{"type": "NonEmpty", "fieldPath": "spec.empty"},
           {"type": "NonEmpty", "fieldPath": "spec.none"},
           {"type": "NonEmpty", "fieldPath": "spec.list"}])",
       "ready"},
      {"MatchString wants that text.",
       R"([{"type": "MatchString", "fieldPath": "status.phase",
            "matchString": "Running"}])",
       "ready"},
      {"MatchInteger takes a whole number of the wire.",
       R"([{"type": "MatchInteger", "fieldPath": "status.replicas",
            "matchInteger": 3}])",
       "ready"},
      {"MatchTrue and MatchFalse want their boolean.",
       R"([{"type": "MatchTrue", "fieldPath": "status.up"},
           {"type": "MatchFalse", "fieldPath": "status.down"}])",
       "ready"},
      {"MatchCondition wants the status of the condition.",
       R"([{"type": "MatchCondition",
            "matchCondition": {"type": "Synced", "status": "False"}}])",
       "ready"},
      {"MatchCondition without operands is the default check.",
       R"([{"type": "MatchCondition"}])", "ready"},
      {"A condition that is absent is Unknown.",
       R"([{"type": "MatchCondition",
            "matchCondition": {"type": "Warm", "status": "Unknown"}}])",
       "ready"},
      {"Operands of other types do no harm.",
       R"([{"type": "None", "fieldPath": "a..b", "matchString": "x",
            "matchInteger": 1}])",
       "ready"},

      {"All checks have to hold.",
       R"([{"type": "None"}, {"type": "MatchTrue", "fieldPath": "status.down"}])",
       "not ready"},
      {"The first that does not hold ends it, before the error behind it.",
       R"([{"type": "MatchFalse", "fieldPath": "status.up"},
           {"type": "MatchTrue", "fieldPath": "status.phase"}])",
       "not ready"},
      {"A field that is missing is not ready, whatever the type.",
       R"([{"type": "MatchFalse", "fieldPath": "status.nope"}])", "not ready"},
      {"… nor is it for NonEmpty.",
       R"([{"type": "NonEmpty", "fieldPath": "status.nope"}])", "not ready"},
      {"… nor for MatchString, even with an empty text.",
       R"([{"type": "MatchString", "fieldPath": "status.nope",
            "matchString": ""}])",
       "not ready"},
      {"Another text is not ready, nor is another case of it.",
       R"([{"type": "MatchString", "fieldPath": "status.phase",
            "matchString": "running"}])",
       "not ready"},
      {"Another number is not ready.",
       R"([{"type": "MatchInteger", "fieldPath": "status.replicas",
            "matchInteger": 4}])",
       "not ready"},
      {"The status of a condition is compared to the letter.",
       R"([{"type": "MatchCondition",
            "matchCondition": {"type": "Ready", "status": "true"}}])",
       "not ready"},

      {"A number is no text; the check is named.",
       R"([{"type": "None"}, {"type": "MatchString",
            "fieldPath": "status.replicas", "matchString": "3"}])",
       "cannot run readiness check at index 1: status.replicas: not a string"},
      {"An error ends it, before the check behind it that does not hold.",
       R"([{"type": "MatchTrue", "fieldPath": "status.phase"},
           {"type": "MatchFalse", "fieldPath": "status.up"}])",
       "cannot run readiness check at index 0: status.phase: not a bool"},
      {"Null is no text.",
       R"([{"type": "MatchString", "fieldPath": "spec.none",
            "matchString": ""}])",
       "cannot run readiness check at index 0: spec.none: not a string"},
      {"Null is no boolean, not even false.",
       R"([{"type": "MatchFalse", "fieldPath": "spec.none"}])",
       "cannot run readiness check at index 0: spec.none: not a bool"},
      {"A fraction is no whole number.",
       R"([{"type": "MatchInteger", "fieldPath": "status.share",
            "matchInteger": 2}])",
       "cannot run readiness check at index 0: status.share: not a (int64) "
       "number"},
      {"A text is no boolean.",
       R"([{"type": "MatchTrue", "fieldPath": "status.phase"}])",
       "cannot run readiness check at index 0: status.phase: not a bool"},
      {"A malformed path of a drop-in input is reported when it is walked.",
       R"([{"type": "NonEmpty", "fieldPath": "metadata..uid"}])",
       "cannot run readiness check at index 0: cannot parse path "
       "\"metadata..uid\": unexpected '.' at position 9"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Answer(test.checks, kObserved), test.want);
  }
}

TEST(Readiness, DefaultCheckReadsConditionsStrictly) {
  const struct {
    const char* reason;
    const char* observed;
    const char* want;
  } tests[] = {
      {"Ready is True.",
       R"({"status": {"conditions": [{"type": "Ready", "status": "True"}]}})",
       "ready"},
      {"The first condition of type counts.",
       R"({"status": {"conditions": [{"type": "Ready", "status": "True"},
                                     {"type": "Ready", "status": "False"}]}})",
       "ready"},
      {"There is no status.", "{}", "not ready"},
      {"There are no conditions.", R"({"status": {}})", "not ready"},
      {"Ready is False.",
       R"({"status": {"conditions": [{"type": "Ready", "status": "False"}]}})",
       "not ready"},
      {"One entry that is no condition spoils all.",
       R"({"status": {"conditions": [{"type": "Ready", "status": "True"},
                                     {"type": "Synced", "status": 1}]}})",
       "not ready"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Answer("[]", test.observed), test.want);
  }
}

TEST(Readiness, ReportsMistakes) {
  const struct {
    const char* reason;
    Dialect dialect;
    const char* check;
    const char* want;
  } tests[] = {
      {"A complete check is fine.", Dialect::kNative,
       R"({"type": "MatchString", "fieldPath": "a", "matchString": "b"})", ""},
      {"The path may be empty, which is the Go function's rule.",
       Dialect::kPatchAndTransform, R"({"type": "NonEmpty", "fieldPath": ""})",
       ""},
      {"A malformed path waits in a drop-in input.",
       Dialect::kPatchAndTransform,
       R"({"type": "NonEmpty", "fieldPath": "a["})", ""},

      {"A malformed path is a mistake of a native input.", Dialect::kNative,
       R"({"type": "NonEmpty", "fieldPath": "a["})",
       "readinessChecks[0].fieldPath: Invalid value: cannot parse path \"a[\": "
       "unterminated '[' at position 1"},
      {"A type is needed.", Dialect::kPatchAndTransform, "{}",
       "readinessChecks[0].type: Required value: type is required"},
      {"Types are spelt exactly.", Dialect::kPatchAndTransform,
       R"({"type": "matchTrue"})",
       "readinessChecks[0].type: Invalid value: \"matchTrue\": expected one of "
       "None, NonEmpty, MatchString, MatchInteger, MatchTrue, MatchFalse, "
       "MatchCondition (MatchTrue?)"},
      {"Without a path there is nothing to look at.",
       Dialect::kPatchAndTransform, R"({"type": "MatchTrue"})",
       "readinessChecks[0].fieldPath: Required value: fieldPath is required"},
      {"MatchString needs its text.", Dialect::kPatchAndTransform,
       R"({"type": "MatchString", "fieldPath": "a"})",
       "readinessChecks[0].matchString: Required value: matchString is "
       "required"},
      {"MatchInteger needs its number.", Dialect::kPatchAndTransform,
       R"({"type": "MatchInteger", "fieldPath": "a"})",
       "readinessChecks[0].matchInteger: Required value: matchInteger is "
       "required"},
      {"A fraction is no number to match.", Dialect::kPatchAndTransform,
       R"({"type": "MatchInteger", "fieldPath": "a", "matchInteger": 1.5})",
       "readinessChecks[0].matchInteger: Invalid value: expected an integer, "
       "got a "
       "number"},
      {"A condition that is given is given whole.", Dialect::kPatchAndTransform,
       R"({"type": "MatchCondition", "matchCondition": {"type": "Ready"}})",
       "readinessChecks[0].matchCondition.status: Required value: status is "
       "required"},
      {"Unknown members are mistakes.", Dialect::kPatchAndTransform,
       R"({"type": "None", "field": "a"})",
       "readinessChecks[0]: unknown field"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(
        absl::StrCat(R"({"readinessChecks": [)", test.check, "]}"),
        test.dialect);
    Readiness::Parse(input.List("readinessChecks"));
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

}  // namespace
}  // namespace loom
