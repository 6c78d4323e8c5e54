// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/ready_state.h"

#include <gtest/gtest.h>

#include "test/testing/section_call.h"
#include "test/unit/sections/readiness/readiness_flags.h"

namespace loom {
namespace {

TEST(ReadyState, IsWhatIsKnownFirst) {
  const std::string config_map =
      R"({"resource": {"apiVersion": "v1", "kind": "ConfigMap"}})";
  const std::string deployment = R"({"resource": {"apiVersion": "apps/v1",
      "kind": "Deployment", "spec": {"replicas": 1}, "status": {"conditions":
      [{"type": "Ready", "status": "True"}]}}})";
  const std::string checks = R"(, "resources": [{"name": "a", "base":
      {"apiVersion": "sql.example.org/v1", "kind": "Database", "spec": {}},
      "readinessChecks": [{"type": "NonEmpty", "fieldPath": "status.id"}]}])";
  std::string switched_off = checks;
  switched_off.insert(switched_off.rfind('}'), R"(, "condition": "false")");
  const struct {
    const char* reason;
    std::string desired;
    std::string observed;
    std::string more;
    bool ready;
  } tests[] = {
      {"An earlier step says yes.", WithReady(Managed(), "READY_TRUE"),
       Managed("False"), "", true},
      {"An earlier step says no.", WithReady(Managed(), "READY_FALSE"),
       Managed("True"), "", false},
      {"The condition says yes.", Managed(), Managed("True"), "", true},
      {"The condition says that it does not know.", Managed(),
       Managed("Unknown"), "", false},
      {"It has no conditions.", Managed(), Managed(), "", false},
      {"A kind of Kubernetes has none.", config_map, config_map, "", true},
      {"A kind of Kubernetes is not asked for the condition.", deployment,
       deployment, "", false},
      {"Its own checks hold.", Managed(),
       Managed("False", R"(, "more": 1)")
           .insert(Managed("False").rfind("conditions") - 1, R"("id": "i", )"),
       checks, true},
      {"Its own checks do not hold, whatever the condition says.", Managed(),
       Managed("True"), checks, false},
      {"The checks of a template whose condition is false are none of its own.",
       Managed(), Managed("True"), switched_off, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat(R"("dependencies": [{"resource": "b",
             "dependsOn": [{"resource": "a"}]}])",
                               test.more),
         .desired = {{"a", test.desired}, {"b", Managed()}},
         .observed = {{"a", test.observed}}});
    EXPECT_EQ(call.Desired(), test.ready ? "a b" : "a");
  }
}

// Dependencies ask the same as the section that sets readiness.
TEST(ReadyState, IsTheSameForBothSections) {
  const std::string config_map =
      R"({"resource": {"apiVersion": "v1", "kind": "ConfigMap"}})";
  const struct {
    const char* reason;
    const char* readiness;
    std::string observed;
    bool ready;
  } tests[] = {
      {"A rule says yes.", R"("rules": [{"resource": "a", "ready": "Exists"}])",
       Managed("False"), true},
      {"A rule says no.",
       R"j("rules": [{"resource": "a",
                      "readyWhen": "has(object.status.id)"}])j",
       Managed("True"), false},
      {"The rule of the name comes before that of the kind.",
       R"("kinds": [{"apiVersion": "sql.example.org/*", "kind": "Database",
                     "ready": "Exists"}],
          "rules": [{"resource": "a"}])",
       Managed("False"), false},
      {"A kind says yes.",
       R"("kinds": [{"apiVersion": "sql.example.org/*", "kind": "Database",
                     "ready": "Exists"}])",
       Managed("False"), true},
      {"A kind comes before the table.",
       R"("kinds": [{"apiVersion": "v1", "kind": "ConfigMap"}])", config_map,
       false},
      {"The table.", "", config_map, true},
      {"Without the table it is the condition.", R"("builtIn": false)",
       config_map, false},
      {"A rule holds for the gate also where no readiness is set.",
       R"("resources": ["b"], "rules": [{"resource": "a", "ready": "Exists"}])",
       Managed("False"), true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall gate(
        {.input = absl::StrCat("\"readiness\": {", test.readiness,
                               R"(}, "dependencies": [{"resource": "b",
                                   "dependsOn": [{"resource": "a"}]}])"),
         .desired = {{"a", Managed()}, {"b", Managed()}},
         .observed = {{"a", test.observed}}});
    EXPECT_EQ(gate.Desired(), test.ready ? "a b" : "a");
    if (absl::StrContains(test.readiness, "resources")) continue;
    EXPECT_EQ(gate.message().desired().resources().at("a").ready() ==
                  apiextensions::fn::proto::v1::READY_TRUE,
              test.ready);
  }
}

TEST(ReadyState, LetsAGateWaitForWhatIsIgnored) {
  const SectionRequest request = {
      .input = R"("readiness": {"rules": [{"resource": "a",
                                           "ready": "Ignore"}]},
          "dependencies": [{"resource": "b", "dependsOn":
                            [{"resource": "a"}]}])",
      .desired = {{"a", Managed()}, {"b", Managed()}}};
  EXPECT_EQ(SectionCall(request).Desired(), "a") << "until it is observed";
  SectionRequest observed = request;
  observed.observed = {{"a", Managed("False")}};
  EXPECT_EQ(SectionCall(observed).Desired(), "a b");
}

TEST(ReadyState, HasRulesForObjectsOutsideOfTheComposite) {
  const SectionCall call(
      {.input = R"("readiness": {"kinds": [{"apiVersion": "example.org/v1",
                       "kind": "Site", "ready": "Exists"}]},
          "kinds": [{"group": "example.org", "resource": "sites",
                     "kind": "Site", "scope": "Cluster"}],
          "dependencies": [{"resource": "b", "dependsOn": [{"name": "s",
              "apiVersion": "example.org/v1", "kind": "Site"}]}])",
       .desired = {{"b", Managed()}},
       .answers = R"({"obj:example.org/v1/Site//s": {"items": [{"resource":
           {"apiVersion": "example.org/v1", "kind": "Site",
            "metadata": {"name": "s"}}}]}})"});
  EXPECT_EQ(call.Desired(), "b");
}

}  // namespace
}  // namespace loom
