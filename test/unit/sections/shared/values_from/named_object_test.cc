// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "sections/shared/values_from/object_source.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

std::string RequestOf(absl::string_view composite, absl::string_view answers) {
  return RequestBytes(absl::StrCat(
      R"({"observed": {"composite": {"resource": {"metadata": )", composite,
      R"(}}}, "requiredResources": )", answers,
      R"(, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})"));
}

std::string Text(const NamedObject& found) {
  switch (found.state) {
    case NamedObject::State::kFound:
      return absl::StrCat("found ", found.Where("v1", "status.id"));
    case NamedObject::State::kPending:
      return "pending";
    case NamedObject::State::kMissing:
      return absl::StrCat("missing ", found.Where("v1", "status.id"));
    case NamedObject::State::kFailed:
      break;
  }
  return absl::StrCat(found.failure.reason, ": ", found.failure.cause);
}

TEST(FindNamedObject, LooksWhereTheNameMeans) {
  constexpr char kTeam[] = R"({"namespace": "team-a"})";
  const KnownKind namespaced{
      .resource = "vpcs", .kind = "VPC", .scope = Scope::kNamespaced};
  const KnownKind cluster{
      .resource = "vpcs", .kind = "VPC", .scope = Scope::kCluster};
  const NamedKind vpc{.group = "example.org", .version = "v1", .kind = "VPC"};
  const struct {
    const char* reason;
    const char* composite;
    std::optional<KnownKind> known;
    ObjectName name;
    const char* answers;
    const char* want;
  } tests[] = {
      {"In the namespace of the composite.",
       kTeam,
       namespaced,
       {.name = "a"},
       R"({"obj:example.org/v1/VPC/team-a/a": {"items": [{"resource": {}}]}})",
       "found v1 VPC team-a/a status.id"},
      {"In its own.",
       "{}",
       namespaced,
       {.name = "a", .ns = "n"},
       R"({"obj:example.org/v1/VPC/n/a": {}})",
       "missing v1 VPC n/a status.id"},
      {"A cluster-scoped kind has none.",
       kTeam,
       cluster,
       {.name = "a", .ns = "n"},
       R"({"obj:example.org/v1/VPC//a": {"items": [{"resource": {}}]}})",
       "found v1 VPC a status.id"},
      {"Not answered yet.", kTeam, cluster, {.name = "a"}, "{}", "pending"},
      {"The kind is looked up first.",
       kTeam,
       std::nullopt,
       {.name = "a"},
       R"({"obj:example.org/v1/VPC//a": {"items": [{"resource": {}}]}})",
       "pending"},
      {"It is not installed.",
       kTeam,
       std::nullopt,
       {.name = "a"},
       R"({"crd:vpcs.example.org": {}})",
       "ReferencedKindNotInstalled: custom resource definition "
       "vpcs.example.org is not installed"},
      {"No namespace anywhere: Crossplane would fail.",
       "{}",
       namespaced,
       {.name = "a"},
       "{}",
       "InvalidReference: a namespace is required for the namespaced kind VPC, "
       "because the composite is cluster-scoped"},
      {"A name that is longer than any.",
       kTeam,
       cluster,
       {.name = std::string(254, 'a')},
       "{}",
       "InvalidReference: a name is longer than 253 bytes"},
      {"Not allowed.",
       kTeam,
       namespaced,
       {.name = "a", .ns = "team-b"},
       "{}",
       "ReferenceNotAllowed: not allowed across namespaces"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RequestOf(test.composite, test.answers));
    const AccessPolicy policy;
    const std::vector<const AccessPolicy*> policies{&policy};
    Requirements asked;
    auto found = FindNamedObject({.name = vpc, .known = test.known}, test.name,
                                 policies, call.state, &asked);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(Text(*found), test.want);
  }
}

// The name may come from a Secret.
TEST(FindNamedObject, HidesTheNameInARedactedCall) {
  TestCall call(RequestOf(R"({"namespace": "team-a"})",
                          R"({"obj:example.org/v1/VPC/n/a": {}})"));
  call.state.pool->NoteSecret();
  const AccessPolicy policy{.cross_namespace = NamespaceAccess::kAllow};
  const std::vector<const AccessPolicy*> policies{&policy};
  Requirements asked;
  auto found = FindNamedObject(
      {.name = {.group = "example.org", .version = "v1", .kind = "VPC"},
       .known = KnownKind{.kind = "VPC", .scope = Scope::kNamespaced}},
      {.name = "a", .ns = "n"}, policies, call.state, &asked);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(Text(*found), "missing v1 VPC ?/? status.id");
}

}  // namespace
}  // namespace loom
