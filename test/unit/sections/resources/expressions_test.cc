// SPDX-License-Identifier: Apache-2.0
// Conditions, patches and connection details that are expressions.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

constexpr char kObservedExpressions[] = R"({"a": {"resource": {"kind": "K",
    "metadata": {"name": "a-1"}, "status": {"host": "h", "port": 5432}},
    "connectionDetails": {"pw": "c2VjcmV0"}}})";

TEST(Condition, DecidesWhetherATemplateMakesItsResource) {
  const struct {
    const char* reason;
    const char* condition;
    const char* observed;
    const char* want;
  } tests[] = {
      {"It holds.", "composite.spec.n > 1", "{}", "a b"},
      {"It does not: what exists is deleted.", "composite.spec.n > 2",
       kObservedExpressions, "b"},
      {"What it names is not there: withheld.", "composite.spec.m > 1", "{}",
       "b not ready; FieldMissing: a: resources[0].condition: 1:15: "
       "composite.spec.m: no such key"},
      {"What exists stays.", "composite.spec.m > 1", kObservedExpressions,
       "a b not ready; FieldMissing: a: resources[0].condition: 1:15: "
       "composite.spec.m: no such key"},
      {"has() asks without waiting.", "has(composite.spec.m)",
       kObservedExpressions, "b"},
      {"The object is empty before it is observed.", "!has(object.status)",
       "{}", "a b"},
      {"And is what it is then.", "object.status.port == 5432",
       kObservedExpressions, "a b"},
      {"An earlier template of the step is desired by then, a later one is "
       "not.",
       "!('b' in desired.resources)", "{}", "a b"},
      {"An error is FATAL.", "composite.spec.n / 0 > 1", "{}",
       "FATAL: cannot render composed resource \"a\": resources[0].condition: "
       "1:18: division by zero"},
      {"So is another type.", "composite.spec.n", "{}",
       "FATAL: cannot render composed resource \"a\": resources[0].condition: "
       "expected a boolean, got int"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 2})";
    call.observed = test.observed;
    call.resources = absl::StrCat(
        R"([{"name": "a", "base": {"kind": "K"}, "condition": ")",
        test.condition, R"("}, {"name": "b", "base": {"kind": "B"}}])");
    EXPECT_EQ(call.Made(), test.want);
  }
}

// A template whose condition is false does not touch what an earlier step desires, so the
// other sections find it.
TEST(Condition, LeavesWhatAnEarlierStepDesires) {
  const struct {
    const char* reason;
    const char* db;
    const char* more;
    const char* observed;
    const char* desired;
    const char* want;
    const char* fields;
  } tests[] = {
      {"What depends on it waits for it.", R"("name": "db")",
       R"("dependencies": [{"resource": "app",
                            "dependsOn": [{"resource": "db"}]}])",
       "{}", "db", "db not ready", "{}"},
      {"So it does if the template would have replaced it.",
       R"("name": "db", "base": {"kind": "Other"})",
       R"("dependencies": [{"resource": "app",
                            "dependsOn": [{"resource": "db"}]}])",
       "{}", "db", "db not ready", "{}"},
      {"What exists is not on its way out.", R"("name": "db")",
       R"("dependencies": [{"resource": "app",
                            "dependsOn": [{"resource": "db"}]}])",
       R"({"db": {"resource": {"kind": "Db"}}})", "db", "db not ready", "{}"},
      {"A reference writes to it.", R"("name": "db")",
       R"("references": [{"target": {"resource": "db"},
           "fromComposite": {"fieldPath": "spec.v"}, "toFieldPath": "spec.v"}])",
       "{}", "db", "app db", R"({"v":7})"},
      {"An item is found by the name of its template.",
       R"("name": "db", "forEach": {"items": "['x']"})",
       R"("references": [{"target": {"resource": "db"},
           "fromComposite": {"fieldPath": "spec.v"}, "toFieldPath": "spec.v"}])",
       "{}", "db-x", "app db-x", R"({"v":7})"},
      {"And what depends on the template waits for the item.",
       R"("name": "db", "forEach": {"items": "['x']"})",
       R"("dependencies": [{"resource": "app",
                            "dependsOn": [{"resource": "db"}]}])",
       "{}", "db-x", "db-x not ready", "{}"},
      {"What no earlier step desires is not waited for.",
       R"("name": "db", "base": {"kind": "Db"})",
       R"("dependencies": [{"resource": "app",
                            "dependsOn": [{"resource": "db"}]}])",
       "{}", "other", "app other", "{}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"v": 7})";
    call.observed = test.observed;
    call.desired = absl::StrCat(
        "{\"", test.desired, R"(": {"resource": {"kind": "Db", "spec": {}}}})");
    call.resources = absl::StrCat("[{", test.db, R"(, "condition": "false"},
            {"name": "app", "base": {"kind": "App"}}])");
    call.more = test.more;
    EXPECT_EQ(call.Made(), test.want);
    EXPECT_EQ(call.At(absl::StrCat("desired.resources[", test.desired,
                                   "].resource.spec")),
              test.fields);
  }
}

