// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/claim.h"

#include <gtest/gtest.h>

#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

TEST(Claim, BecomesItsComposite) {
  const struct {
    const char* reason;
    const char* claim;  // metadata and spec
    const char* want;
    const char* name;  // as the note says it
  } tests[] = {
      {"a name is made up",
       R"("metadata": {"name": "shop", "namespace": "team"}, "spec": {"a": 1})",
       R"({"apiVersion":"example.org/v1","kind":"XApp",)"
       R"("metadata":{"generateName":"shop-","labels":{)"
       R"("crossplane.io/claim-name":"shop",)"
       R"("crossplane.io/claim-namespace":"team"},"name":"shop-xxxxx"},)"
       R"("spec":{"a":1,"claimRef":{"apiVersion":"example.org/v1","kind":"App",)"
       R"("name":"shop","namespace":"team"}}})",
       "shop- and five random characters"},
      {"the claim is bound, and has fields that the composite does not get",
       R"("metadata": {"name": "shop", "namespace": "team",
           "uid": "1", "finalizers": ["f"]},
          "spec": {"resourceRef": {"name": "shop-7kq2x"},
           "writeConnectionSecretToRef": {"name": "s"},
           "resourceRefs": [{"kind": "Bucket"}],
           "compositeDeletePolicy": "Foreground",
           "compositionRevisionRef": {"name": "r"},
           "compositionRef": {"name": "c"}})",
       R"({"apiVersion":"example.org/v1","kind":"XApp",)"
       R"("metadata":{"labels":{"crossplane.io/claim-name":"shop",)"
       R"("crossplane.io/claim-namespace":"team"},"name":"shop-7kq2x"},)"
       R"("spec":{"claimRef":{"apiVersion":"example.org/v1","kind":"App",)"
       R"("name":"shop","namespace":"team"},"compositionRef":{"name":"c"}}})",
       "shop-7kq2x"},
      {"a revision is kept if it is chosen by hand",
       R"("metadata": {"name": "a", "namespace": "n"}, "spec": {
           "resourceRef": {"name": "b"}, "compositionUpdatePolicy": "Manual",
           "compositionRevisionRef": {"name": "r"}})",
       R"({"apiVersion":"example.org/v1","kind":"XApp",)"
       R"("metadata":{"labels":{"crossplane.io/claim-name":"a",)"
       R"("crossplane.io/claim-namespace":"n"},"name":"b"},)"
       R"("spec":{"claimRef":{"apiVersion":"example.org/v1","kind":"App",)"
       R"("name":"a","namespace":"n"},"compositionRevisionRef":{"name":"r"},)"
       R"("compositionUpdatePolicy":"Manual"}})",
       "b"},
      {"labels and annotations, without those of Kubernetes",
       R"("metadata": {"name": "a", "namespace": "n",
           "labels": {"team": "x", "app.kubernetes.io/name": "y", "k8s.io/z":
           "1", "example.org/k8s.io": "2"},
           "annotations": {"kubectl.kubernetes.io/last-applied-configuration":
           "{}", "note": "n"}}, "spec": {"resourceRef": {"name": "b"}})",
       R"({"apiVersion":"example.org/v1","kind":"XApp",)"
       R"("metadata":{"annotations":{"note":"n"},"labels":{)"
       R"("crossplane.io/claim-name":"a","crossplane.io/claim-namespace":"n",)"
       R"("example.org/k8s.io":"2","team":"x"},"name":"b"},)"
       R"("spec":{"claimRef":{"apiVersion":"example.org/v1","kind":"App",)"
       R"("name":"a","namespace":"n"}}})",
       "b"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value definition =
        *ParseJson(R"({"spec": {"names": {"kind": "XApp"}}})", &pool);
    YamlDocument claim =
        std::move((*ReadYaml("claim.yaml",
                             absl::StrCat(R"({"apiVersion": "example.org/v1",
                       "kind": "App", )",
                                          test.claim, "}"),
                             &pool))[0]);
    const std::string note = MakeComposite(definition, &claim, &pool);
    EXPECT_TRUE(Equal(claim.root, *ParseJson(test.want, &pool)))
        << *CompactJson(claim.root);
    EXPECT_EQ(note.substr(note.rfind(" names ") + 7), test.name);
  }
}

}  // namespace
}  // namespace loom
