// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/section.h"

#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

ReferenceRequest RequestSection() {
  return {.desired = R"({"a": {"resource": {"apiVersion":
              "widgets.example.org/v1", "kind": "Widget", "spec": {}}}})",
          .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
              "metadata": {"name": "x", "labels":
              {"appcat.vshn.io/provider-config": "edge"}}})",
          .more = R"({"providerConfig": {}})"};
}

TEST(ProviderConfigSection, RefusesWhatTheInputDoesNotAllow) {
  const struct {
    const char* reason;
    const char* section;
    const char* value;  // of the label
    const char* want;   // the FATAL result
  } tests[] = {
      {"A value that is allowed.", R"({"allow": ["ed*"]})", "edge", "absent"},
      {"Whoever may label composites must not choose any account.",
       R"({"allow": ["prod", "team-*"]})", "edge",
       R"(the provider config \"edge\" is not allowed; allowed: prod, team-*)"},
      {"A label may have a value that no object can be called by. Without its "
       "reference, the resource would use the config `default`.",
       "{}", "Edge_1",
       "a: no ProviderConfig can have the requested name: expected at most 253 "
       "of "
       "the "
       "characters a-z 0-9 - . that begin and end with a letter or a digit"},
      {"Unless the author says what it is called.",
       R"({"map": {"Edge_1": {"*": "edge-1"}}})", "Edge_1", "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceRequest request = RequestSection();
    request.desired = R"({"a": {"resource": {"apiVersion":
        "s3.aws.upbound.io/v1beta1", "kind": "Bucket", "spec": {"forProvider":
        {}}}}})";
    request.composite = absl::StrCat(
        R"({"apiVersion": "example.org/v1", "kind": "X", "metadata": {"name":
            "x", "labels": {"appcat.vshn.io/provider-config": ")",
        test.value, R"("}}})");
    request.more = absl::StrCat(R"({"providerConfig": )", test.section, "}");
    ReferenceCall call(request);
    EXPECT_EQ(call.Result(), test.want);
    EXPECT_EQ(absl::StrContains(call.Spec(), "providerConfigRef"),
              std::string(test.want) == "absent");
  }
}

// ReferenceCall says that Crossplane does not answer for schemas.
TEST(ProviderConfigSection, AsksForNoSchemaThatNobodyAnswers) {
  ReferenceCall call(RequestSection());
  EXPECT_EQ(call.At("requirements"), "absent");
  EXPECT_EQ(call.Spec(), "{}");
}

// What the API server filled in was nobody's choice.
TEST(ProviderConfigSection, ReplacesADefaultThatIsOnlyObserved) {
  ReferenceRequest request = RequestSection();
  request.observed = R"({"a": {"resource": {"apiVersion":
      "widgets.example.org/v1", "kind": "Widget", "spec":
      {"providerConfigRef": {"name": "default"}}}}})";
  request.more = R"({"providerConfig": {"policy": "IfNotPresent"}})";
  EXPECT_EQ(ReferenceCall(request).Spec(),
            R"({"providerConfigRef":{"name":"edge"}})");
}

// What this step makes follows the same rules: a Secret refers to no provider.
TEST(ProviderConfigSection, LeavesTheConnectionSecretAlone) {
  ReferenceRequest request = RequestSection();
  request.desired = "{}";
  request.composite = R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x", "namespace": "team-a", "labels":
      {"appcat.vshn.io/provider-config": "edge"}}, "spec": {"crossplane": {}}})";
  request.observed = R"({"db": {"resource": {"apiVersion":
      "sql.example.org/v1", "kind": "Db", "spec": {"providerConfigRef":
      {"name": "edge"}}}, "connectionDetails": {"k": "YW5u"}}})";
  request.more = R"({"providerConfig": {},
      "writeConnectionSecretToRef": {"name": "x-details"},
      "resources": [{"name": "db", "base": {"apiVersion":
      "sql.example.org/v1", "kind": "Db"}, "connectionDetails": [{"name": "k",
      "type": "FromConnectionSecretKey", "fromConnectionSecretKey": "k"}]}]})";
  ReferenceCall call(request);
  EXPECT_EQ(call.At("desired.resources[x-connection-secret].resource.kind"),
            R"("Secret")")
      << call.At("desired.resources");
  EXPECT_EQ(call.At("desired.resources[x-connection-secret].resource.spec"),
            "absent");
  EXPECT_EQ(call.At("desired.resources[db].resource.spec.providerConfigRef"),
            R"({"name":"edge"})");
}

TEST(ProviderConfigSection, WritesTheMappedName) {
  ReferenceRequest request = RequestSection();
  request.more = R"({"providerConfig": {"targets": {"detection": "All"},
      "map": {"edge": {"widgets.example.org": "edge-w"}}}})";
  EXPECT_EQ(ReferenceCall(request).Spec(),
            R"({"providerConfigRef":{"name":"edge-w"}})");
}

TEST(ProviderConfigSection, WritesWhereARuleSays) {
  ReferenceRequest request = RequestSection();
  request.more = R"({"providerConfig": {"targets": {"include":
      [{"kind": "Widget"}]}, "fieldPaths": [{"kind": "Widget",
      "namePath": "spec.cluster.name"}]}})";
  EXPECT_EQ(ReferenceCall(request).Spec(), R"({"cluster":{"name":"edge"}})");
}

}  // namespace
}  // namespace loom