TEST(Condition, OfTheWholeStep) {
  const struct {
    const char* reason;
    const char* condition;
    const char* observed;
    const char* want;
  } tests[] = {
      {"It holds.", "composite.spec.n == 2", "{}", "a earlier"},
      {"It does not: all goes on as it came.", "composite.spec.n == 3",
       kObservedExpressions, "earlier"},
      {"It is pending: nothing new is made.", "composite.spec.m == 3", "{}",
       "earlier not ready; FieldMissing: condition: 1:15: composite.spec.m: no "
       "such key"},
      {"And nothing is lost.", "composite.spec.m == 3", kObservedExpressions,
       "a earlier not ready; FieldMissing: condition: 1:15: composite.spec.m: "
       "no such key"},
      {"An error is FATAL.", "composite.spec.n / 0 > 1", kObservedExpressions,
       "FATAL: condition: 1:18: division by zero"},
      {"Nothing was required yet.", "has(required.x)", "{}",
       "FATAL: invalid Function input: condition: Invalid value: 1:5: "
       "\"required\" is not available here: nothing has been required yet"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 2})";
    call.observed = test.observed;
    call.desired = R"({"earlier": {"resource": {"kind": "E"}}})";
    call.resources = R"([{"name": "a", "base": {"kind": "K"}}])";
    call.more = absl::StrCat(R"("condition": ")", test.condition, "\"");
    EXPECT_EQ(call.Made(), test.want);
  }
}

TEST(ExpressionPatches, WriteWhatTheyCompute) {
  const struct {
    const char* reason;
    const char* patch;
    const char* want;
  } tests[] = {
      {"A value.", R"("type": "FromExpression", "toFieldPath": "spec.v",
        "expression": "composite.spec.n * 2")",
       R"({"v":4})"},
      {"What it reads of the environment.",
       R"("type": "FromExpression", "toFieldPath": "spec.v",
        "expression": "environment.stage")",
       R"({"v":"t"})"},
      {"An object, merged.",
       R"("type": "FromExpression", "toFieldPath": "spec",
        "expression": "{'a': [1, 2]}", "policy": {"toFieldPath": "MergeObjects"})",
       R"({"a":[1,2]})"},
      {"Behind it transforms.",
       R"("type": "FromExpression", "toFieldPath": "spec.v",
        "expression": "composite.spec.n",
        "transforms": [{"type": "convert", "convert": {"toType": "string"}},
                       {"type": "expression", "expression": "value + '!'"}])",
       R"({"v":"2!"})"},
      {"None is passed over.",
       R"("type": "FromExpression", "toFieldPath": "spec.v",
        "expression": "composite.spec.?m")",
       "absent"},
      {"An unknown entry of the context is missing.",
       R"x("type": "FromExpression", "toFieldPath": "spec.v",
        "expression": "context.?gone.orValue('no')")x",
       R"({"v":"no"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 2})";
    call.context =
        R"({"apiextensions.crossplane.io/environment": {"stage": "t"}})";
    call.resources =
        absl::StrCat(R"([{"name": "a", "base": {"kind": "K"}, "patches": [{)",
                     test.patch, "}]}]");
    EXPECT_EQ(call.Made(), "a");
    EXPECT_EQ(call.At("desired.resources[a].resource.spec"), test.want);
  }
}

TEST(ExpressionPatches, ReportMistakes) {
  const struct {
    const char* reason;
    const char* patches;
    const char* want;
  } tests[] = {
      {"An expression is required.",
       R"({"type": "FromExpression", "toFieldPath": "a"})",
       "resources[0].patches[0].expression: Required value: expression is "
       "required"},
      {"So is a place.", R"({"type": "FromExpression", "expression": "1"})",
       "resources[0].patches[0].toFieldPath: Required value: toFieldPath is "
       "required"},
      {"It names what it reads.",
       R"({"type": "FromExpression", "expression": "1", "toFieldPath": "a",
           "fromFieldPath": "spec.n"})",
       "resources[0].patches[0].fromFieldPath: Invalid value: cannot be "
       "combined with expression"},
      {"There is no item without forEach.",
       R"({"type": "FromItemFieldPath", "toFieldPath": "a"})",
       "resources[0].patches[0].type: Invalid value: \"FromItemFieldPath\" is "
       "available only inside forEach"},
      {"Nor in an expression.",
       R"({"type": "FromExpression", "expression": "item.a",
           "toFieldPath": "a"})",
       "resources[0].patches[0].expression: Invalid value: 1:1: \"item\" is "
       "available only inside forEach"},
      {"Nor in a patch set that it uses.",
       R"({"type": "PatchSet", "patchSetName": "s"})",
       "resources[0].patches[0].patchSetName: Invalid value: \"s\": "
       "patchSets[s].patches[0] reads the item of a forEach, but this resource "
       "has none"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.resources =
        absl::StrCat(R"([{"name": "a", "base": {"kind": "K"}, "patches": [)",
                     test.patches, "]}]");
    call.more = R"("patchSets": [{"name": "s", "patches": [
        {"type": "FromExpression", "expression": "key", "toFieldPath": "k"}]}])";
    EXPECT_EQ(call.Made(),
              absl::StrCat("FATAL: invalid Function input: ", test.want));
  }
}

