// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "crossplane/objects/object.h"
#include "tools/run/requirement_answers.h"

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;

constexpr char kFile[] = R"(apiVersion: v1
kind: K
metadata: {name: b, labels: {x: one}}
---
apiVersion: v1
kind: K
metadata: {name: a, namespace: team-b, labels: {x: one, z: two}}
---
apiVersion: v1
kind: K
metadata: {name: a, namespace: team-a, labels: {x: one}}
---
apiVersion: v2
kind: K
metadata: {name: c, labels: {x: one, t: three}}
---
apiVersion: v1
kind: L
metadata: {name: d}
---
apiVersion: v1
kind: K
metadata: {name: number, labels: {x: 1, w: four}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.org}
)";

// What a selector asks for; name and labels only where they are given.
struct AskedGivenResources {
  const char* api_version = "v1";
  const char* kind = "K";
  const char* name = nullptr;
  std::map<std::string, std::string> labels = {};
  const char* ns = nullptr;
};

fn::ResourceSelector SelectorOf(const AskedGivenResources& asked) {
  fn::ResourceSelector selector;
  selector.set_api_version(asked.api_version);
  selector.set_kind(asked.kind);
  if (asked.ns != nullptr) selector.set_namespace_(asked.ns);
  if (asked.name != nullptr) selector.set_match_name(asked.name);
  if (!asked.labels.empty()) {
    selector.mutable_match_labels()->mutable_labels()->insert(
        asked.labels.begin(), asked.labels.end());
  }
  return selector;
}

// NAMESPACE/NAME of each, separated by blanks.
std::string Names(const fn::Resources& found) {
  std::vector<std::string> names;
  for (const fn::Resource& item : found.items()) {
    const auto& metadata =
        item.resource().fields().at("metadata").struct_value().fields();
    auto text = [&metadata](const char* member) {
      auto at = metadata.find(member);
      return at == metadata.end() ? "" : at->second.string_value();
    };
    names.push_back(text("namespace") + "/" + text("name"));
  }
  return absl::StrJoin(names, " ");
}

TEST(GivenResourcesTest, FindsAsInACluster) {
  struct Case {
    const char* reason;
    AskedGivenResources asked;
    const char* want;
    const char* near_miss;  // in place of nothing
  };
  const Case kCases[] = {
      {"an object of the cluster, by name", {.name = "b"}, "/b", ""},
      {"an empty namespace is none", {.name = "b", .ns = ""}, "/b", ""},
      {"by name and namespace", {.name = "a", .ns = "team-b"}, "team-b/a", ""},
      {"a name alone finds nobody in a namespace, 2.2.1 finds it",
       {.name = "a"},
       "",
       "f:9:1 has it in namespace team-a"},
      {"another namespace",
       {.name = "a", .ns = "team-c"},
       "",
       "f:9:1 has it in namespace team-a"},
      {"a namespace that the object does not have",
       {.name = "b", .ns = "team-a"},
       "",
       "f:1:1 has it without a namespace"},
      {"another version",
       {.name = "c"},
       "",
       "f:13:1 has it with apiVersion v2"},
      {"another kind", {.name = "d"}, "", "f:17:1 has it with kind L"},
      {"two differences are not near",
       {.api_version = "v3", .name = "a"},
       "",
       ""},
      {"nobody of that name", {.name = "e"}, "", ""},
      {"an empty name", {.name = ""}, "", ""},
      {"a definition is an object like others",
       {.api_version = "apiextensions.k8s.io/v1",
        .kind = "CustomResourceDefinition",
        .name = "shops.example.org"},
       "/shops.example.org",
       ""},
      {"labels, in all namespaces, in the order of NAMESPACE/NAME",
       {.labels = {{"x", "one"}}},
       "/b team-a/a team-b/a",
       ""},
      {"all labels have to be there",
       {.labels = {{"x", "one"}, {"z", "two"}}},
       "team-b/a",
       ""},
      {"labels in a namespace",
       {.labels = {{"x", "one"}}, .ns = "team-a"},
       "team-a/a",
       ""},
      {"labels in a namespace without such an object",
       {.labels = {{"z", "two"}}, .ns = "team-a"},
       "",
       "f:5:1 has it in namespace team-b"},
      {"labels of another version",
       {.labels = {{"t", "three"}}},
       "",
       "f:13:1 has it with apiVersion v2"},
      {"a missing label is not an empty one", {.labels = {{"v", ""}}}, "", ""},
      {"a number among the labels hides them all, as in Go",
       {.labels = {{"w", "four"}}},
       "",
       ""},
      {"all of a kind", {}, "/b /number team-a/a team-b/a", ""},
      {"all of a kind in a namespace", {.ns = "team-b"}, "team-b/a", ""},
      {"nothing of a kind; another kind is not what was meant",
       {.kind = "M"},
       "",
       ""},
  };
  Pool pool;
  GivenResources given(*ReadYaml("f", kFile, &pool));
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    fn::ResourceSelector selector = SelectorOf(c.asked);
    EXPECT_EQ(Names(given.Fetch(selector)), c.want);
    if (std::string(c.want).empty()) {
      EXPECT_EQ(given.NearMiss(selector), c.near_miss);
    }
  }
}

