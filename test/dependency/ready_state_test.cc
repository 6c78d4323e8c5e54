// SPDX-License-Identifier: Apache-2.0
#include "dependency/ready_state.h"

#include <gtest/gtest.h>

#include "test/testing/section_call.h"

namespace loom {
namespace {

std::string WithReady(const std::string& resource, const char* ready) {
  return absl::StrCat(resource.substr(0, resource.size() - 1),
                      R"(, "ready": ")", ready, "\"}");
}

TEST(ReadyState, IsWhatIsKnownFirst) {
  const std::string config_map =
      R"({"resource": {"apiVersion": "v1", "kind": "ConfigMap"}})";
  const std::string deployment = R"({"resource": {"apiVersion": "apps/v1",
      "kind": "Deployment", "spec": {"replicas": 1}, "status": {"conditions":
      [{"type": "Ready", "status": "True"}]}}})";
  const std::string checks = R"(, "resources": [{"name": "a", "base":
      {"apiVersion": "sql.example.org/v1", "kind": "Database", "spec": {}},
      "readinessChecks": [{"type": "NonEmpty", "fieldPath": "status.id"}]}])";
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

}  // namespace
}  // namespace loom