TEST(ExpressionPatches, OfASetKnowTheItem) {
  NativeCall call;
  call.resources = R"([{"name": "a", "base": {"kind": "K"},
      "forEach": {"items": "['x']"},
      "patches": [{"type": "PatchSet", "patchSetName": "s"}]}])";
  call.more = R"("patchSets": [{"name": "s", "patches": [
      {"type": "FromExpression", "expression": "key", "toFieldPath": "spec.k"}]}])";
  EXPECT_EQ(call.Made(), "a-x");
  EXPECT_EQ(call.At("desired.resources[a-x].resource.spec"), R"({"k":"x"})");
}

TEST(ExpressionPatches, OfTheEnvironment) {
  NativeCall call;
  call.resources = R"([{"name": "a", "base": {"kind": "K"}, "patches": [
      {"type": "FromEnvironmentFieldPath", "fromFieldPath": "region",
       "toFieldPath": "spec.region"}]}])";
  call.more = R"("environment": {"patches": [{"type": "FromExpression",
      "expression": "composite.spec.tier == 'gold' ? 'eu-1' : 'eu-2'",
      "toFieldPath": "region"}]})";
  call.spec = R"({"tier": "gold"})";
  EXPECT_EQ(call.Made(), "a");
  EXPECT_EQ(call.At("desired.resources[a].resource.spec.region"), R"("eu-1")");
  call.spec = "{}";
  EXPECT_EQ(call.Made(),
            "a not ready; FieldMissing: environment.patches[0]: expression: "
            "1:15: composite.spec.tier: no such key");
  call.more = R"("environment": {"patches": [{"fromFieldPath": "spec.n",
      "toFieldPath": "region", "transforms": [{"type": "expression",
      "expression": "value + composite.spec.tier"}]}]})";
  call.spec = R"({"n": "eu"})";
  EXPECT_EQ(call.Made(),
            "a not ready; FieldMissing: environment.patches[0]: transforms[0] "
            "(expression): 1:23: composite.spec.tier: no such key");
}

TEST(ConnectionDetails, MayBeExpressions) {
  const struct {
    const char* reason;
    const char* detail;
    const char* made;
    const char* want;
  } tests[] = {
      {"A text.", R"("type": "FromExpression",
        "expression": "'https://' + object.status.host")",
       "a", R"("aHR0cHM6Ly9o")"},
      {"A number is written as JSON.",
       R"("type": "FromExpression", "expression": "object.status.port + 1")",
       "a", R"("NTQzMw==")"},
      {"Transforms behind a field.",
       R"("type": "FromFieldPath", "fromFieldPath": "status.port",
          "transforms": [{"type": "expression", "expression": "value * 2"}])",
       "a", R"("MTA4NjQ=")"},
      {"Transforms behind a key.",
       R"("type": "FromConnectionSecretKey", "fromConnectionSecretKey": "pw",
          "transforms": [{"type": "expression", "expression": "value + '!'"}])",
       "a", R"("c2VjcmV0IQ==")"},
      {"None is left out.",
       R"("type": "FromExpression", "expression": "object.?gone")", "a",
       "absent"},
      {"What is pending stays as it was published. A call that has read "
       "details "
       "names no key.",
       R"("type": "FromExpression", "expression": "object.gone.x")",
       "a not ready; FieldMissing: a: resources[0].connectionDetails[0]"
       ".expression: 1:7: a key, field or index is missing",
       R"("YmVmb3Jl")"},
      {"An error is FATAL.",
       R"("type": "FromExpression", "expression": "1 / 0")",
       "FATAL: connection detail d: resources[0].connectionDetails[0]"
       ".expression: 1:3: the value does not fit (it is not shown, because "
       "this call has read a Secret, connection details or credentials)",
       "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.details = R"({"d": "YmVmb3Jl"})";
    call.observed = kObservedExpressions;
    call.resources = absl::StrCat(
        R"([{"name": "a", "base": {"kind": "K"}, "connectionDetails": [
             {"name": "d", )",
        test.detail, "}]}]");
    EXPECT_EQ(call.Made(), test.made);
    EXPECT_EQ(call.At("desired.composite.connectionDetails.d"), test.want);
  }
}

TEST(ExpressionsResolved, IsTrueOnlyWhereThereAreExpressions) {
  NativeCall call;
  call.resources = R"([{"name": "a", "base": {"kind": "K"}}])";
  EXPECT_EQ(call.At("conditions"), "absent");
  call.resources =
      R"([{"name": "a", "base": {"kind": "K"}, "condition": "true"}])";
  EXPECT_EQ(call.At("conditions[0].type"), R"("ExpressionsResolved")");
  EXPECT_EQ(call.At("conditions[0].status"), R"("STATUS_CONDITION_TRUE")");
}

}  // namespace
}  // namespace loom
