// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/section_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/explain/explained.h"

namespace loom {
namespace {

using testing::HasSubstr;

constexpr char kXrWithLabel[] =
    "apiVersion: demo.example.org/v1\n"
    "kind: XApp\n"
    "metadata: {name: shop, namespace: a, labels: "
    "{appcat.vshn.io/provider-config: prod}}\n"
    "spec: {network: main}\n";

constexpr char kBucket[] =
    "      resources:\n"
    "      - name: bucket\n"
    "        base: {apiVersion: s3.aws.upbound.io/v1beta1, kind: Bucket, spec: "
    "{forProvider: {}}}\n";

TEST(SectionSteps, NameTheReferenceAndItsObject) {
  Explained files(
      absl::StrCat(kNativeStep, kBucket,
                   "      references:\n"
                   "      - target: {resource: other}\n"
                   "        fromComposite: {fieldPath: spec.network}\n"
                   "        toFieldPath: spec.cidr\n"
                   "      - target: {resource: bucket}\n"
                   "        fromObject:\n"
                   "          apiVersion: v1\n"
                   "          kind: ConfigMap\n"
                   "          nameFrom: {composite: true, fieldPath: "
                   "spec.network}\n"
                   "          fieldPath: data.cidr\n"
                   "        toFieldPath: spec.cidr\n"),
      kXrWithLabel);
  files.Write("r.yaml",
              "apiVersion: v1\nkind: ConfigMap\n"
              "metadata: {name: main, namespace: a}\n"
              "data: {cidr: 10.0.0.0/8}\n");
  EXPECT_EQ(
      files.Run({"-e", "@r.yaml", "--at", "bucket.spec.cidr"}) + files.errors,
      "bucket.spec.cidr = 10.0.0.0/8\n"
      "  reference 1  c.yaml:20:9\n"
      "  ConfigMap a/main data.cidr  r.yaml:4:14\n");
}

TEST(SectionSteps, NameTheLabelOfAProviderConfig) {
  Explained files(
      absl::StrCat(kNativeStep, kBucket, "      providerConfig: {}\n"),
      kXrWithLabel);
  EXPECT_EQ(files.Run({"--at", "bucket.spec.providerConfigRef.name"}),
            "bucket.spec.providerConfigRef.name = prod\n"
            "  provider config  c.yaml:16:23\n"
            "  label appcat.vshn.io/provider-config of XApp shop  "
            "xr.yaml:3:79\n");
}

TEST(SectionSteps, NameTheDependencyThatWithholds) {
  Explained files(absl::StrCat(kNativeStep, kBucket,
                               "      - name: policy\n"
                               "        base: {apiVersion: "
                               "iam.aws.upbound.io/v1beta1, kind: Policy}\n"
                               "      dependencies:\n"
                               "      - resource: policy\n"
                               "        dependsOn: [{resource: bucket}]\n"),
                  kXrWithLabel);
  EXPECT_THAT(files.Run() + files.errors, HasSubstr("policy  withheld, "));
  EXPECT_THAT(files.Run(), HasSubstr("waiting for bucket"));
}

}  // namespace
}  // namespace loom
