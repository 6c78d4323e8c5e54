// SPDX-License-Identifier: Apache-2.0
// Typed and external references and identities while the objects that they need
// come and go, as test/unit/sections/references/rounds_test.cc does it with generic references.
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
    "metadata": {"name": "common", "namespace": "infra"},
    "data": {"region": "eu"}})";

std::string Network(absl::string_view name) {
  return absl::StrCat(
      R"({"apiVersion": "net.example.org/v1", "kind": "Network",
      "metadata": {"name": ")",
      name, R"("}, "status": {"id": "n-)", name,
      R"(", "externalRef": "//net.example.org/networks/)", name,
      R"(", "conditions": [{"type": "Ready", "status": "True"},
                          {"type": "Synced", "status": "True"}]}})");
}

constexpr char kTyped[] = R"("typedReferences": [
    {"target": {"resource": "subnet"}, "field": "spec.networkIds",
     "list": true, "refField": "spec.networkRefs", "references":
     {"apiVersion": "net.example.org/v1", "resource": "Network",
      "path": "status.id"}}])";
constexpr char kExternal[] = R"("externalReferences": [
    {"target": {"resource": "bucket", "field": "spec.networkRefs"}, "kind":
     {"apiVersion": "net.example.org/v1", "kind": "Network"}, "formats":
     [{"host": "net.example.org", "template": "networks/{network}"}]}])";
constexpr char kIdentities[] = R"("identities": [
    {"resource": "subnet", "formats": [{"template": "id-of-{subnet}"}],
     "from": {"subnet": {"fieldPath": "spec.id"}}, "serverGenerated": true,
     "externalRefPaths": ["status.id"], "publishTo": "status.subnet"}])";
constexpr char kReferences[] = R"("references": [
    {"target": {"resource": "bucket"}, "toFieldPath": "spec.region",
     "fromObject": {"version": "v1", "kind": "ConfigMap", "namespace": "infra",
                    "name": "common", "fieldPath": "data.region"}},
    {"target": {"resource": "bucket"}, "toFieldPath": "spec.subnet",
     "fromComposite": {"fieldPath": "status.subnet"}}])";

constexpr char kComposite[] = R"({"apiVersion": "example.org/v1", "kind": "X",
    "metadata": {"name": "x"}, "spec": {"networkRefs": [
    {"from": {"name": "main"}}, {"from": {"name": "spare"}}]}})";

std::string InputRounds(const std::vector<std::string>& sections) {
  return absl::StrCat(
      R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
          "resources": [
            {"name": "subnet", "base": {"apiVersion": "ec2.example.org/v1",
             "kind": "Subnet", "spec": {"size": 24}}},
            {"name": "bucket", "base": {"apiVersion": "s3.example.org/v1",
             "kind": "Bucket", "spec": {"networkRefs":
             [{"name": "spare"}, {"name": "main"}]}}}], )",
      absl::StrJoin(sections, ", "), "}");
}

TEST(IdentityRounds, LoseNothingInWhateverOrderObjectsComeAndGo) {
  const Function function;
  const std::vector<std::string> networks = {Definition(), Network("main"),
                                             Network("spare")};
  std::vector<std::string> all = networks;
  all.emplace_back(kCommon);
  // What is there without references differs from what they make of it.
  const std::vector<std::string> become_names = {
      "bucket spec.networkRefs[0].name", "bucket spec.networkRefs[1].name"};
  const struct {
    const char* reason;
    std::vector<std::string> sections;
    std::vector<std::string> objects;
    std::vector<const char*> want;
  } stories[] = {
      {"A list of ids is complete, or is not there.",
       {kTyped},
       networks,
       {R"("networkIds":["n-main","n-spare"])"}},
      {"References become names.",
       {kExternal},
       networks,
       {R"({"external":"networks/spare"},{"external":"networks/main"})"}},
      {"What is published stays.",
       {kTyped, kIdentities},
       networks,
       {R"("subnet":"id-of-subnet")"}},
      {"Everything at once.",
       {kTyped, kExternal, kIdentities, kReferences},
       all,
       {R"("networkIds":["n-main","n-spare"])",
        R"({"external":"networks/spare"},{"external":"networks/main"})",
        R"("region":"eu")", R"("subnet":"id-of-subnet")"}},
  };
  for (const auto& story : stories) {
    SCOPED_TRACE(story.reason);
    const std::string end =
        WalkInEveryOrder(&function, InputRounds(story.sections), kComposite,
                         story.objects, become_names);
    for (const char* want : story.want) {
      EXPECT_TRUE(absl::StrContains(end, want)) << want << " in " << end;
    }
  }
}

}  // namespace
}  // namespace loom::testing
