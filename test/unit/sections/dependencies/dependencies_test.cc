// SPDX-License-Identifier: Apache-2.0
// Whole calls: who is withheld, and what the condition says.
#include "sections/dependencies/dependencies.h"

#include <gtest/gtest.h>

#include "absl/strings/substitute.h"
#include "test/testing/brief.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

constexpr char kTypeDependencies[] = "DependenciesReady";

std::string OnDependencies(absl::string_view prerequisites,
                           absl::string_view more = "") {
  return absl::StrCat(R"("dependencies": [{"resource": "b", "dependsOn": )",
                      prerequisites, more, "}]");
}

TEST(Dependencies, WithholdWhatIsNotObserved) {
  const std::string on_a = OnDependencies(R"([{"resource": "a"}])");
  const struct {
    const char* reason;
    SectionRequest request;
    const char* desired;
    const char* condition;
  } tests[] = {
      {"What it depends on is not observed.",
       {on_a, {{"a", Managed()}, {"b", Managed()}}},
       "a",
       "FALSE WaitingForDependencies b: waiting for a (0 of 1 ready)"},
      {"It is ready.",
       {on_a, {{"a", Managed()}, {"b", Managed()}}, {{"a", Managed("True")}}},
       "a b",
       "TRUE Satisfied"},
      {"What exists stays, whatever becomes of what it depends on.",
       {on_a,
        {{"a", Managed()}, {"b", Managed()}},
        {{"a", Managed("False")}, {"b", Managed("False")}}},
       "a b",
       "TRUE Satisfied"},
      {"What exists stays, although what it depends on is gone.",
       {on_a, {{"b", Managed()}}, {{"b", Managed()}}},
       "b",
       "TRUE Satisfied"},
      {"Nobody desires the dependent.",
       {on_a, {{"a", Managed()}}},
       "a",
       "absent"},
      {"What it depends on is observed, and not desired any more.",
       {on_a, {{"b", Managed()}}, {{"a", Managed("True")}}},
       "b",
       "TRUE Satisfied"},
      {"A name that no resource has, and one that is like it.",
       {OnDependencies(R"([{"resource": "databse"}])"),
        {{"b", Managed()}, {"database", Managed()}}},
       "database",
       "FALSE DependencyMissing b: dependency databse is missing (database?)"},
      {"A resource of its own that its template does not make now.",
       {absl::StrCat(OnDependencies(R"([{"resource": "own"}])"),
                     R"(, "resources": [
            {"name": "own", "base": {"apiVersion": "example.org/v1",
             "kind": "A"}, "patches": [{"type": "FromCompositeFieldPath",
             "fromFieldPath": "spec.none", "toFieldPath": "spec.x",
             "policy": {"fromFieldPath": "Required"}}]}])"),
        {{"b", Managed()}}},
       "",
       "FALSE WaitingForDependencies b: waiting for own (0 of 1 ready)"},
      {"Two that it depends on.",
       {OnDependencies(R"([{"resource": "a"}, {"resource": "c"}])"),
        {{"a", Managed()}, {"b", Managed()}, {"c", Managed()}}},
       "a c",
       "FALSE WaitingForDependencies b: waiting for a (0 of 1 ready); b: "
       "waiting for c (0 of 1 ready)"},
      {"A pattern that matches the dependent, too.",
       {OnDependencies(R"([{"resource": ".*"}])"),
        {{"a", Managed()}, {"b", Managed()}},
        {{"a", Managed("True")}}},
       "a b",
       "TRUE Satisfied"},
      {"Its connection details.",
       {OnDependencies(R"([{"resource": "a", "connectionDetails": ["k"]}])"),
        {{"a", Managed()}, {"b", Managed()}},
        {{"a", R"({"resource": {"apiVersion": "example.org/v1", "kind": "A",
            "status": {"conditions": [{"type": "Ready", "status": "True"}]}},
            "connectionDetails": {"k": "eA=="}})"}}},
       "a b",
       "TRUE Satisfied"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.Desired(), test.desired);
    EXPECT_EQ(Brief(call.Condition(kTypeDependencies)), test.condition);
    const bool withheld = absl::StartsWith(test.condition, "FALSE");
    EXPECT_EQ(call.At("desired.composite.ready"),
              withheld ? "\"READY_FALSE\"" : "absent");
    EXPECT_EQ(call.At("meta.ttl"), withheld ? "\"15s\"" : "\"60s\"");
  }
}

