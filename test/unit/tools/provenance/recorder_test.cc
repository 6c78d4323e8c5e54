// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/explain/explained.h"

namespace loom {
namespace {

using testing::HasSubstr;

std::string Native(const std::string& members) {
  return absl::StrCat(kNativeStep, members);
}

TEST(Recorder, TellsDefaultDataAndWhatOverridesIt) {
  Explained files(
      Native("      environment:\n"
             "        defaultData: {stage: dev, size: 1}\n"
             "        configs: [{ref: {name: base}}]\n"));
  files.Write("e.yaml",
              "apiVersion: apiextensions.crossplane.io/v1beta1\n"
              "kind: EnvironmentConfig\n"
              "metadata: {name: base}\n"
              "data: {stage: test}\n");
  EXPECT_EQ(files.Run({"-e", "@e.yaml", "--at", "env"}),
            "env.stage = test\n"
            "  EnvironmentConfig base data.stage  e.yaml:4:15\n"
            "  was dev by environment defaultData  c.yaml:14:30\n"
            "env.size = 1\n"
            "  environment defaultData  c.yaml:14:41\n");
}

// What an author calls it; the kind is in the line above.
TEST(Recorder, CallsABaseAndATemplateByTheirNames) {
  const std::string object =
      "{apiVersion: s3.example.org/v1, kind: Bucket, spec: {zone: b}}\n";
  Explained files(
      Native("      resources:\n      - name: a\n        base: " + object +
             "      - name: b\n        template: " + object));
  const std::string text = files.Run({});
  EXPECT_THAT(text, HasSubstr("a  s3.example.org/v1 Bucket\n"
                              "  spec.zone = b\n    base  c.yaml:"));
  EXPECT_THAT(text, HasSubstr("b  s3.example.org/v1 Bucket\n"
                              "  spec.zone = b\n    template  c.yaml:"));
}

TEST(Recorder, TellsTheNameOfTheObservedResource) {
  Explained files(kBucketStep);
  files.Write(
      "o.yaml",
      "apiVersion: s3.example.org/v1\n"
      "kind: Bucket\n"
      "metadata:\n"
      "  name: shop-1\n"
      "  annotations: {crossplane.io/composition-resource-name: bucket}\n"
      "status: {conditions: [{type: Ready, status: \"False\"}]}\n");
  const std::string text = files.Run({"-o", "@o.yaml"});
  EXPECT_THAT(text,
              HasSubstr("  metadata.name = shop-1\n"
                        "    name of the observed resource\n"
                        "    bucket (observed) metadata.name  o.yaml:4:9\n"));
  EXPECT_THAT(text, HasSubstr("not ready, Ready is False"));
}

TEST(Recorder, TellsOfTheDetailsOfALegacyComposite) {
  const std::string details =
      "      - name: bucket\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
      "        connectionDetails:\n"
      "        - {name: user, type: FromConnectionSecretKey, "
      "fromConnectionSecretKey: username}\n"
      "        - {name: zone, type: FromFieldPath, fromFieldPath: spec.zone}\n"
      "        - {name: port, type: FromValue, value: \"5432\"}\n";
  const std::string observed =
      "apiVersion: s3.example.org/v1\n"
      "kind: Bucket\n"
      "metadata:\n"
      "  name: shop-1\n"
      "  annotations: {crossplane.io/composition-resource-name: bucket}\n"
      "spec: {zone: b}\n";
  Explained files(absl::StrCat(kPatchStep, "      resources:\n", details));
  files.Write("o.yaml", observed);
  EXPECT_EQ(files.Run({"-o", "@o.yaml", "--at", "details"}),
            "details.port = (secret)\n"
            "  connection detail 3 FromValue  c.yaml:19:11\n"
            "details.zone = (secret)\n"
            "  connection detail 2 FromFieldPath  c.yaml:18:11\n"
            "  bucket (observed) spec.zone  o.yaml:6:14\n");
}

TEST(Recorder, TellsWhatAnotherStepHasSet) {
  Explained files(absl::StrCat(
      kBucketStep, Native("      resources:\n"
                          "      - name: bucket\n"
                          "        patches:\n"
                          "        - {fromFieldPath: metadata.name, "
                          "toFieldPath: spec.region}\n")));
  EXPECT_EQ(files.Run({"--at", "bucket.spec.region"}),
            "bucket.spec.region = shop\n"
            "  patch 1 FromCompositeFieldPath  c.yaml:26:11\n"
            "  XApp shop metadata.name  xr.yaml:4:9\n"
            "  was eu by patch 1 FromCompositeFieldPath  c.yaml:17:11\n");
}

TEST(Recorder, ShowsNoSecret) {
  Explained files(
      Native("      resources:\n"
             "      - name: bucket\n"
             "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
             "      references:\n"
             "      - target: {resource: bucket}\n"
             "        fromObject: {apiVersion: v1, kind: Secret, name: key, "
             "namespace: a, fieldPath: data.token}\n"
             "        toFieldPath: spec.token\n"),
      "apiVersion: demo.example.org/v1\nkind: XApp\n"
      "metadata: {name: shop, namespace: a}\n");
  files.Write("s.yaml",
              "apiVersion: v1\nkind: Secret\n"
              "metadata: {name: key, namespace: a}\n"
              "data: {token: aHVudGVyMg==}\n");
  for (const char* output : {"text", "json", "mermaid", "html"}) {
    const std::string shown = files.Run({"-e", "@s.yaml", "--output", output});
    EXPECT_EQ(files.code, 0) << files.errors;
    EXPECT_EQ(shown.find("hunter2"), shown.npos) << output;
    EXPECT_EQ(shown.find("aHVudGVyMg"), shown.npos) << output;
  }
  EXPECT_THAT(files.Run({"-e", "@s.yaml"}), HasSubstr("spec.token = (secret)"));
}

// A Secret may be written in another base64 than ours, and its value may be short.
TEST(Recorder, ShowsConfigMapsAndHidesSecretsOfTheEnvironment) {
  Explained files(
      Native("      environment:\n"
             "        configs:\n"
             "        - {type: ConfigMap, ref: {name: m, namespace: a}, "
             "toFieldPath: apps}\n"
             "        - {type: Secret, ref: {name: key, namespace: a}}\n"),
      "apiVersion: demo.example.org/v1\nkind: XApp\n"
      "metadata: {name: shop, namespace: a}\n");
  files.Write("s.yaml",
              "apiVersion: v1\nkind: Secret\n"
              "metadata: {name: key, namespace: a}\n"
              "data: {token: \"aHVudGV\\nyMg==\"}\n"
              "---\n"
              "apiVersion: v1\nkind: ConfigMap\n"
              "metadata: {name: m, namespace: a}\n"
              "data: {shop.properties: a=1}\n");
  EXPECT_EQ(files.Run({"-e", "@s.yaml", "--at", "env"}),
            "env.apps[shop.properties] = a=1\n"
            "  ConfigMap a/m data[shop.properties]  s.yaml:9:25\n"
            "env.token = (secret)\n"
            "  Secret a/key data.token  s.yaml:4:15\n");
  for (const char* output : {"text", "json", "mermaid", "html"}) {
    const std::string shown = files.Run({"-e", "@s.yaml", "--output", output});
    EXPECT_EQ(files.code, 0) << files.errors;
    EXPECT_EQ(shown.find("hunter2"), shown.npos) << output;
    EXPECT_EQ(shown.find("aHVudGV"), shown.npos) << output;
  }
}

}  // namespace
}  // namespace loom
