// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/provider_object.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"

namespace loom {
namespace {

TEST(IsProviderObject, IsAKindOfTwoGroups) {
  const struct {
    const char* reason;
    const char* object;
    bool want;
  } tests[] = {
      {"The cluster-scoped one.",
       R"({"apiVersion": "kubernetes.crossplane.io/v1alpha2",
           "kind": "Object"})",
       true},
      {"Its older version.",
       R"({"apiVersion": "kubernetes.crossplane.io/v1alpha1",
           "kind": "Object"})",
       true},
      {"The namespaced one.",
       R"({"apiVersion": "kubernetes.m.crossplane.io/v1alpha1",
           "kind": "Object"})",
       true},
      {"Another kind of the group.",
       R"({"apiVersion": "kubernetes.crossplane.io/v1alpha1",
           "kind": "ProviderConfig"})",
       false},
      {"The kind of another group.",
       R"({"apiVersion": "storage.example.org/v1", "kind": "Object"})", false},
      {"A group that only begins alike.",
       R"({"apiVersion": "kubernetes.crossplane.io.example.org/v1",
           "kind": "Object"})",
       false},
      {"No kind.", R"({"apiVersion": "kubernetes.crossplane.io/v1alpha2"})",
       false},
      {"No object at all.", R"("Object")", false},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(IsProviderObject(Json(test.object)), test.want) << test.reason;
  }
}

TEST(ManifestOf, IsWhatAnObjectWraps) {
  Value object = Json(R"({"kind": "Object", "spec": {"forProvider":
                          {"manifest": {"kind": "Secret"}}}})");
  ASSERT_NE(ManifestOf(object), nullptr);
  EXPECT_EQ(ToJson(*ManifestOf(object)), R"({"kind":"Secret"})");
  for (const char* none :
       {"{}", R"({"spec": {"forProvider": {}}})", R"({"spec": "manifest"})",
        R"({"spec": {"forProvider": {"manifest": "kind: Secret"}}})"}) {
    Value other = Json(none);
    EXPECT_EQ(ManifestOf(other), nullptr) << none;
  }
}

TEST(IsNamespacedObjectGroup, IsThatWithTheM) {
  EXPECT_TRUE(IsNamespacedObjectGroup("kubernetes.m.crossplane.io/v1alpha1"));
  EXPECT_FALSE(IsNamespacedObjectGroup("kubernetes.crossplane.io/v1alpha2"));
  EXPECT_FALSE(IsNamespacedObjectGroup("helm.m.crossplane.io/v1beta1"));
  EXPECT_FALSE(IsNamespacedObjectGroup("v1"));
  EXPECT_FALSE(IsNamespacedObjectGroup(""));
}

TEST(DefaultObjectApiVersion, IsThatOfWhatRefersOrFollowsTheComposite) {
  constexpr char kCluster[] = R"({"metadata": {"name": "shop"}})";
  constexpr char kNamespaced[] =
      R"({"metadata": {"name": "shop", "namespace": "team-a"}})";
  const struct {
    const char* reason;
    const char* dependent;
    const char* composite;
    const char* want;
  } tests[] = {
      {"An Object refers to its own version.",
       R"({"apiVersion": "kubernetes.crossplane.io/v1alpha1",
           "kind": "Object"})",
       kCluster, "kubernetes.crossplane.io/v1alpha1"},
      {"… also in a namespaced composite.",
       R"({"apiVersion": "kubernetes.crossplane.io/v1alpha2",
           "kind": "Object"})",
       kNamespaced, "kubernetes.crossplane.io/v1alpha2"},
      {"A namespaced Object of a cluster-scoped composite.",
       R"({"apiVersion": "kubernetes.m.crossplane.io/v1alpha1",
           "kind": "Object"})",
       kCluster, "kubernetes.m.crossplane.io/v1alpha1"},
      {"Anything else follows the composite: cluster-scoped.",
       R"({"apiVersion": "storage.example.org/v1", "kind": "Bucket"})",
       kCluster, "kubernetes.crossplane.io/v1alpha2"},
      {"… or namespaced.",
       R"({"apiVersion": "storage.example.org/v1", "kind": "Bucket"})",
       kNamespaced, "kubernetes.m.crossplane.io/v1alpha1"},
  };
  for (const auto& test : tests) {
    Value dependent = Json(test.dependent);
    EXPECT_EQ(DefaultObjectApiVersion(dependent, Json(test.composite)),
              test.want)
        << test.reason;
  }
}

}  // namespace
}  // namespace loom
