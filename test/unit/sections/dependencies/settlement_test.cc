// SPDX-License-Identifier: Apache-2.0
// Modes, objects outside of the composite, and calls that wait.
#include "sections/dependencies/settlement.h"

#include <gtest/gtest.h>

#include "test/testing/section_call.h"

namespace loom {
namespace {

constexpr char kTypeSettlement[] = "DependenciesReady";
constexpr char kObject[] = R"({"resource": {"apiVersion":
    "kubernetes.crossplane.io/v1alpha2", "kind": "Object", "spec": {}}})";

std::string With(absl::string_view mode) {
  return absl::StrCat(R"("dependencies": [{"resource": "o.*|b", "dependsOn":
      [{"resource": "a"}], "mode": ")",
                      mode, "\"}]");
}

TEST(Settlement, FollowsTheMode) {
  const struct {
    const char* reason;
    const char* mode;
    const char* ready;  // of a; "-": it is not observed
    const char* desired;
    const char* references;
  } tests[] = {
      {"Delay waits.", "Delay", "False", "a", "absent"},
      {"Delay writes nothing.", "Delay", "True", "a b o", "absent"},
      {"Reference waits for the name.", "Reference", "-", "a", "absent"},
      {"Reference leaves readiness to the provider; what is no Object waits.",
       "Reference", "False", "a o",
       R"([{"dependsOn":{"apiVersion":"sql.example.org/v1",)"
       R"("kind":"Database","name":"o"}}])"},
      {"Both waits.", "Both", "False", "a", "absent"},
      {"Both writes.", "Both", "True", "a b o",
       R"([{"dependsOn":{"apiVersion":"sql.example.org/v1",)"
       R"("kind":"Database","name":"o"}}])"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionRequest request{
        .input = With(test.mode),
        .desired = {{"a", Managed()}, {"b", Managed()}, {"o", kObject}}};
    if (*test.ready != '-') request.observed["a"] = Managed(test.ready);
    SectionCall call(request);
    EXPECT_EQ(call.Desired(), test.desired);
    EXPECT_EQ(call.At("desired.resources[o].resource.spec.references"),
              test.references);
  }
}

TEST(Settlement, WithoutAGateOnlyMakesUsages) {
  SectionCall call({.input = R"("dependencies": [{"resource": "b",
      "dependsOn": [{"resource": "a"}], "mode": "None", "deletion": "Usage"}])",
                    .desired = {{"a", Managed()}, {"b", Managed()}}});
  EXPECT_EQ(call.Desired(), "a b");
  EXPECT_EQ(call.Condition(kTypeSettlement), "TRUE Satisfied");
}

TEST(Settlement, AsksForObjectsOutsideOfTheComposite) {
  const std::string answer = R"({"items": [{"resource": {"apiVersion": "v1",
      "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "n"}}}]})";
  const std::string input = R"("dependencies": [{"resource": "b", "dependsOn":
      [{"name": "c", "apiVersion": "v1", "kind": "ConfigMap",
        "namespace": "n"}]}])";
  const std::string key = R"("obj:v1/ConfigMap/n/c")";
  const struct {
    const char* reason;
    SectionRequest request;
    const char* asked;  // the TTL
    const char* desired;
    const char* condition;
  } tests[] = {
      {"It is asked for.",
       {.input = input, .desired = {{"b", Managed()}}},
       "\"0s\"",
       "b",
       "absent"},
      {"It is there, and its kind needs no condition.",
       {.input = input,
        .desired = {{"b", Managed()}},
        .answers = absl::StrCat("{", key, ": ", answer, "}")},
       "\"60s\"",
       "b",
       "TRUE Satisfied"},
      {"It does not exist.",
       {.input = input,
        .desired = {{"b", Managed()}},
        .answers = absl::StrCat("{", key, ": {}}")},
       "\"15s\"",
       "",
       "FALSE DependencyMissing b: dependency ConfigMap c is missing"},
      {"A dependent that exists asks for nothing.",
       {.input = input,
        .desired = {{"b", Managed()}},
        .observed = {{"b", Managed()}}},
       "\"60s\"",
       "b",
       "TRUE Satisfied"},
      {"Nor does one that nobody desires.",
       {.input = input},
       "\"60s\"",
       "",
       "absent"},
      {"An Object in the namespace of the composite.",
       {.input = R"("dependencies": [{"resource": "b", "dependsOn":
            [{"name": "c"}]}])",
        .desired = {{"b", Managed()}},
        .composite = kModernComposite,
        .answers =
            R"({"obj:kubernetes.m.crossplane.io/v1alpha1/Object/team-a/c":
            {}})"},
       "\"15s\"",
       "",
       "FALSE DependencyMissing b: dependency Object c is missing"},
      {"One of another namespace may not be read.",
       {.input = input,
        .desired = {{"b", Managed()}},
        .composite = kModernComposite},
       "\"15s\"",
       "",
       "FALSE InvalidDependency b: dependency ConfigMap c: not allowed across "
       "namespaces"},
      {"A kind that is not installed.",
       {.input = R"("dependencies": [{"resource": "b", "dependsOn":
            [{"name": "c", "apiVersion": "example.org/v1", "kind": "Db"}]}])",
        .desired = {{"b", Managed()}},
        .answers = R"({"crd:dbs.example.org": {}})"},
       "\"15s\"",
       "",
       "FALSE InvalidDependency b: dependency Db c: custom resource definition "
       "dbs.example.org is not installed"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.At("meta.ttl"), test.asked);
    EXPECT_EQ(call.Desired(), test.desired);
    EXPECT_EQ(call.Condition(kTypeSettlement), test.condition);
  }
}

