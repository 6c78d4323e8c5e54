// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/validation.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

constexpr char kHelm[] =
    R"({"apiVersion": "helm.crossplane.io/v1beta1", "kind": "ProviderConfig"})";
constexpr char kKey[] = "pc:helm.crossplane.io/v1beta1/ProviderConfig//edge";

ReferenceRequest Request(absl::string_view on_missing,
                         absl::string_view provider = kHelm) {
  return {.desired = R"({"a": {"resource": {"apiVersion":
          "helm.crossplane.io/v1beta1", "kind": "Release",
          "spec": {"forProvider": {}}}}})",
          .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
          "metadata": {"name": "x", "labels":
          {"appcat.vshn.io/provider-config": "edge"}}})",
          .answers = absl::StrCat("{\"", kKey, "\": {}}"),
          .more = absl::StrCat(
              R"({"providerConfig": {"validate": {"onMissing": ")", on_missing,
              R"(", "providers": [)", provider, "]}}}")};
}

constexpr char kInjectedValidation[] =
    R"({"forProvider":{},"providerConfigRef":{"name":"edge"}})";

TEST(Validation, SaysWhatIsMissing) {
  ReferenceCall warns(Request("Warn"));
  EXPECT_EQ(warns.Spec(), kInjectedValidation);
  EXPECT_EQ(warns.Result(),
            "ProviderConfigApplied: helm.crossplane.io/v1beta1 ProviderConfig "
            "edge not found");
  ReferenceCall withholds(Request("Withhold"));
  EXPECT_EQ(withholds.Spec(), "absent");
  ReferenceRequest observed = Request("Withhold");
  observed.observed = R"({"a": {"resource": {"kind": "Release"}}})";
  EXPECT_EQ(ReferenceCall(observed).Spec(), kInjectedValidation)
      << "an observed resource is never withheld";
  ReferenceCall fatal(Request("Fatal"));
  EXPECT_EQ(fatal.At("results[0].severity"), R"("SEVERITY_FATAL")");
  EXPECT_EQ(fatal.At("results[0].reason"), R"("ProviderConfigNotFound")");
}

// Of the groups of several providers, that counts which is nearest.
TEST(Validation, WithholdsTheGroupsBelow) {
  constexpr char kAws[] = R"({"apiVersion": "aws.upbound.io/v1",
                              "kind": "ProviderConfig"})";
  constexpr char kAll[] = R"({"apiVersion": "upbound.io/v1",
                              "kind": "ProviderConfig"})";
  const struct {
    const char* reason;
    const char* group;
    std::string providers;
    const char* there;  // the ProviderConfig that this call composes
    const char* want;
  } tests[] = {
      {"A group of the family.", "s3.aws.upbound.io", kAws, "other.io/v1",
       "absent"},
      {"A group that only ends alike.", "my-aws.upbound.io", kAws,
       "other.io/v1", kInjectedValidation},
      {"The nearest is there.", "s3.aws.upbound.io",
       absl::StrCat(kAll, ",", kAws), "aws.upbound.io/v1", kInjectedValidation},
      {"The nearest is not.", "s3.aws.upbound.io",
       absl::StrCat(kAll, ",", kAws), "upbound.io/v1", "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceRequest request = Request("Withhold", test.providers);
    request.desired = absl::StrCat(
        R"({"a": {"resource": {"apiVersion": ")", test.group,
        R"(/v1", "kind": "Bucket", "spec": {"forProvider": {}}}}, "pc":
           {"resource": {"apiVersion": ")",
        test.there,
        R"(", "kind": "ProviderConfig", "metadata": {"name": "edge"}}}})");
    // The kinds are not installed.
    request.answers = R"({"crd:providerconfigs.aws.upbound.io": {},
                          "crd:providerconfigs.upbound.io": {}})";
    EXPECT_EQ(ReferenceCall(request).Spec(), test.want);
  }
}

TEST(Validation, FindsWhatThisCallComposes) {
  ReferenceRequest request = Request("Withhold");
  request.desired = R"({"a": {"resource": {"apiVersion":
      "helm.crossplane.io/v1beta1", "kind": "Release",
      "spec": {"forProvider": {}}}}, "pc": {"resource": {"apiVersion":
      "helm.crossplane.io/v1beta1", "kind": "ProviderConfig",
      "metadata": {"name": "edge"}}}})";
  EXPECT_EQ(ReferenceCall(request).Spec(), kInjectedValidation);
  request.desired = R"({"a": {"resource": {"apiVersion":
      "helm.crossplane.io/v1beta1", "kind": "Release",
      "spec": {"forProvider": {}}}}, "pc": {"resource": {"apiVersion":
      "kubernetes.crossplane.io/v1alpha2", "kind": "Object", "spec":
      {"forProvider": {"manifest": {"apiVersion":
      "helm.crossplane.io/v1beta1", "kind": "ProviderConfig",
      "metadata": {"name": "edge"}}}}}}})";
  EXPECT_EQ(ReferenceCall(request).Spec(), kInjectedValidation);
}

// Crossplane would fail the reconcile if it were asked for a kind that is not
// installed.
TEST(Validation, LooksUpAKindThatItDoesNotKnow) {
  ReferenceRequest request = Request(
      "Warn",
      R"({"apiVersion": "sql.example.org/v1", "kind": "ProviderConfig"})");
  request.answers = "{}";
  EXPECT_NE(ReferenceCall(request).At(
                "requirements.resources[crd:providerconfigs.sql.example.org]"),
            "absent");
  request.answers = R"({"crd:providerconfigs.sql.example.org": {}})";
  EXPECT_EQ(ReferenceCall(request).Result(),
            "ProviderConfigApplied: sql.example.org/v1 ProviderConfig edge not "
            "found");
}

}  // namespace
}  // namespace loom
