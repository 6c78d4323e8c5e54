// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/connection_secrets/connection_secret.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"

namespace loom {
namespace {

TEST(ConnectionSecret, IsMadeForModernComposites) {
  const struct {
    const char* reason;
    const char* composite;
    bool want;
  } tests[] = {
      {"spec.crossplane marks a modern one.", R"({"spec": {"crossplane": {}}})",
       true},
      {"Even null does.", R"({"spec": {"crossplane": null}})", true},
      {"Without it Crossplane writes the secret.",
       R"({"spec": {"compositionRef": {"name": "shop"}}})", false},
      {"An empty object is none.", "{}", false},
      {"Nor is one whose spec is no object.", R"({"spec": "crossplane"})",
       false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(IsModern(Json(test.composite)), test.want);
  }
}

TEST(ConnectionSecret, IsNamedAfterTheComposite) {
  EXPECT_EQ(SecretResourceName(Json(R"({"metadata": {"name": "shop"}})")),
            "shop-connection-secret");
}

TEST(ConnectionSecret, GoesToTheFirstPlaceThatIsNamed) {
  const struct {
    const char* reason;
    const char* composite;
    const char* name;
    const char* ns;
    const char* want;
  } tests[] = {
      {"The composite says it, and wins over the input.",
       R"({"spec": {"writeConnectionSecretToRef":
                    {"name": "own", "namespace": "a"}}})",
       "input", "b", R"({"name":"own","namespace":"a"})"},
      {"What the composite says is taken whole: no namespace is filled in.",
       R"({"metadata": {"namespace": "a"},
           "spec": {"writeConnectionSecretToRef": {"name": "own"}}})",
       "input", "b", R"({"name":"own","namespace":""})"},
      {"A null of the composite is a place without name and namespace.",
       R"({"spec": {"writeConnectionSecretToRef": null}})", "input", "b",
       R"({"name":"","namespace":""})"},
      {"The input says it.", R"({"metadata": {"name": "shop"}})", "input", "b",
       R"({"name":"input","namespace":"b"})"},
      {"The input is taken whole, too.",
       R"({"metadata": {"name": "shop", "namespace": "a"}})", "", "b",
       R"({"name":"","namespace":"b"})"},
      {"Nobody says it.", R"({"metadata": {"name": "shop", "namespace": "a"}})",
       "", "", R"({"name":"shop-connection","namespace":"a"})"},
      {"A cluster-scoped composite has no namespace to give.",
       R"({"metadata": {"name": "shop"}})", "", "",
       R"({"name":"shop-connection","namespace":""})"},
      {"A reference that is no object counts as absent.",
       R"({"metadata": {"name": "shop"},
           "spec": {"writeConnectionSecretToRef": "own"}})",
       "", "", R"({"name":"shop-connection","namespace":""})"},
      {"So does one whose name is no text.",
       R"({"metadata": {"name": "shop"},
           "spec": {"writeConnectionSecretToRef": {"name": 1}}})",
       "input", "b", R"({"name":"input","namespace":"b"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ToJson(SecretLocation(Json(test.composite), test.name, test.ns,
                                    TestPool())),
              test.want);
  }
}

TEST(ConnectionSecret, HoldsTheDetailsInBase64) {
  const struct {
    const char* reason;
    const char* reference;
    Details details;
    const char* want;
  } tests[] = {
      {"A secret at its place.",
       R"({"name": "db", "namespace": "a"})",
       {{"host", "db.example.org"}, {"port", "5432"}},
       R"({"apiVersion":"v1","data":{"host":"ZGIuZXhhbXBsZS5vcmc=",)"
       R"("port":"NTQzMg=="},"kind":"Secret",)"
       R"("metadata":{"name":"db","namespace":"a"},)"
       R"("type":"connection.crossplane.io/v1alpha1"})"},
      {"Details are bytes, whatever they are; an empty one stays.",
       R"({"name": "db", "namespace": "a"})",
       {{"key", std::string("\xff\x00", 2)}, {"empty", ""}},
       R"({"apiVersion":"v1","data":{"empty":"","key":"/wA="},)"
       R"("kind":"Secret","metadata":{"name":"db","namespace":"a"},)"
       R"("type":"connection.crossplane.io/v1alpha1"})"},
      {"What the place lacks, or has as something else, is left out; so is "
       "metadata that would be empty, as P&T leaves it out.",
       R"({"name": "", "namespace": 7})",
       {{"k", "v"}},
       R"({"apiVersion":"v1","data":{"k":"dg=="},"kind":"Secret",)"
       R"("type":"connection.crossplane.io/v1alpha1"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(
        ToJson(ComposeSecret(Json(test.reference), test.details, TestPool())),
        test.want);
  }
}

}  // namespace
}  // namespace loom
