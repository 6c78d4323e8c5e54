// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/definition.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Definition, SaysWhatItServes) {
  const struct {
    const char* reason;
    const char* json;
    const char* kind;
    Scope scope;
    const char* served;
  } tests[] = {
      {"As the API server has it.",
       R"({"kind": "CustomResourceDefinition",
           "spec": {"names": {"kind": "VPC"}, "scope": "Namespaced",
           "versions": [{"name": "v1beta1", "served": true},
           {"name": "v1", "served": true}, {"name": "v0", "served": false}]}})",
       "VPC", Scope::kNamespaced, "v1 v1beta1"},
      {"Nothing in it.", "{}", "", Scope::kCluster, ""},
      {"Nothing that fits.",
       R"({"kind": "CustomResourceDefinition",
           "spec": {"names": {"kind": 5}, "scope": 1, "versions": "v1"}})",
       "", Scope::kCluster, ""},
      {"Versions that are no objects.",
       R"({"kind": "CustomResourceDefinition",
           "spec": {"versions": [1, null]}})",
       "", Scope::kCluster, ""},
      {"A Secret that somebody gave as the answer: no message may quote it.",
       R"({"kind": "Secret", "spec": {"names": {"kind": "VPC"},
           "scope": "Namespaced", "versions": [{"name": "v1", "served": true}]}})",
       "", Scope::kCluster, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto read = Definition::Read(ParseJson(test.json, &pool).value(), &pool);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->kind, test.kind);
    EXPECT_EQ(read->scope, test.scope);
    EXPECT_EQ(absl::StrJoin(read->served, " "), test.served);
  }
}

TEST(Definition, IsInstalledOnceItIsEstablished) {
  const struct {
    const char* reason;
    const char* members;
    bool want;
  } tests[] = {
      {"Of a file.", R"("spec": {})", true},
      {"Served.",
       R"("status": {"conditions": [{"type": "Established", "status": "True"}]})",
       true},
      {"Just created: Crossplane 2.4 calls at once.",
       R"("status": {"conditions": null, "storedVersions": ["v1"]})", false},
      {"Its names are taken by another one.",
       R"("status": {"conditions": [{"type": "Established",
           "status": "False"}]})",
       false},
      {"On its way out.",
       R"("metadata": {"deletionTimestamp": "2024-01-01T00:00:00Z"},
          "status": {"conditions": [{"type": "Established",
           "status": "True"}]})",
       false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const std::string json = absl::StrCat(
        R"({"kind": "CustomResourceDefinition", )", test.members, "}");
    auto read = Definition::Read(ParseJson(json, &pool).value(), &pool);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->installed, test.want);
  }
}

TEST(Definition, IsAskedForByName) {
  Requirement requirement = DefinitionRequirement("vpcs.example.org");
  EXPECT_EQ(CanonicalKey(requirement),
            "obj:apiextensions.k8s.io/v1/CustomResourceDefinition//"
            "vpcs.example.org");
  EXPECT_EQ(DefinitionKey("vpcs.example.org"), "crd:vpcs.example.org");
}

}  // namespace
}  // namespace loom