TEST(Dependencies, AreTrueOnceNothingIsLeftToDo) {
  SectionCall call({.input = OnDependencies(R"([{"resource": "a"}])"),
                    .composite = R"({"apiVersion": "example.org/v1",
      "kind": "X", "metadata": {"name": "x"}, "status": {"conditions": [
      {"type": "DependenciesReady", "status": "False",
       "reason": "DependencyMissing",
       "message": "b: dependency a is missing"}]}})"});
  EXPECT_EQ(call.Condition(kTypeDependencies), "TRUE Satisfied");
  EXPECT_EQ(call.Results(), "NORMAL DependenciesReady: Satisfied (Satisfied)");
}

std::string When(absl::string_view condition, absl::string_view more = "") {
  return OnDependencies(R"([{"resource": "a"}])",
                        absl::StrCat(R"(, "when": ")", condition, "\"", more));
}

TEST(Dependencies, MayHaveACondition) {
  constexpr char kResolved[] = "ExpressionsResolved";
  const struct {
    const char* reason;
    SectionRequest request;
    const char* desired;
    const char* condition;
    const char* resolved;
  } tests[] = {
      {"It holds.",
       {When("composite.spec.ns == 'team-b'"),
        {{"a", Managed()}, {"b", Managed()}}},
       "a",
       "FALSE WaitingForDependencies b: waiting for a (0 of 1 ready)",
       "TRUE Resolved"},
      {"It does not hold.",
       {When("composite.spec.ns == 'team-a'"),
        {{"a", Managed()}, {"b", Managed()}}},
       "a b",
       "absent",
       "TRUE Resolved"},
      {"It is not known, and the dependent is new.",
       {When("composite.spec.ha"),
        {{"a", Managed()}, {"b", Managed()}},
        {{"a", Managed("True")}}},
       "a",
       "TRUE Satisfied",
       "UNKNOWN FieldMissing b: dependencies[0].when: 1:15: composite.spec.ha: "
       "no such key"},
      {"It is not known, and the dependent exists.",
       {When("composite.spec.ha"),
        {{"a", Managed()}, {"b", Managed()}},
        {{"b", Managed()}}},
       "a b",
       "TRUE Satisfied",
       "UNKNOWN FieldMissing b: dependencies[0].when: 1:15: composite.spec.ha: "
       "no such key"},
      {"It is not known, and nobody desires the dependent.",
       {When("composite.spec.ha"), {{"a", Managed()}}},
       "a",
       "absent",
       "TRUE Resolved"},
      {"What exists is asked by its name.",
       {When("'a' in observed.resources"),
        {{"a", Managed()}, {"b", Managed()}}},
       "a b",
       "absent",
       "TRUE Resolved"},
      {"Usages stay, although it does not hold.",
       {When("false", R"(, "deletion": "Usage")"),
        {{"a", Managed()}, {"b", Managed()}},
        {{"a", Managed()}, {"b", Managed()}}},
       "a b database-o-database-o-b1295e-dependency",
       "absent",
       "TRUE Resolved"},
      {"Entries do not see the Usages of others.",
       {R"("dependencies": [
            {"resource": "b", "dependsOn": [{"resource": "a"}],
             "deletion": "Usage"},
            {"resource": "c", "dependsOn": [{"resource": "none"}],
             "when": "desired.resources.size() > 3"}])",
        {{"a", Managed()}, {"b", Managed()}, {"c", Managed()}},
        {{"a", Managed("True")}, {"b", Managed("True")}}},
       "a b c database-o-database-o-b1295e-dependency",
       "TRUE Satisfied",
       "TRUE Resolved"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.Desired(), test.desired);
    EXPECT_EQ(call.Condition(kTypeDependencies), test.condition);
    EXPECT_EQ(call.Condition(kResolved), test.resolved);
    const bool pending = absl::StartsWith(test.resolved, "UNKNOWN");
    const bool waits = pending || absl::StartsWith(test.condition, "FALSE");
    EXPECT_EQ(call.At("desired.composite.ready"),
              waits ? "\"READY_FALSE\"" : "absent");
    EXPECT_EQ(call.At("meta.ttl"), waits ? "\"15s\"" : "\"60s\"");
  }
}

