// SPDX-License-Identifier: Apache-2.0
// What the recorder makes of a patch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/explain/explained.h"

namespace loom {
namespace {

constexpr char kXrWithTags[] =
    "apiVersion: demo.example.org/v1\n"
    "kind: XApp\n"
    "metadata: {name: shop}\n"
    "spec: {region: eu, size: 3, tags: {owner: a, stage: b}}\n";

TEST(PatchEvents, AreReported) {
  struct Case {
    const char* reason;
    const char* base;
    const char* patches;
    const char* at;
    const char* want;
  };
  const Case kCases[] = {
      {"each leaf of an object has its own source", "",
       "        - {fromFieldPath: spec.tags, toFieldPath: spec.tags}\n",
       "bucket.spec.tags.stage",
       "bucket.spec.tags.stage = b\n"
       "  patch 1 FromCompositeFieldPath  c.yaml:17:11\n"
       "  XApp shop spec.tags.stage  xr.yaml:4:53\n"},
      {"a merge leaves what was there to the base",
       ", spec: {tags: {cost: low, owner: z}}",
       "        - type: FromCompositeFieldPath\n"
       "          fromFieldPath: spec.tags\n"
       "          toFieldPath: spec.tags\n"
       "          policy: {toFieldPath: ForceMergeObjects}\n",
       "bucket.spec.tags.cost",
       "bucket.spec.tags.cost = low\n"
       "  base  c.yaml:15:81\n"},
      {"what is written again is the patch's, though it is the same",
       ", spec: {region: eu}",
       "        - {fromFieldPath: spec.region, toFieldPath: spec.region}\n",
       "bucket.spec.region",
       "bucket.spec.region = eu\n"
       "  patch 1 FromCompositeFieldPath  c.yaml:17:11\n"
       "  XApp shop spec.region  xr.yaml:4:16\n"
       "  was eu by base  c.yaml:15:76\n"},
      {"a Combine patch reads all variables", "",
       "        - type: CombineFromComposite\n"
       "          combine:\n"
       "            variables: [{fromFieldPath: spec.region}, {fromFieldPath: "
       "metadata.name}]\n"
       "            strategy: string\n"
       "            string: {fmt: \"%s-%s\"}\n"
       "          toFieldPath: spec.name\n",
       "bucket.spec.name",
       "bucket.spec.name = eu-shop\n"
       "  patch 1 CombineFromComposite  c.yaml:17:11\n"
       "  XApp shop spec.region = eu  xr.yaml:4:16\n"
       "  XApp shop metadata.name = shop  xr.yaml:3:18\n"},
      {"transforms with what they are given and what they make", "",
       "        - fromFieldPath: spec.size\n"
       "          toFieldPath: spec.size\n"
       "          type: FromCompositeFieldPath\n"
       "          transforms:\n"
       "          - {type: math, math: {type: Multiply, multiply: 2}}\n"
       "          - {type: convert, convert: {toType: string}}\n",
       "bucket.spec.size",
       "bucket.spec.size = \"6\"\n"
       "  patch 1 FromCompositeFieldPath  c.yaml:17:11\n"
       "  math Multiply 2  3 -> 6  c.yaml:21:13\n"
       "  convert string  6 -> \"6\"  c.yaml:22:13\n"
       "  XApp shop spec.size  xr.yaml:4:26\n"},
      {"a missing source", "",
       "        - {fromFieldPath: spec.none, toFieldPath: spec.none}\n",
       "bucket.spec.none",
       "bucket.spec.none is not set\n"
       "  bucket, skipped: patch 1 FromCompositeFieldPath  c.yaml:17:11  "
       "spec.none of XApp shop is missing\n"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Explained files(
        absl::StrCat(
            kPatchStep,
            "      resources:\n"
            "      - name: bucket\n"
            "        base: {apiVersion: s3.example.org/v1, kind: Bucket",
            c.base, "}\n        patches:\n", c.patches),
        kXrWithTags);
    EXPECT_EQ(files.Run({"--at", c.at}), c.want);
    EXPECT_EQ(files.code, 0) << files.errors;
  }
}

TEST(PatchEvents, KnowTheirPatchSet) {
  Explained files(absl::StrCat(
      kPatchStep,
      "      patchSets:\n"
      "      - name: common\n"
      "        patches:\n"
      "        - {type: FromCompositeFieldPath, fromFieldPath: spec.region}\n"
      "      resources:\n"
      "      - name: bucket\n"
      "        base: {apiVersion: s3.example.org/v1, kind: Bucket}\n"
      "        patches:\n"
      "        - {type: PatchSet, patchSetName: common}\n"));
  EXPECT_EQ(files.Run({"--at", "bucket.spec.region"}),
            "bucket.spec.region = eu\n"
            "  patch 1 of patch set common FromCompositeFieldPath  "
            "c.yaml:16:11\n"
            "  XApp shop spec.region  xr.yaml:6:11\n");
}

}  // namespace
}  // namespace loom
