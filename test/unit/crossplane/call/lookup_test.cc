// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/lookup.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

std::string RequestOf(absl::string_view composite, absl::string_view answers) {
  return RequestBytes(absl::StrCat(
      R"({"observed": {"composite": {"resource": {"metadata": )", composite,
      R"(}}}, "requiredResources": )", answers,
      R"(, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})"));
}

std::string Text(const Found& found) {
  if (found.state == LookupState::kPending) return "pending";
  if (found.is_missing()) {
    return absl::StrCat("missing ", found.Where("v1", "status.id"));
  }
  if (found.state == LookupState::kFailed) {
    return absl::StrCat(found.failure.reason, ": ", found.failure.cause);
  }
  return absl::StrCat("found ", found.Where("v1", "status.id"));
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
    Outcome outcome;
    auto found = FindNamedObject({.name = vpc, .known = test.known}, test.name,
                                 policies, call.state, &outcome);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(Text(*found), test.want);
    EXPECT_EQ(outcome.waits, found->state == LookupState::kPending);
  }
}

// The name may come from a Secret.
TEST(FindNamedObject, HidesTheNameInARedactedCall) {
  TestCall call(RequestOf(R"({"namespace": "team-a"})",
                          R"({"obj:example.org/v1/VPC/n/a": {}})"));
  call.state.pool->NoteSecret();
  const AccessPolicy policy{.cross_namespace = NamespaceAccess::kAllow};
  const std::vector<const AccessPolicy*> policies{&policy};
  Outcome outcome;
  auto found = FindNamedObject(
      {.name = {.group = "example.org", .version = "v1", .kind = "VPC"},
       .known = KnownKind{.kind = "VPC", .scope = Scope::kNamespaced}},
      {.name = "a", .ns = "n"}, policies, call.state, &outcome);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(Text(*found), "missing v1 VPC ?/? status.id");
}

constexpr char kMapsRequest[] = R"({"observed": {"composite": {"resource":
    {"metadata": {"name": "x", "namespace": "team-a"}}}},
    "requiredResources": {"obj:v1/ConfigMap/team-a/there":
        {"items": [{"resource": {"kind": "ConfigMap"}}]},
      "obj:v1/ConfigMap/team-a/gone": {},
      "list:v1/ConfigMap//a=here": {"items": [{"resource": {"apiVersion": "v1",
        "kind": "ConfigMap", "metadata": {"namespace": "team-a"}}},
        {"resource": {"apiVersion": "v1", "kind": "ConfigMap"}}]},
      "list:v1/ConfigMap//a=all": {"items": [{"resource": {"apiVersion": "v1",
        "kind": "ConfigMap", "metadata": {"namespace": "team-a"}}},
        {"resource": {"apiVersion": "v1", "kind": "ConfigMap",
          "metadata": {"namespace": "team-b"}}}]}},
    "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})";

Requirement MapNamed(const char* ns, const char* name) {
  return {.api_version = "v1",
          .kind = "ConfigMap",
          .ns = ns,
          .name = name,
          .labels = {}};
}

// Those with the label `a`.
Requirement MapsWith(std::optional<std::string> ns, const char* label) {
  return {.api_version = "v1",
          .kind = "ConfigMap",
          .ns = std::move(ns),
          .name = std::nullopt,
          .labels = {{"a", label}}};
}

TEST(Ask, AsksForWhatMayBeRead) {
  const KnownKind kind{.resource = "configmaps",
                       .kind = "ConfigMap",
                       .scope = Scope::kNamespaced};
  const KnownKind mistaken{
      .resource = "configmaps", .kind = "ConfigMap", .scope = Scope::kCluster};
  const AccessPolicy narrow;
  AccessPolicy wide;
  wide.cross_namespace = NamespaceAccess::kAllow;
  const struct {
    const char* reason;
    const KnownKind& kind;
    Requirement requirement;
    const AccessPolicy* policy;
    const char* asked;
    const char* want;
  } tests[] = {
      {"It is there.", kind, MapNamed("team-a", "there"), &narrow,
       "obj:v1/ConfigMap/team-a/there", "1 objects"},
      {"There is none.", kind, MapNamed("team-a", "gone"), &narrow,
       "obj:v1/ConfigMap/team-a/gone", "0 objects"},
      {"It is not answered yet.", kind, MapNamed("team-a", "new"), &narrow,
       "obj:v1/ConfigMap/team-a/new", "pending"},
      {"By labels.", kind, MapsWith("team-a", "b"), &narrow,
       "list:v1/ConfigMap/team-a/a=b", "pending"},
      {"Not allowed, so not asked for.", kind, MapNamed("team-b", "there"),
       &narrow, "", "not allowed across namespaces"},
      {"Allowed.", kind, MapNamed("team-b", "there"), &wide,
       "obj:v1/ConfigMap/team-b/there", "pending"},
      {"The input says that the kind is cluster-scoped, and it is not.",
       mistaken, MapsWith(std::nullopt, "all"), &narrow,
       "list:v1/ConfigMap//a=all", "not allowed across namespaces"},
      {"Only objects of the composite's namespace are there.", mistaken,
       MapsWith(std::nullopt, "here"), &narrow, "list:v1/ConfigMap//a=here",
       "2 objects"},
      {"Other namespaces are allowed.", mistaken, MapsWith(std::nullopt, "all"),
       &wide, "list:v1/ConfigMap//a=all", "2 objects"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RequestBytes(kMapsRequest));
    const std::vector<const AccessPolicy*> policies{&wide, test.policy};
    Outcome outcome;
    auto answered = Ask({.kind = test.kind,
                         .requirement = test.requirement,
                         .policies = policies},
                        call.state, &outcome);
    ASSERT_TRUE(answered.ok()) << answered.status();
    EXPECT_EQ(absl::StrJoin(outcome.requirements, " ",
                            [](std::string* out, const auto& entry) {
                              absl::StrAppend(out, entry.first);
                            }),
              test.asked);
    std::string got(answered->refusal);
    if (got.empty()) {
      got = answered->objects.has_value()
                ? absl::StrCat(answered->objects->size(), " objects")
                : "pending";
    }
    EXPECT_EQ(got, test.want);
    EXPECT_EQ(outcome.waits, got == "pending");
  }
}

}  // namespace
}  // namespace loom
