// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/shared/values_from/field_source.h"

namespace loom {
namespace {

constexpr char kSecret[] = R"({"apiVersion": "v1", "kind": "Secret"})";
constexpr char kConfigMap[] = R"({"apiVersion": "v1", "kind": "ConfigMap"})";

TEST(SecretText, KnowsWhereBase64Stands) {
  const struct {
    const char* reason;
    const char* object;
    const char* path;
    bool encoded;  // as a source
    bool secret;   // as a target
  } tests[] = {
      {"A value of a Secret.", kSecret, "data.user", true, true},
      {"The whole map.", kSecret, "data", false, true},
      {"Its other members.", kSecret, "metadata.name", false, false},
      {"A ConfigMap is plain.", kConfigMap, "data.user", false, false},
      {"A Secret of another group.",
       R"({"apiVersion": "example.org/v1", "kind": "Secret"})", "data.user",
       false, false},
      {"A Secret in the manifest of an Object.",
       R"({"kind": "Object", "spec": {"forProvider": {"manifest":
           {"apiVersion": "v1", "kind": "Secret"}}}})",
       "spec.forProvider.manifest.data.user", false, true},
      {"Another manifest.",
       R"({"kind": "Object", "spec": {"forProvider": {"manifest":
           {"apiVersion": "v1", "kind": "ConfigMap"}}}})",
       "spec.forProvider.manifest.data.user", false, false},
      {"Beside its data.",
       R"({"kind": "Object", "spec": {"forProvider": {"manifest":
           {"apiVersion": "v1", "kind": "Secret"}}}})",
       "spec.forProvider.manifest.stringData.user", false, false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value object = ParseJson(test.object, &pool).value();
    Path path = Path::Parse(test.path).value();
    EXPECT_EQ(IsEncoded(object, path), test.encoded);
    EXPECT_EQ(IsSecretData(object, path), test.secret);
  }
}

}  // namespace
}  // namespace loom