TEST(GivenResourcesTest, AnObjectThatIsGivenTwiceCountsOnce) {
  Pool pool;
  GivenResources given(*ReadYaml(
      "f",
      "{apiVersion: v1, kind: K, metadata: {name: a}, from: first}\n---\n"
      "{apiVersion: v1, kind: K, metadata: {name: a}, from: second}\n---\n"
      "{apiVersion: v2, kind: K, metadata: {name: a}}\n---\n"
      "{apiVersion: v1, kind: K}\n---\n"
      "{apiVersion: v1, kind: K}\n",
      &pool));
  EXPECT_EQ(ErrorOf(given.notes()).message(),
            "f:3:1: duplicate K \"a\"; the one at f:1:1 is used");
  fn::Resources found =
      given.Fetch(SelectorOf({.api_version = "v1", .kind = "K", .name = "a"}));
  ASSERT_EQ(found.items_size(), 1);
  EXPECT_EQ(found.items(0).resource().fields().at("from").string_value(),
            "first");
}

TEST(GivenResourcesTest, WhatNobodyAsksForIsReported) {
  Pool pool;
  GivenResources given(*ReadYaml(
      "f",
      "{apiVersion: v1, kind: K, metadata: {name: a}}\n---\n"
      "{apiVersion: v1, kind: K, metadata: {name: b, namespace: ns}}\n",
      &pool));
  auto none = [](const YamlDocument&) { return false; };
  auto namespaced = [](const YamlDocument& each) {
    return !Namespace(each.root).empty();
  };
  const std::vector<fn::ResourceSelector> a = {
      SelectorOf({.api_version = "v1", .kind = "K", .name = "a"})};
  EXPECT_EQ(
      ErrorOf(given.NotAskedFor(a, none)).message(),
      "f:3:1: K \"b\" in namespace ns was passed, but no function requests "
      "it");
  EXPECT_THAT(
      given.NotAskedFor({SelectorOf({.api_version = "v1", .kind = "K"})}, none),
      testing::IsEmpty())
      << "any K";
  EXPECT_THAT(given.NotAskedFor(a, namespaced), testing::IsEmpty())
      << "what is left out";
}

TEST(DescribeTest, SaysWhatIsAskedFor) {
  struct Case {
    const char* reason;
    AskedGivenResources asked;
    const char* want;
  };
  const Case kCases[] = {
      {"no match", {.kind = "Secret"}, "any Secret"},
      {"a name", {.kind = "Secret", .name = "s"}, "Secret \"s\""},
      {"a namespace",
       {.kind = "Secret", .name = "s", .ns = "team-a"},
       "Secret \"s\" in namespace team-a"},
      {"labels, in the order of their keys",
       {.kind = "Secret", .labels = {{"b", "2"}, {"a", "1"}}, .ns = "team-a"},
       "Secret in namespace team-a with labels a=1, b=2"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Describe(SelectorOf(c.asked)), c.want) << c.reason;
  }
}

}  // namespace
}  // namespace loom