TEST(Dependencies, WithAConditionThatFailsAreFatal) {
  SectionCall call({.input = When("composite.spec.ns > 1"),
                    .desired = {{"a", Managed()}, {"b", Managed()}}});
  EXPECT_EQ(call.Results(),
            "FATAL dependencies[0].when: 1:19: no such overload: _>_ of string "
            "and int");
  EXPECT_EQ(call.Desired(), "a b");
}

TEST(Dependencies, WhoseConditionsExcludeEachOtherAreNoCycle) {
  const auto input = [](absl::string_view more) {
    return absl::Substitute(R"("dependencies": [
        {"resource": "a", "dependsOn": [{"resource": "b"}],
         "when": "composite.spec.ns == 'team-a'"$0},
        {"resource": "b", "dependsOn": [{"resource": "a"}],
         "when": "composite.spec.ns != 'team-a'"$0}])",
                            more);
  };
  const SectionRequest request{.input = input(""),
                               .desired = {{"a", Managed()}, {"b", Managed()}}};
  EXPECT_EQ(SectionCall(request).Condition(kTypeDependencies),
            "FALSE WaitingForDependencies b: waiting for a (0 of 1 ready)");
  // Usages are made in each case.
  const SectionRequest usages{.input = input(R"(, "deletion": "Usage")")};
  EXPECT_EQ(SectionCall(usages).Refusal(), "dependencies: cycle a -> b -> a");
}

TEST(Dependencies, WhoseConditionsHoldAtOnceAreACycle) {
  SectionCall call({.input = R"("dependencies": [
      {"resource": "a", "dependsOn": [{"resource": "b"}], "when": "true"},
      {"resource": "b", "dependsOn": [{"resource": "a"}]}])",
                    .desired = {{"a", Managed()}, {"b", Managed()}}});
  EXPECT_EQ(call.Results(),
            "FATAL dependencies: cycle a -> b -> a (DependencyCycle)");
}

TEST(Dependencies, OnEachOtherAreAMistake) {
  const struct {
    const char* reason;
    const char* input;
    const char* refusal;
  } tests[] = {
      {"By name.",
       R"("dependencies": [
           {"resource": "a", "dependsOn": [{"resource": "b"}]},
           {"resource": "b", "dependsOn": [{"resource": "a"}]}])",
       "dependencies: cycle a -> b -> a"},
      {"By a pattern that matches a name of the input.",
       R"("dependencies": [
           {"resource": "a-.*", "dependsOn": [{"resource": "b"}]},
           {"resource": "b", "dependsOn": [{"resource": "a-1"}]}])",
       "dependencies: cycle a-1 -> b -> a-1"},
      {"By a pattern that matches a template of the input.",
       R"("resources": [{"name": "a-1", "base": {"apiVersion": "v1",
           "kind": "A"}}], "dependencies": [
           {"resource": "b", "dependsOn": [{"resource": "a-.*"}]},
           {"resource": "a-.*", "dependsOn": [{"resource": "b"}]}])",
       "dependencies: cycle a-1 -> b -> a-1"},
      {"Beside other mistakes.",
       R"("dependencies": [
           {"resource": "a", "dependsOn": [{"resource": "b"}], "mode": "x"},
           {"resource": "b", "dependsOn": [{"resource": "a"}]}])",
       R"(dependencies[0].mode: Invalid value: "x": expected one of Delay, )"
       "Reference, Both, None; dependencies: cycle a -> b -> a"},
      {"A pattern that could match itself alone is none.",
       R"("dependencies": [
           {"resource": "a-.*", "dependsOn": [{"resource": "a-1"}]}])",
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(SectionCall({.input = test.input}).Refusal(), test.refusal);
  }
}

TEST(Dependencies, ThatShowThemselvesInACallAreFatal) {
  SectionCall call({.input = R"("dependencies": [
      {"resource": "a-.*", "dependsOn": [{"resource": "b-.*"}]},
      {"resource": "b-.*", "dependsOn": [{"resource": "a-.*"}]}])",
                    .desired = {{"a-1", Managed()}, {"b-1", Managed()}}});
  EXPECT_EQ(call.Results(),
            "FATAL dependencies: cycle a-1 -> b-1 -> a-1 (DependencyCycle)");
  EXPECT_EQ(call.Desired(), "a-1 b-1");
}

}  // namespace
}  // namespace loom
