// SPDX-License-Identifier: Apache-2.0
// What the recorder makes of expressions, of items, and of conditions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/explain/explained.h"

namespace loom {
namespace {

using testing::HasSubstr;

constexpr char kXrWithZones[] =
    "apiVersion: demo.example.org/v1\n"
    "kind: XApp\n"
    "metadata: {name: shop}\n"
    "spec:\n"
    "  size: 3\n"
    "  zones: [{name: b, cidr: 10.0.1.0/24}, {name: a, cidr: 10.0.0.0/24}]\n"
    "  rooms: {x: {count: 1}, w: {count: 2}}\n";

constexpr char kObserved[] =
    "apiVersion: s3.example.org/v1\n"
    "kind: Bucket\n"
    "metadata:\n"
    "  name: shop-1\n"
    "  annotations: {crossplane.io/composition-resource-name: bucket}\n"
    "spec: {size: 7}\n"
    "status: {id: b-1}\n";

// A resource whose members begin in line 16, and its patches in line 17.
std::string Resource(const std::string& members, const std::string& patches) {
  return absl::StrCat(kNativeStep,
                      "      resources:\n"
                      "      - name: bucket\n"
                      "        base: {apiVersion: s3.example.org/v1, kind: "
                      "Bucket}\n        ",
                      members, "\n        patches:\n", patches);
}

TEST(ExpressionEvents, SayWhatAnExpressionReads) {
  struct Case {
    const char* reason;
    const char* members;
    const char* patches;
    const char* at;
    const char* want;
  };
  const Case kCases[] = {
      {"its text, and the fields that it names", "",
       "        - {type: FromExpression, expression: composite.spec.size * 2, "
       "toFieldPath: spec.size}\n",
       "bucket.spec.size",
       "bucket.spec.size = 6\n"
       "  patch 1 FromExpression  c.yaml:18:11\n"
       "  expression composite.spec.size * 2  c.yaml:18:46\n"
       "  XApp shop spec.size = 3  xr.yaml:5:9\n"},
      {"the observed resource, its own and another", "",
       "        - type: FromExpression\n"
       "          expression: object.status.id + "
       "observed.resources.bucket.resource.metadata.name\n"
       "          toFieldPath: spec.id\n",
       "bucket.spec.id",
       "bucket.spec.id = b-1shop-1\n"
       "  patch 1 FromExpression  c.yaml:18:11\n"
       "  expression object.status.id + "
       "observed.resources.bucket.resource.metadata.name  c.yaml:19:23\n"
       "  bucket (observed) status.id = b-1  o.yaml:7:14\n"
       "  bucket (observed) metadata.name = shop-1  o.yaml:4:9\n"},
      {"each part of a value", "",
       "        - {type: FromExpression, expression: \"['x', 'y']\", "
       "toFieldPath: spec.list}\n",
       "bucket.spec.list[1]",
       "bucket.spec.list[1] = \"y\"\n"
       "  patch 1 FromExpression  c.yaml:18:11\n"
       "  expression ['x', 'y']  c.yaml:18:46\n"},
      {"transforms that are expressions", "",
       "        - fromFieldPath: spec.size\n"
       "          toFieldPath: spec.size\n"
       "          transforms: [{type: expression, expression: value + 1}]\n",
       "bucket.spec.size",
       "bucket.spec.size = 4\n"
       "  patch 1 FromCompositeFieldPath  c.yaml:18:11\n"
       "  expression value + 1  3 -> 4  c.yaml:20:24\n"
       "  XApp shop spec.size  xr.yaml:5:9\n"},
      {"the environment as it was before the patch", "",
       "        - {type: ToEnvironmentFromExpression, expression: "
       "'environment.?count.orValue(0) + 1', toFieldPath: count}\n",
       "env.count",
       "env.count = 1\n"
       "  patch 1 ToEnvironmentFromExpression  c.yaml:18:11\n"
       "  expression environment.?count.orValue(0) + 1  c.yaml:18:59\n"
       "  the environment count = (none)\n"},
      {"a pending one keeps what is observed", "",
       "        - {type: FromExpression, expression: composite.spec.nope, "
       "toFieldPath: spec.size}\n",
       "bucket.spec.size",
       "bucket.spec.size = 7\n"
       "  patch 1 FromExpression  c.yaml:18:11  keeps what is observed\n"
       "  bucket (observed) spec.size  o.yaml:6:14\n"},
      {"so does a pending transform", "",
       "        - fromFieldPath: spec.size\n"
       "          toFieldPath: spec.size\n"
       "          transforms: [{type: expression, expression: value + "
       "composite.spec.nope}]\n",
       "bucket.spec.size",
       "bucket.spec.size = 7\n"
       "  patch 1 FromCompositeFieldPath  c.yaml:18:11  keeps what is "
       "observed\n"
       "  bucket (observed) spec.size  o.yaml:6:14\n"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Explained files(Resource(c.members, c.patches), kXrWithZones);
    files.Write("o.yaml", kObserved);
    EXPECT_EQ(files.Run({"-o", "@o.yaml", "--at", c.at}), c.want);
    EXPECT_EQ(files.code, 0) << files.errors;
  }
}

TEST(ExpressionEvents, SayWhichItemIsRead) {
  struct Case {
    const char* reason;
    const char* members;
    const char* patches;
    const char* at;
    const char* want;
  };
  const Case kCases[] = {
      {"an element of a list of the composite",
       "forEach: {items: composite.spec.zones, key: item.name}",
       "        - {type: FromItemFieldPath, fromFieldPath: cidr, toFieldPath: "
       "spec.cidr}\n",
       "bucket-a.spec.cidr",
       "bucket-a.spec.cidr = 10.0.0.0/24\n"
       "  patch 1 FromItemFieldPath  c.yaml:18:11\n"
       "  XApp shop spec.zones[1].cidr  xr.yaml:6:57\n"},
      {"a value of a map", "forEach: {items: composite.spec.rooms}",
       "        - {type: FromExpression, expression: item.count, toFieldPath: "
       "spec.count}\n",
       "bucket-x.spec.count",
       "bucket-x.spec.count = 1\n"
       "  patch 1 FromExpression  c.yaml:18:11\n"
       "  expression item.count  c.yaml:18:46\n"
       "  XApp shop spec.rooms.x.count = 1  xr.yaml:7:22\n"},
      {"an element of a list that is computed",
       "forEach: {items: \"['p', 'q']\"}",
       "        - {type: FromItemFieldPath, fromFieldPath: '', toFieldPath: "
       "spec.a}\n",
       "bucket-q.spec.a",
       "bucket-q.spec.a = q\n"
       "  patch 1 FromItemFieldPath  c.yaml:18:11\n"
       "  item of bucket-q\n"},
      {"the key of an item", "forEach: {items: composite.spec.rooms}",
       "        - {type: FromExpression, expression: \"'k-' + key\", "
       "toFieldPath: spec.k}\n",
       "bucket-w.spec.k",
       "bucket-w.spec.k = k-w\n"
       "  patch 1 FromExpression  c.yaml:18:11\n"
       "  expression 'k-' + key  c.yaml:18:46\n"
       "  key of bucket-w = w\n"},
      {"what an item has because it is one",
       "forEach: {items: composite.spec.rooms}",
       "        - {type: FromExpression, expression: key, toFieldPath: "
       "spec.k}\n",
       "bucket-w.metadata.annotations[loom.fn.crossplane.io/for-each]",
       "bucket-w.metadata.annotations[loom.fn.crossplane.io/for-each] = "
       "bucket\n"
       "  forEach  c.yaml:16:18\n"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Explained files(Resource(c.members, c.patches), kXrWithZones);
    EXPECT_EQ(files.Run({"--at", c.at}), c.want);
    EXPECT_EQ(files.code, 0) << files.errors;
  }
}

TEST(ExpressionEvents, SayWhatIsPending) {
  Explained files(Resource("",
                           "        - {type: FromExpression, expression: "
                           "object.status.none, toFieldPath: spec.a}\n"),
                  kXrWithZones);
  EXPECT_THAT(
      files.Run(),
      HasSubstr(
          "bucket  withheld, expression: 1:7: object.status: no such key\n"
          "          spec.a: patch 1 at c.yaml:18:11\n"));
  files.Write("o.yaml", kObserved);
  EXPECT_THAT(files.Run({"-o", "@o.yaml"}),
              HasSubstr("  pending: patch 1 FromExpression  c.yaml:18:11  "
                        "expression: 1:14: object.status.none: no such key\n"
                        "    expression object.status.none  c.yaml:18:46\n"
                        "    bucket (observed) status.none = (none)\n"));
  Explained transform(
      Resource("",
               "        - fromFieldPath: spec.size\n"
               "          toFieldPath: spec.a\n"
               "          transforms: [{type: expression, expression: "
               "'value + object.status.none'}]\n"),
      kXrWithZones);
  transform.Write("o.yaml", kObserved);
  EXPECT_THAT(
      transform.Run({"-o", "@o.yaml"}),
      HasSubstr("  pending: patch 1 FromCompositeFieldPath  c.yaml:18:11 "
                " transforms[0] (expression): 1:22: object.status.none: no "
                "such key\n"));
}

TEST(ExpressionEvents, SayWhatTheConditionOfTheInputDoes) {
  const std::string input = absl::StrCat(
      kNativeStep, "      condition: composite.spec.enabled\n",
      "      resources:\n"
      "      - {name: bucket, base: {apiVersion: s3.example.org/v1, kind: "
      "Bucket}}\n");
  Explained pending(input, kXrWithZones);
  EXPECT_THAT(pending.Run(),
              HasSubstr("  bucket  withheld, condition: 1:15: "
                        "composite.spec.enabled: no such key\n"));
  Explained off(input, absl::StrCat(kXrWithZones, "  enabled: false\n"));
  EXPECT_EQ(off.Run(),
            "XApp shop is ready\n"
            "\n"
            "XApp shop\n"
            "  skipped: condition  c.yaml:13:18  it is false\n"
            "    expression composite.spec.enabled  c.yaml:13:18\n"
            "    XApp shop spec.enabled = false  xr.yaml:8:12\n");
}

// A value that may come of a Secret is none that may be shown.
TEST(ExpressionEvents, HideWhatMayBeSecret) {
  constexpr char kSecret[] =
      "apiVersion: v1\n"
      "kind: Secret\n"
      "metadata:\n"
      "  name: s\n"
      "  annotations: {crossplane.io/composition-resource-name: s}\n"
      "data: {password: aHVudGVyMg==}\n";
  struct Case {
    const char* reason;
    const char* expression;
    const char* want;
  };
  const Case kCases[] = {
      {"a field of it", "observed.resources.s.resource.data.password.size()",
       "(secret)"},
      {"one that is computed",
       "string(observed.resources['' + 's'].resource.data.password.size())",
       "(secret)"},
      {"a field of something else", "composite.spec.size + 1", "4"},
  };
  for (const Case& c : kCases) {
    Explained files(
        Resource("", absl::StrCat("        - {type: FromExpression, "
                                  "expression: \"",
                                  c.expression, "\", toFieldPath: spec.a}\n")),
        kXrWithZones);
    files.Write("o.yaml", kSecret);
    EXPECT_THAT(files.Run({"-o", "@o.yaml", "--at", "bucket.spec.a"}),
                HasSubstr(absl::StrCat("bucket.spec.a = ", c.want, "\n")))
        << c.reason;
  }
}

// The name in a cluster may occur in a value of a Secret, such as an ARN, and is shown all
// the same.
TEST(ExpressionEvents, ShowNamesThatOccurInSecrets) {
  Explained files(Resource("", ""), kXrWithZones);
  files.Write(
      "o.yaml",
      "apiVersion: s3.example.org/v1\n"
      "kind: Bucket\n"
      "metadata:\n"
      "  name: shop-e1e1432df334\n"
      "  annotations: {crossplane.io/composition-resource-name: bucket}\n"
      "---\n"
      "apiVersion: v1\n"
      "kind: Secret\n"
      "metadata:\n"
      "  name: s\n"
      "  annotations: {crossplane.io/composition-resource-name: s}\n"
      "stringData: {arn: \"arn:bucket/shop-e1e1432df334\"}\n");
  EXPECT_THAT(files.Run({"-o", "@o.yaml", "--at", "bucket.metadata.name"}),
              HasSubstr("bucket.metadata.name = shop-e1e1432df334\n"));
}

}  // namespace
}  // namespace loom
