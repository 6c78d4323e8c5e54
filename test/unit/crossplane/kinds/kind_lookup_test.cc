// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/kind_lookup.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/fake_answers.h"

namespace loom {
namespace {

std::string DefinitionKindLookup(absl::string_view kind) {
  return absl::StrCat(R"({"kind": "CustomResourceDefinition",
      "spec": {"names": {"kind": ")",
                      kind,
                      R"("}, "scope": "Namespaced", "versions": [
      {"name": "v1beta2", "served": true}, {"name": "v1alpha1"},
      {"name": "v1", "served": true}, {"name": "v0", "served": false}]}})");
}

std::string TextKindLookup(const KindFound& found) {
  switch (found.state) {
    case LookupState::kPending:
      return "pending";
    case LookupState::kFailed:
      return absl::StrCat(found.failure.reason, ": ", found.failure.cause);
    case LookupState::kFound:
    case LookupState::kNothing:
      break;
  }
  return absl::StrCat(found.kind.kind, " ", found.kind.resource,
                      found.kind.scope == Scope::kCluster ? " C" : " N");
}

TEST(LookUpKind, AsksForTheDefinition) {
  const NamedKind vpcs{
      .group = "example.org", .version = "v1", .resource = "vpcs"};
  const NamedKind index{
      .group = "example.org", .version = "v1", .kind = "Index"};
  const struct {
    const char* reason;
    NamedKind name;
    std::string answers;
    const char* asked;
    const char* want;
  } tests[] = {
      {"The table knows it.",
       {.version = "v1", .kind = "Secret"},
       "{}",
       "",
       "Secret secrets N"},
      {"By resource: one definition.", vpcs, "{}", "crd:vpcs.example.org",
       "pending"},
      {"It says how the kind is spelt.", vpcs,
       absl::StrCat(R"({"crd:vpcs.example.org": [)",
                    DefinitionKindLookup("VPC"), "]}"),
       "crd:vpcs.example.org", "VPC vpcs N"},
      {"It is not there.", vpcs, R"({"crd:vpcs.example.org": []})",
       "crd:vpcs.example.org",
       "ReferencedKindNotInstalled: custom resource definition "
       "vpcs.example.org is not installed"},
      {"It is not established.", vpcs,
       R"({"crd:vpcs.example.org": [{"kind": "CustomResourceDefinition",
           "spec": {"names": {"kind": "VPC"}}, "status": {}}]})",
       "crd:vpcs.example.org",
       "ReferencedKindNotInstalled: custom resource definition "
       "vpcs.example.org is not installed"},
      {"Another version.",
       {.group = "example.org", .version = "v1alpha1", .resource = "vpcs"},
       absl::StrCat(R"({"crd:vpcs.example.org": [)",
                    DefinitionKindLookup("VPC"), "]}"),
       "crd:vpcs.example.org",
       "VersionNotServed: version v1alpha1 is not served, served: v1, v1beta2"},
      {"The author's kind is another one.",
       {.group = "example.org",
        .version = "v1",
        .resource = "vpcs",
        .kind = "Vpc"},
       absl::StrCat(R"({"crd:vpcs.example.org": [)",
                    DefinitionKindLookup("VPC"), "]}"),
       "crd:vpcs.example.org",
       "InvalidReference: vpcs.example.org is the definition of VPC, not of "
       "Vpc"},
      {"By kind: every plural in one round.", index, "{}",
       "crd:indexes.example.org crd:indices.example.org", "pending"},
      {"One answer is not enough.", index,
       absl::StrCat(R"({"crd:indexes.example.org": [)",
                    DefinitionKindLookup("Index"), "]}"),
       "crd:indexes.example.org crd:indices.example.org", "pending"},
      {"The one that exists.", index,
       absl::StrCat(R"({"crd:indices.example.org": [], )",
                    R"("crd:indexes.example.org": [)",
                    DefinitionKindLookup("Index"), "]}"),
       "crd:indexes.example.org crd:indices.example.org", "Index indexes N"},
      {"One of another kind is none.", index,
       absl::StrCat(R"({"crd:indices.example.org": [], )",
                    R"("crd:indexes.example.org": [)",
                    DefinitionKindLookup("Other"), "]}"),
       "crd:indexes.example.org crd:indices.example.org",
       "ReferencedKindNotInstalled: custom resource definition "
       "indices.example.org is not installed"},
      {"A resource in place of a kind.",
       {.group = "example.org", .version = "v1", .kind = "vpcs"},
       R"({"crd:vpcses.example.org": []})",
       "crd:vpcses.example.org",
       "ReferencedKindNotInstalled: custom resource definition "
       "vpcses.example.org is not installed; a kind begins with a capital "
       "letter"},
      {"A definition without anything.", vpcs,
       R"({"crd:vpcs.example.org": [{}]})", "crd:vpcs.example.org",
       "ReferencedKindNotInstalled: custom resource definition "
       "vpcs.example.org is not installed"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    FakeAnswers answers(test.answers);
    Requirements asked;
    auto found =
        LookUpKind(test.name, Kinds().Find(test.name), answers, &pool, &asked);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(TextKindLookup(*found), test.want);
    std::vector<std::string> keys;
    for (const auto& [key, requirement] : asked) {
      keys.push_back(key);
      EXPECT_EQ(requirement.kind, "CustomResourceDefinition");
      EXPECT_EQ(key, absl::StrCat("crd:", *requirement.name));
    }
    EXPECT_EQ(absl::StrJoin(keys, " "), test.asked);
  }
}

}  // namespace
}  // namespace loom
