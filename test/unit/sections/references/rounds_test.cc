// SPDX-License-Identifier: Apache-2.0
// References while the objects that they need appear one by one, in every order,
// disappear in that order, and come back: nothing that is observed is lost, and the
// end is always the same. test/unit/sections/references/cluster.h is what plays Crossplane.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/unit/sections/references/walk.h"

namespace loom::testing {
namespace {

std::string Definition() {
  return DefinitionOf("networks", "Network", "Cluster");
}

constexpr char kCommon[] = R"({"apiVersion": "v1", "kind": "ConfigMap",
    "metadata": {"name": "common", "namespace": "infra",
                 "labels": {"tier": "gold"}},
    "data": {"region": "eu", "zone": "b", "next": "login"}})";
constexpr char kOther[] = R"({"apiVersion": "v1", "kind": "ConfigMap",
    "metadata": {"name": "other", "namespace": "infra",
                 "labels": {"tier": "gold"}},
    "data": {"region": "us", "account": "42"}})";
constexpr char kLogin[] = R"({"apiVersion": "v1", "kind": "Secret",
    "metadata": {"name": "login", "namespace": "infra"},
    "data": {"user": "YW5u"}})";
constexpr char kNetwork[] = R"({"apiVersion": "net.example.org/v1",
    "kind": "Network", "metadata": {"name": "main"},
    "spec": {"cidr": "10.0.0.0/8", "ports": [1, 2]}})";

// Sources.
constexpr char kRegion[] = R"("fromObject": {"version": "v1", "kind":
    "ConfigMap", "namespace": "infra", "name": "common",
    "fieldPath": "data.region"})";
constexpr char kZone[] = R"("fromObject": {"version": "v1", "kind":
    "ConfigMap", "namespace": "infra", "name": "common",
    "fieldPath": "data.zone"})";
constexpr char kAccount[] = R"("fromObject": {"version": "v1", "kind":
    "ConfigMap", "namespace": "infra", "name": "other",
    "fieldPath": "data.account"})";
constexpr char kUser[] = R"("fromObject": {"version": "v1", "kind": "Secret",
    "namespace": "infra", "name": "login", "fieldPath": "data.user"})";
constexpr char kCidr[] = R"("fromObject": {"apiVersion": "net.example.org/v1",
    "resource": "networks", "name": "main", "fieldPath": "spec.cidr"})";
constexpr char kSpec[] = R"("fromObject": {"apiVersion": "net.example.org/v1",
    "kind": "Network", "name": "main", "fieldPath": "spec"})";
constexpr char kTiers[] = R"("fromObject": {"version": "v1", "kind":
    "ConfigMap", "namespace": "infra",
    "matchLabels": [{"key": "tier", "value": "gold"}],
    "selection": {"mode": "Multiple", "minMatch": 2},
    "fieldPath": "data.region"})";

constexpr char kAlwaysRounds[] = R"("policy": {"resolve": "Always"})";
constexpr char kOptional[] = R"("policy": {"resolution": "Optional"})";

std::string Entry(absl::string_view target, absl::string_view path,
                  const std::vector<std::string>& members) {
  return absl::StrCat(R"({"target": )", target, R"(, "toFieldPath": ")", path,
                      "\", ", absl::StrJoin(members, ", "), "}");
}

std::string ToSubnet(absl::string_view path,
                     const std::vector<std::string>& members) {
  return Entry(R"({"resource": "subnet"})", path, members);
}
std::string ToBucket(absl::string_view path,
                     const std::vector<std::string>& members) {
  return Entry(R"({"resource": "bucket"})", path, members);
}

std::string Input(const std::vector<std::string>& entries) {
  return absl::StrCat(
      R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
          "resources": [
            {"name": "subnet", "base": {"apiVersion": "ec2.example.org/v1",
             "kind": "Subnet", "spec": {"size": 24}}, "patches": [
             {"type": "FromEnvironmentFieldPath", "fromFieldPath": "zone",
              "toFieldPath": "spec.zone"}]},
            {"name": "bucket", "base": {"apiVersion": "s3.example.org/v1",
             "kind": "Bucket", "spec": {"acl": "private"}}}],
          "references": [)",
      absl::StrJoin(entries, ", "), "]}");
}

