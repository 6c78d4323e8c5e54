// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/explain/explained.h"
#include "tools/provenance/sources.h"

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

TEST(SectionEvents, NameTheReferenceAndItsObject) {
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
      "  reference 2  c.yaml:20:9\n"
      "  ConfigMap a/main data.cidr  r.yaml:4:14\n");
}

TEST(SectionEvents, SayWhyAResourceStays) {
  Explained files(absl::StrCat(kNativeStep,
                               "      dependencies:\n"
                               "      - resource: app\n"
                               "        dependsOn: [{resource: db}]\n"
                               "        deletion: Usage\n"));
  std::string observed;
  for (const char* name : {"app", "db"}) {
    absl::StrAppend(&observed, "---\napiVersion: example.org/v1\nkind: Thing\n",
                    "metadata:\n  name: ", name, "-x\n  annotations: ",
                    "{crossplane.io/composition-resource-name: ", name, "}\n",
                    "spec: {size: 3}\n");
  }
  files.Write("o.yaml", observed);
  EXPECT_THAT(
      files.Run({"-o", "@o.yaml"}) + files.errors,
      HasSubstr(
          "db  example.org/v1 Thing  kept\n  db stays until app is deleted\n"));
  EXPECT_EQ(files.Run({"-o", "@o.yaml", "--at", "db.spec.size"}),
            "db.spec.size = 3\n  kept as observed\n  db (observed) spec.size  "
            "o.yaml:14:14\n");
}

// It once said that the value came from the object that the reference names, although
// that has another value by now.
TEST(SectionEvents, NameWhatIsKept) {
  Explained files(
      absl::StrCat(kNativeStep, kBucket,
                   "      references:\n"
                   "      - target: {resource: bucket}\n"
                   "        fromObject: {apiVersion: v1, kind: ConfigMap,\n"
                   "                     name: main, fieldPath: data.cidr}\n"
                   "        toFieldPath: spec.cidr\n"),
      kXrWithLabel);
  files.Write("r.yaml",
              "apiVersion: v1\nkind: ConfigMap\n"
              "metadata: {name: main, namespace: a}\n"
              "data: {cidr: 10.0.0.0/8}\n");
  files.Write("o.yaml",
              "apiVersion: s3.aws.upbound.io/v1beta1\nkind: Bucket\n"
              "metadata: {name: b, annotations: "
              "{crossplane.io/composition-resource-name: bucket}}\n"
              "spec: {cidr: 10.20.0.0/16}\n");
  EXPECT_EQ(files.Run({"-e", "@r.yaml", "-o", "@o.yaml", "--at",
                       "bucket.spec.cidr"}) +
                files.errors,
            "bucket.spec.cidr = 10.20.0.0/16\n"
            "  reference 1  c.yaml:17:9  keeps what is observed\n"
            "  bucket (observed) spec.cidr  o.yaml:4:14\n");
}

// Of two objects that a query by labels may find, it was once the first with the same
// value.
TEST(SectionEvents, NameTheObjectThatWasRead) {
  Explained files(
      absl::StrCat(kNativeStep, kBucket,
                   "      references:\n"
                   "      - target: {resource: bucket}\n"
                   "        fromObject: {apiVersion: v1, kind: ConfigMap,\n"
                   "                     matchLabels: [{key: app, value: x}],\n"
                   "                     fieldPath: data.cidr}\n"
                   "        toFieldPath: spec.cidr\n"),
      kXrWithLabel);
  files.Write("r.yaml",
              "apiVersion: v1\nkind: ConfigMap\n"
              "metadata: {name: a, namespace: a}\n"
              "data: {cidr: 10.0.0.0/8}\n"
              "---\n"
              "apiVersion: v1\nkind: ConfigMap\n"
              "metadata: {name: b, namespace: a, labels: {app: x}}\n"
              "data: {cidr: 10.0.0.0/8}\n");
  EXPECT_EQ(
      files.Run({"-e", "@r.yaml", "--at", "bucket.spec.cidr"}) + files.errors,
      "bucket.spec.cidr = 10.0.0.0/8\n"
      "  reference 1  c.yaml:17:9\n"
      "  ConfigMap a/b data.cidr  r.yaml:9:14\n");
}

TEST(SectionEvents, NameTheLabelOfAProviderConfig) {
  Explained files(
      absl::StrCat(kNativeStep, kBucket, "      providerConfig: {}\n"),
      kXrWithLabel);
  EXPECT_EQ(files.Run({"--at", "bucket.spec.providerConfigRef.name"}),
            "bucket.spec.providerConfigRef.name = prod\n"
            "  provider config  c.yaml:16:23\n"
            "  label appcat.vshn.io/provider-config of XApp shop  "
            "xr.yaml:3:79\n");
}

TEST(SectionEvents, SayOfEachResourceWhatItWaitsFor) {
  Explained files(absl::StrCat(kNativeStep, kBucket,
                               "      - name: policy\n"
                               "        base: {apiVersion: "
                               "iam.aws.upbound.io/v1beta1, kind: Policy}\n"
                               "      - name: user\n"
                               "        base: {apiVersion: "
                               "iam.aws.upbound.io/v1beta1, kind: User}\n"
                               "      dependencies:\n"
                               "      - resource: policy\n"
                               "        dependsOn: [{resource: bucket}]\n"
                               "      - resource: user\n"
                               "        dependsOn: [{resource: policy}]\n"),
                  kXrWithLabel);
  const std::string text = files.Run() + files.errors;
  EXPECT_THAT(text,
              HasSubstr("policy  withheld, waiting for bucket (0 of 1 ready)"));
  EXPECT_THAT(text,
              HasSubstr("user  withheld, waiting for policy (0 of 1 ready)"));
  // Of one resource alone only its own reason is reported.
  const std::string user = files.Run({"--at", "user"});
  EXPECT_THAT(user, HasSubstr("waiting for policy"));
  EXPECT_THAT(user, testing::Not(HasSubstr("waiting for bucket")));
}

TEST(SectionEvents, NameTheDependencyThatWithholds) {
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
