// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/builtin_kinds.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(BuiltinKinds, AreFoundByResourceAndByKind) {
  const struct {
    const char* reason;
    NamedKind name;
    const char* want;  // kind, resource and scope; "": not found
  } tests[] = {
      {"The core group has no name.",
       {.version = "v1", .resource = "configmaps"},
       "ConfigMap configmaps N"},
      {"By kind.", {.version = "v1", .kind = "Secret"}, "Secret secrets N"},
      {"By both.",
       {.version = "v1", .resource = "secrets", .kind = "Secret"},
       "Secret secrets N"},
      {"Both have to fit.",
       {.version = "v1", .resource = "secrets", .kind = "Pod"},
       ""},
      {"A plural of its own.",
       {.group = "networking.k8s.io", .version = "v1", .resource = "ingresses"},
       "Ingress ingresses N"},
      {"A plural in -ies.",
       {.group = "networking.k8s.io",
        .version = "v1",
        .resource = "networkpolicies"},
       "NetworkPolicy networkpolicies N"},
      {"No plural.",
       {.version = "v1", .resource = "endpoints"},
       "Endpoints endpoints N"},
      {"Cluster-scoped.",
       {.group = "storage.k8s.io",
        .version = "v1",
        .resource = "storageclasses"},
       "StorageClass storageclasses C"},
      {"Its neighbour has a namespace.",
       {.group = "storage.k8s.io",
        .version = "v1",
        .resource = "csistoragecapacities"},
       "CSIStorageCapacity csistoragecapacities N"},
      {"One name in two groups: here with a namespace,",
       {.group = "protection.crossplane.io",
        .version = "v1beta1",
        .resource = "usages"},
       "Usage usages N"},
      {"there without.",
       {.group = "apiextensions.crossplane.io",
        .version = "v1beta1",
        .resource = "usages"},
       "Usage usages C"},
      {"The singular.",
       {.version = "v1", .resource = "configmap"},
       "ConfigMap configmaps N"},
      {"Another group.",
       {.group = "example.org", .version = "v1", .kind = "Secret"},
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const BuiltinKind* row = FindBuiltinKind(test.name);
    std::string got;
    if (row != nullptr) {
      got = std::string(row->kind) + " " + std::string(row->resource) +
            (row->scope == Scope::kCluster ? " C" : " N");
    }
    EXPECT_EQ(got, test.want);
  }
}

TEST(BuiltinKinds, OfKubernetesHaveVersions) {
  for (const BuiltinKind& row : BuiltinKinds()) {
    // The groups of Crossplane and of the providers have definitions.
    const bool defined = absl::EndsWith(row.group, "crossplane.io");
    EXPECT_EQ(BuiltinVersions(row.group).empty(), defined) << row.group;
  }
}

TEST(BuiltinKinds, AreThereOnce) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const BuiltinKind& row : BuiltinKinds()) {
    EXPECT_TRUE(seen.emplace(row.group, row.resource).second) << row.resource;
    EXPECT_TRUE(seen.emplace(row.group, row.kind).second) << row.kind;
    EXPECT_EQ(absl::AsciiStrToLower(row.resource), row.resource);
  }
}

}  // namespace
}  // namespace loom
