// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/common_schema.h"

#include <gtest/gtest.h>

#include "data/value/json.h"

namespace loom {
namespace {

using Answer = SchemaPlace::Answer;

constexpr char kConfigMap[] = R"({"apiVersion": "v1", "kind": "ConfigMap"})";
constexpr char kManagedBucket[] =
    R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket",
        "spec": {"forProvider": {}}})";
constexpr char kMisspeltBucket[] =
    R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket",
        "spec": {"forProvder": {}}})";
constexpr char kShop[] =
    R"({"apiVersion": "example.org/v1", "kind": "Shop", "spec": {}})";

TEST(CommonSchema, SaysWhatIsKnownWithoutADefinition) {
  const struct {
    const char* reason;
    const char* object;
    const char* path;
    Answer answer;
    const char* nearest;
  } tests[] = {
      {"A member of a kind of Kubernetes.", kConfigMap, "data.a", Answer::kFree,
       ""},
      {"What the kind does not have.", kConfigMap, "dta.a", Answer::kMissing,
       "data"},
      {"Every object has metadata.", kConfigMap, "metadata.nmae",
       Answer::kMissing, "metadata.name"},
      {"What a managed resource has of its own.", kManagedBucket,
       "spec.forProvider.engine", Answer::kFree, ""},
      {"Many have a region.", kManagedBucket, "spec.forProvider.region",
       Answer::kKnown, ""},
      {"A slip in it is likely.", kManagedBucket, "spec.forProvider.rgion",
       Answer::kFree, "spec.forProvider.region"},
      {"A provider config names a Secret.", kShop,
       "spec.credentials.connectionSecretRef.nmae", Answer::kFree,
       "spec.credentials.connectionSecretRef.name"},
      {"What all managed resources have.", kManagedBucket,
       "spec.providerConfigRef.name", Answer::kKnown, ""},
      {"A slip in it.", kManagedBucket, "spec.providerConfgRef.name",
       Answer::kMissing, "spec.providerConfigRef"},
      {"Its own fields are not in spec.", kManagedBucket, "spec.region",
       Answer::kMissing, "spec.forProvider.region"},
      {"What it observes is in the status.", kManagedBucket,
       "spec.atProvider.arn", Answer::kMissing, "status.atProvider"},
      {"Provider configs have credentials, in their spec.", kManagedBucket,
       "spec.credentials.source", Answer::kMissing, ""},
      {"It is known by what it nearly has, too.", kMisspeltBucket,
       "spec.forProvder", Answer::kMissing, "spec.forProvider"},
      {"It has a spec and a status.", kManagedBucket, "forProvider.region",
       Answer::kMissing, ""},
      {"Of another object nothing is known.", kShop, "spec.region",
       Answer::kFree, ""},
      {"It may have any member.", kShop, "data", Answer::kFree, ""},
      {"What is nearly spec is a slip.", kShop, "spce.region", Answer::kFree,
       "spec"},
      {"What is nearly what many have, too.", kShop,
       "spec.writeConnectionSecretTRef", Answer::kFree,
       "spec.writeConnectionSecretToRef"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = ParseJson(test.object, &pool);
    ASSERT_TRUE(object.ok());
    const KindSchema kind = CommonSchemaOf(*object);
    EXPECT_TRUE(kind.common);
    auto place = FollowPath(kind, Path::Parse(test.path)->segments());
    EXPECT_EQ(static_cast<int>(place.answer), static_cast<int>(test.answer));
    EXPECT_EQ(place.nearest, test.nearest);
  }
}

TEST(CommonSchema, OfACompositeIsSpecAndStatus) {
  const KindSchema kind = CommonSchemaOfComposite("XApp");
  auto answer = [&](const char* path) {
    return FollowPath(kind, Path::Parse(path)->segments());
  };
  EXPECT_EQ(answer("spce.region").nearest, "spec");
  EXPECT_TRUE(answer("spce.region").answer == Answer::kMissing);
  EXPECT_TRUE(answer("spec.region").answer == Answer::kFree);
  EXPECT_TRUE(answer("status.region").answer == Answer::kFree);
}

}  // namespace
}  // namespace loom
