// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/access_policy.h"

#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

const KnownKind kSecret{
    .resource = "secrets", .kind = "Secret", .scope = Scope::kNamespaced};
const KnownKind kConfigMap{
    .resource = "configmaps", .kind = "ConfigMap", .scope = Scope::kNamespaced};
const KnownKind kBucket{.group = "s3.example.org",
                        .resource = "buckets",
                        .kind = "Bucket",
                        .scope = Scope::kCluster};

constexpr char kNoSecret[] = "not allowed by the secret policy";
constexpr char kNoNamespace[] = "not allowed across namespaces";
constexpr char kNoKind[] = "not allowed for this kind";

TEST(AccessPolicy, AllowsWhatTheFlagsAllow) {
  const AccessPolicy by_default;
  const AccessPolicy open{.secrets = SecretAccess::kAllow,
                          .cross_namespace = NamespaceAccess::kAllow};
  const AccessPolicy closed{.secrets = SecretAccess::kDeny,
                            .cross_namespace = NamespaceAccess::kDeny};
  const AccessPolicy listed{.secrets = SecretAccess::kAllow,
                            .cross_namespace = NamespaceAccess::kAllow,
                            .allow_kinds = {"*.example.org/*", "/Secret"},
                            .deny_kinds = {"s3.example.org/*"}};
  const struct {
    const char* reason;
    const AccessPolicy& policy;
    WantedObject wanted;
    const char* want;
  } tests[] = {
      {"A Secret of the composite's namespace.",
       by_default,
       {kSecret, "team-a", true, "team-a"},
       ""},
      {"One of another namespace.",
       by_default,
       {kSecret, "ops", true, "team-a"},
       kNoSecret},
      {"A cluster-scoped composite, and the author wrote the namespace.",
       by_default,
       {kSecret, "ops", true, ""},
       ""},
      {"The author wrote none, so Secrets of all namespaces would be listed.",
       by_default,
       {kSecret, "", true, ""},
       kNoSecret},
      {"A tenant wrote it.",
       by_default,
       {kSecret, "ops", false, ""},
       kNoSecret},
      {"A ConfigMap of another namespace.",
       by_default,
       {kConfigMap, "ops", true, "team-a"},
       kNoNamespace},
      {"For a cluster-scoped composite.",
       by_default,
       {kConfigMap, "ops", false, ""},
       ""},
      {"All namespaces are others, too.",
       by_default,
       {kConfigMap, "", true, "team-a"},
       kNoNamespace},
      {"A cluster-scoped object has no namespace.",
       by_default,
       {kBucket, "", true, "team-a"},
       ""},
      {"Everything is allowed.", open, {kSecret, "ops", false, "team-a"}, ""},
      {"No Secret at all.",
       closed,
       {kSecret, "team-a", true, "team-a"},
       kNoSecret},
      {"Only the composite's namespace.",
       closed,
       {kConfigMap, "team-a", true, "team-a"},
       ""},
      {"A cluster-scoped composite has none.",
       closed,
       {kConfigMap, "ops", true, ""},
       kNoNamespace},
      {"All namespaces are others for it, too.",
       closed,
       {kConfigMap, "", true, ""},
       kNoNamespace},
      {"A kind that is not listed.",
       listed,
       {kConfigMap, "ops", true, ""},
       kNoKind},
      {"One that is.", listed, {kSecret, "ops", true, ""}, ""},
      {"What is denied is denied, also if it is allowed.",
       listed,
       {kBucket, "", true, ""},
       kNoKind},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(test.policy.Refusal(test.wanted), test.want);
  }
}

TEST(AccessPolicy, IsReadFromTheInput) {
  const struct {
    const char* reason;
    const char* json;
    const char* problems;
    const char* want;  // of a Secret of another namespace
  } tests[] = {
      {"Without a section the flags decide.", "{}", "", ""},
      {"It narrows.", R"({"security": {"secrets": "SameNamespace"}})", "",
       kNoSecret},
      {"By kind.", R"({"security": {"denyKinds": ["*/Secret"]}})", "", kNoKind},
      {"An unknown setting.", R"({"security": {"secrets": "Denny"}})",
       "security.secrets: Invalid value: \"Denny\": expected one of Allow, "
       "SameNamespace, Deny (Deny?)",
       ""},
      {"A kind without a group.", R"({"security": {"allowKinds": ["Secret"]}})",
       "security.allowKinds[0]: Invalid value: expected <group>/<Kind>, such "
       "as "
       "*/Secret",
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Problems problems;
    Value value = ParseJson(test.json, &pool).value();
    Fields root(Input(value, Dialect::kNative, &problems));
    auto policy = AccessPolicy::Of(root);
    root.Done();
    EXPECT_EQ(Brief(problems.Joined()), test.problems);
    EXPECT_EQ(policy->Refusal({kSecret, "ops", true, "team-a"}), test.want);
  }
}

TEST(AccessPolicy, TellsWhatAnInputAsksForInVain) {
  const struct {
    const char* reason;
    const char* security;
    const char* want;
  } tests[] = {
      {"Without the section.", "{}", ""},
      {"More than the flags allow.",
       R"({"security": {"secrets": "Allow", "crossNamespace": "Auto"}})",
       "security.secrets, security.crossNamespace"},
      {"As much, and less.",
       R"({"security": {"secrets": "Deny", "crossNamespace": "Deny"}})", ""},
      {"Lists only narrow.", R"({"security": {"allowKinds": ["*/*"]}})", ""},
  };
  const AccessPolicy flags{.cross_namespace = NamespaceAccess::kDeny};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Problems problems;
    const Value input = ParseJson(test.security, &pool).value();
    Fields fields(Input(input, Dialect::kNative, &problems));
    EXPECT_EQ(absl::StrJoin(AccessPolicy::Of(fields)->Beyond(flags), ", "),
              test.want);
  }
}

}  // namespace
}  // namespace loom