TEST(Settlement, AsksWhileAnEarlierSectionWaits) {
  SectionCall call({.input = R"("environment": {"configs":
      [{"type": "Reference", "ref": {"name": "e"}}]},
      "dependencies": [{"resource": "b", "dependsOn": [{"name": "c"}]}])",
                    .desired = {{"b", Managed()}}});
  EXPECT_NE(call.At("requirements.resources[obj:kubernetes.crossplane.io/"
                    "v1alpha2/Object//c]"),
            "absent");
  EXPECT_EQ(call.Condition(kTypeSettlement), "absent");
}

TEST(Settlement, LeavesWhatAConditionExcludes) {
  const std::string input =
      R"("dependencies": [{"resource": "o", "dependsOn": [{"resource": "a"},
          {"name": "c", "apiVersion": "v1", "kind": "ConfigMap",
           "namespace": "n"}],
         "mode": "Both", "deletion": "Usage", "when": ")";
  const std::string answers = R"({"obj:v1/ConfigMap/n/c": {}})";
  const struct {
    const char* reason;
    const char* when;
    const char* asked;
    const char* desired;
    const char* condition;
  } tests[] = {
      {"It holds.", "composite.spec.ns == 'team-b'", "present", "a",
       "FALSE WaitingForDependencies o: dependency ConfigMap c is missing; o: "
       "waiting for a (0 of 1 ready)"},
      {"It does not hold: nothing is asked for either.",
       "composite.spec.ns == 'team-a'", "absent", "a o", "absent"},
      {"It is not known: as if it held.", "composite.spec.ha", "present", "a",
       "FALSE WaitingForDependencies o: dependency ConfigMap c is missing; o: "
       "waiting for a (0 of 1 ready)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call({.input = absl::StrCat(input, test.when, "\"}]"),
                      .desired = {{"a", Managed()}, {"o", kObject}},
                      .answers = answers});
    EXPECT_EQ(call.At("requirements.resources") == "absent",
              absl::string_view(test.asked) == "absent");
    EXPECT_EQ(call.Desired(), test.desired);
    EXPECT_EQ(call.Condition(kTypeSettlement), test.condition);
  }
}

TEST(Settlement, AsksForWhatAConditionMayNeed) {
  // In the first round what the condition names is not there.
  const std::string input = R"("extraResources": [{"into": "s", "apiVersion":
      "v1", "kind": "ConfigMap", "type": "Reference", "ref": {"name": "s"}}],
      "dependencies": [{"resource": "b", "dependsOn": [{"name": "c"}],
      "when": "required.s[0].data.on == 'yes'"}])";
  const std::string key =
      "requirements.resources[obj:kubernetes.crossplane.io/v1alpha2/Object//c]";
  SectionCall first({.input = input, .desired = {{"b", Managed()}}});
  EXPECT_NE(first.At(key), "absent");
}

TEST(Settlement, KeepsEntriesApart) {
  // That b is withheld does not make it missing for c.
  const SectionCall call(
      {.input = R"("dependencies": [
      {"resource": "b", "dependsOn": [{"resource": "a"}]},
      {"resource": "c", "dependsOn": [{"resource": "b"}]}])",
       .desired = {{"a", Managed()}, {"b", Managed()}, {"c", Managed()}}});
  EXPECT_EQ(call.Condition(kTypeSettlement),
            "FALSE WaitingForDependencies b: waiting for a (0 of 1 ready); c: "
            "waiting for b (0 of 1 ready)");
}

}  // namespace
}  // namespace loom
