// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/explain/explained.h"
#include "tools/provenance/recorder.h"

namespace loom {
namespace {

using testing::StartsWith;

constexpr char kRequired[] =
    "      resources:\n"
    "      - name: bucket\n"
    "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
    "        patches:\n"
    "        - {type: ToCompositeFieldPath, fromFieldPath: status.arn, "
    "toFieldPath: status.arn}\n"
    "      - name: policy\n"
    "        base: {apiVersion: iam.example.org/v1, kind: Policy}\n"
    "        patches:\n"
    "        - fromFieldPath: status.arn\n"
    "          toFieldPath: spec.arn\n"
    "          type: FromCompositeFieldPath\n"
    "          policy: {fromFieldPath: Required}\n";

constexpr char kReady[] =
    "apiVersion: s3.example.org/v1\n"
    "kind: Bucket\n"
    "metadata:\n"
    "  name: shop-1\n"
    "  annotations: {crossplane.io/composition-resource-name: bucket}\n"
    "status: {conditions: [{type: Ready, status: \"True\"}]}\n";

TEST(Summary, SaysWhyTheCompositeIsNotReady) {
  Explained files(absl::StrCat(kPatchStep, kRequired));
  EXPECT_THAT(
      files.Run(),
      StartsWith(
          "XApp shop is not ready\n"
          "  bucket  does not exist yet; Crossplane will create it\n"
          "  policy  withheld, Required source is missing: status.arn of "
          "XApp shop\n"
          "          spec.arn: patch 1 at c.yaml:21:11\n"
          "          would be written by bucket, patch 1 at c.yaml:17:11, "
          "once bucket's status.arn exists\n"));
}

TEST(Summary, BeginsWithWhatFailed) {
  Explained files(absl::StrCat(
      kPatchStep,
      "      resources:\n"
      "      - name: bucket\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
      "        patches:\n"
      "        - {fromFieldPath: metadata.name, toFieldPath: spec.size,\n"
      "           transforms: [{type: convert, convert: {toType: int64}}]}\n"));
  EXPECT_THAT(files.Run(),
              StartsWith("XApp shop is not ready\n"
                         "  bucket  failed, step \"patch\" returned a fatal "
                         "result: "));
}

TEST(Summary, SaysThatItIsReady) {
  Explained files(kBucketStep);
  files.Write("o.yaml", kReady);
  EXPECT_THAT(files.Run({"-o", "@o.yaml"}), StartsWith("XApp shop is ready\n"));
}

TEST(Summary, SaysThatTheObservedResourceHasNoCondition) {
  Explained files(kBucketStep);
  std::string observed = kReady;
  files.Write("o.yaml", observed.substr(0, observed.find("status:")));
  EXPECT_THAT(files.Run({"-o", "@o.yaml"}),
              StartsWith("XApp shop is not ready\n"
                         "  bucket  not ready, no Ready condition\n"));
}

TEST(Summary, SaysWhatIsNotWanted) {
  Explained files(absl::StrCat(
      kNativeStep,
      "      resources:\n"
      "      - name: replica\n"
      "        condition: composite.spec.region == 'us'\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
      "      - name: zone\n"
      "        forEach: {items: 'composite.spec.?zones.orValue([])'}\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"));
  EXPECT_EQ(files.Run(),
            "XApp shop is ready\n"
            "\n"
            "replica  s3.example.org/v1 Bucket  not desired\n"
            "  skipped: condition  c.yaml:15:20  it is false\n"
            "    expression composite.spec.region == 'us'  c.yaml:15:20\n"
            "    XApp shop spec.region = eu  xr.yaml:6:11\n"
            "\n"
            "zone  s3.example.org/v1 Bucket  not desired\n"
            "  skipped: forEach  c.yaml:18:18  it has no items\n"
            "    expression composite.spec.?zones.orValue([])  c.yaml:18:26\n"
            "    XApp shop spec.zones = (none)\n");
}

TEST(Summary, SaysWhatIsPending) {
  Explained files(absl::StrCat(
      kNativeStep,
      "      environment:\n"
      "        patches:\n"
      "        - {type: ToCompositeFromExpression, expression: "
      "composite.spec.nope, toFieldPath: status.a}\n"
      "      resources:\n"
      "      - name: replica\n"
      "        condition: composite.spec.replicas > 0\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"));
  EXPECT_THAT(
      files.Run(),
      StartsWith(
          "XApp shop is not ready\n"
          "  replica  withheld, resources[0].condition: 1:15: "
          "composite.spec.replicas: no such key\n"
          "           condition at c.yaml:18:20\n"
          "  xr  pending, expression: 1:15: composite.spec.nope: no such key\n"
          "      status.a: patch 1 at c.yaml:15:11\n"));
}

// The Ready condition is not what decided.
TEST(Summary, SaysWhatTheSectionReadinessSays) {
  Explained files(absl::StrCat(
      kNativeStep,
      "      resources:\n"
      "      - name: bucket\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
      "      readiness:\n"
      "        rules:\n"
      "        - {resource: bucket, readyWhen: object.spec.acl == "
      "'private'}\n"));
  files.Write("o.yaml", kReady);
  EXPECT_THAT(files.Run({"-o", "@o.yaml"}),
              StartsWith("XApp shop is not ready\n"
                         "  bucket  not ready, readiness.rules[0].readyWhen: "
                         "1:7: object.spec: no such key\n"));
}

}  // namespace
}  // namespace loom
