// SPDX-License-Identifier: Apache-2.0
#include "providerconfig/section.h"

#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

ReferenceRequest Request() {
  return {.desired = R"({"a": {"resource": {"apiVersion":
              "widgets.example.org/v1", "kind": "Widget", "spec": {}}}})",
          .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
              "metadata": {"name": "x", "labels":
              {"appcat.vshn.io/provider-config": "edge"}}})",
          .more = R"({"providerConfig": {}})"};
}

// ReferenceCall says that Crossplane does not answer for schemas.
TEST(ProviderConfigSection, AsksForNoSchemaThatNobodyAnswers) {
  ReferenceCall call(Request());
  EXPECT_EQ(call.At("requirements"), "absent");
  EXPECT_EQ(call.Spec(), "{}");
}

TEST(ProviderConfigSection, WritesTheMappedName) {
  ReferenceRequest request = Request();
  request.more = R"({"providerConfig": {"targets": {"detection": "All"},
      "map": {"edge": {"widgets.example.org": "edge-w"}}}})";
  EXPECT_EQ(ReferenceCall(request).Spec(),
            R"({"providerConfigRef":{"name":"edge-w"}})");
}

TEST(ProviderConfigSection, WritesWhereARuleSays) {
  ReferenceRequest request = Request();
  request.more = R"({"providerConfig": {"targets": {"include":
      [{"kind": "Widget"}]}, "fieldPaths": [{"kind": "Widget",
      "namePath": "spec.cluster.name"}]}})";
  EXPECT_EQ(ReferenceCall(request).Spec(), R"({"cluster":{"name":"edge"}})");
}

}  // namespace
}  // namespace loom