constexpr char kComposite[] = R"({"apiVersion": "example.org/v1", "kind": "X",
    "metadata": {"name": "x"}, "spec": {"text": "t"}})";

struct Story {
  const char* reason;
  std::vector<std::string> entries;
  std::vector<std::string> objects;
  std::vector<std::string> may_lose = {};
};

std::vector<Story> Stories() {
  return {
      {"A value is resolved once.",
       {ToSubnet("spec.region", {kRegion}), ToSubnet("spec.user", {kUser})},
       {kCommon, kLogin}},
      {"A value is resolved always, and the last one is kept.",
       {ToSubnet("spec.region", {kRegion, kAlwaysRounds}),
        ToSubnet("spec.cidr", {kCidr, kAlwaysRounds}),
        ToSubnet("spec.user", {kUser, kAlwaysRounds})},
       {kCommon, kLogin, Definition(), kNetwork}},
      {"An object is always resolved.",
       {ToSubnet("spec.network", {kSpec}), ToSubnet("spec.region", {kRegion})},
       {kCommon, Definition(), kNetwork}},
      {"An optional value stays unset until it is there.",
       {ToSubnet("spec.region", {kRegion, kOptional}),
        ToSubnet("spec.account", {kAccount, kOptional})},
       {kCommon, kOther}},
      {"Several values make a text.",
       {ToBucket("spec.arn",
                 {absl::StrCat(R"("combine": {"variables": [{)", kRegion,
                               "}, {", kAccount, R"(}], "fmt": "arn:%s:%s"})"),
                  kAlwaysRounds})},
       {kCommon, kOther}},
      {"Named values make a text.",
       {ToBucket("spec.arn",
                 {absl::StrCat(R"("variables": [{"name": "a", )", kRegion,
                               R"(}, {"name": "b", )", kUser,
                               R"(}], "template": "{{ .a }}-{{ .b }}")")})},
       {kCommon, kLogin}},
      {"Labels find two objects.",
       {ToBucket("spec.regions", {kTiers, kAlwaysRounds})},
       {kCommon, kOther, kLogin}},
      {"A resource waits for a resource that waits for an object.",
       {ToSubnet("spec.cidr", {kCidr}),
        ToBucket("spec.subnet", {R"("fromResource": {"name": "subnet",
            "fieldPath": "status.id"})"})},
       {Definition(), kNetwork}},
      {"The status of the composite is kept.",
       {Entry(R"({"composite": true})", "status.region",
              {kRegion, kAlwaysRounds}),
        Entry(R"({"composite": true})", "status.user", {kUser}),
        ToBucket("spec.region", {R"("fromComposite": {"fieldPath":
            "status.region"})"})},
       {kCommon, kLogin}},
      {"The environment has no last value: a patch from it gives none while "
       "the "
       "object is gone.",
       {Entry(R"({"environment": true})", "zone", {kZone}),
        ToSubnet("spec.user", {kUser})},
       {kCommon, kLogin},
       {"subnet spec.zone"}},
      {"Everything at once.",
       {ToSubnet("spec.region", {kRegion, kAlwaysRounds}),
        ToSubnet("spec.user", {kUser}),
        ToSubnet("spec.cidr", {kCidr, kAlwaysRounds}),
        ToBucket("spec.regions", {kTiers, kAlwaysRounds}),
        ToBucket("spec.subnet", {R"("fromResource": {"name": "subnet",
            "fieldPath": "status.id"})"}),
        Entry(R"({"composite": true})", "status.account", {kAccount})},
       {kCommon, kOther, kLogin, Definition(), kNetwork}},
  };
}

TEST(Rounds, LoseNothingInWhateverOrderObjectsComeAndGo) {
  const Function function;
  for (const Story& story : Stories()) {
    SCOPED_TRACE(story.reason);
    const std::string end =
        WalkInEveryOrder(&function, Input(story.entries), kComposite,
                         story.objects, story.may_lose);
    EXPECT_TRUE(absl::StrContains(end, R"("reason":"Resolved")")) << end;
  }
}

}  // namespace
}  // namespace loom::testing
