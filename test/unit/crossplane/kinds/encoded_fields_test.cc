// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/encoded_fields.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr char kSecretObject[] = R"({"apiVersion": "v1", "kind": "Secret"})";
constexpr char kMapObject[] = R"({"apiVersion": "v1", "kind": "ConfigMap"})";
constexpr char kWrapped[] = R"({"kind": "Object", "spec": {"forProvider":
    {"manifest": {"apiVersion": "v1", "kind": "Secret"}}}})";

TEST(EncodedFields, AreKnown) {
  const struct {
    const char* reason;
    const char* object;
    const char* path;
    bool encoded;
  } tests[] = {
      {"A value of a Secret.", kSecretObject, "data.user", true},
      {"The whole map.", kSecretObject, "data", true},
      {"Its other fields.", kSecretObject, "metadata.name", false},
      {"Its strings.", kSecretObject, "stringData.user", false},
      {"data of a ConfigMap is plain.", kMapObject, "data.user", false},
      {"Its binary data is not.", kMapObject, "binaryData.user", true},
      {"A Secret of another group.",
       R"({"apiVersion": "example.org/v1", "kind": "Secret"})", "data.user",
       false},
      {"A Secret in the manifest of an Object.", kWrapped,
       "spec.forProvider.manifest.data.user", true},
      {"The manifest that the provider reports.",
       R"({"kind": "Object", "status": {"atProvider": {"manifest":
           {"apiVersion": "v1", "kind": "Secret"}}}})",
       "status.atProvider.manifest.data.user", true},
      {"Another manifest.",
       R"({"kind": "Object", "spec": {"forProvider": {"manifest":
           {"apiVersion": "v1", "kind": "ConfigMap"}}}})",
       "spec.forProvider.manifest.data.user", false},
      {"Beside its data.", kWrapped,
       "spec.forProvider.manifest.stringData.user", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value object = ParseJson(test.object, &pool).value();
    const Path path = Path::Parse(test.path).value();
    EXPECT_EQ(IsEncoded(object, path.segments()), test.encoded);
  }
}

// The value after EncodeBytes at the path of the object, or the error.
std::string Encoded(absl::string_view object, absl::string_view path,
                    Value value, Pool* pool) {
  const Value target = ParseJson(object, pool).value();
  const absl::Status done =
      EncodeBytes(target, Path::Parse(path).value().segments(), &value, pool);
  return done.ok() ? CompactJson(value).value() : std::string(done.message());
}

TEST(EncodedFields, EncodeBytesOnlyWhereTheyStand) {
  Pool pool;
  Value map = Object();
  Set(map, "k", BytesValue("\xff", &pool), &pool);
  Value manifest = Object();
  Set(manifest, "apiVersion", Borrow("v1"), &pool);
  Set(manifest, "kind", Borrow("Secret"), &pool);
  Set(manifest, "data", Copy(map, &pool), &pool);
  const struct {
    const char* reason;
    const char* object;
    const char* path;
    const Value value;
    std::string want;
  } tests[] = {
      {"Into data.", kSecretObject, "data.k", BytesValue("\xff", &pool),
       "\"/w==\""},
      {"A map into data.", kSecretObject, "data", Copy(map, &pool),
       R"({"k":"/w=="})"},
      {"Into a string.", kSecretObject, "stringData.k",
       BytesValue("ann", &pool), "\"ann\""},
      {"Bytes into a string.", kSecretObject, "stringData.k",
       BytesValue("\xff", &pool), std::string(kNotText)},
      {"A string is not encoded.", kSecretObject, "data.k", Borrow("YW5u"),
       "\"YW5u\""},
      {"Into the data of a manifest.", kWrapped,
       "spec.forProvider.manifest.data.k", BytesValue("\xff", &pool),
       "\"/w==\""},
      {"A whole manifest.", R"({"kind": "Object"})",
       "spec.forProvider.manifest", Copy(manifest, &pool),
       R"({"apiVersion":"v1","data":{"k":"/w=="},"kind":"Secret"})"},
      {"A manifest elsewhere.", R"({"kind": "Other"})", "spec.manifest",
       Copy(manifest, &pool), std::string(kNotText)},
      {"In a list.", kMapObject, "binaryData",
       ParseJson(R"({"a": [1]})", &pool).value(), R"({"a":[1]})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Encoded(test.object, test.path, Copy(test.value, &pool), &pool),
              test.want);
  }
}

TEST(EncodedFields, HoldNumbersAndBooleansAsStrings) {
  const struct {
    const char* reason;
    const char* value;
    const char* want;
    const char* path = "data.k";
  } tests[] = {
      {"A string is base64 already.", R"("YW5u")", R"("YW5u")"},
      {"A number, as YAML writes it.", "1000000", R"("MTAwMDAwMA==")"},
      {"A boolean.", "true", R"("dHJ1ZQ==")"},
      {"A whole map.", R"({"a": 5})", R"({"a":"NQ=="})", "data"},
      {"In a manifest.", R"({"a": 5})", R"({"a":"NQ=="})",
       "spec.forProvider.manifest.data"},
      {"A list.", "[1]",
       "a list or an object cannot be the value of a key of a Secret"},
      {"An object for a key.", R"({"a": 1})",
       "a list or an object cannot be the value of a key of a Secret"},
      {"An object for a key of a map.", R"({"a": {"b": 1}})",
       "a list or an object cannot be the value of a key of a Secret", "data"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value value = ParseJson(test.value, &pool).value();
    const absl::Status done =
        ToEncoded(Path::Parse(test.path).value().segments(), &value, &pool);
    EXPECT_EQ(done.ok() ? CompactJson(value).value() : done.message(),
              test.want);
  }
}

TEST(EncodedFields, FindWhatTheServerRefuses) {
  const struct {
    const char* reason;
    const char* object;
    const char* want;
  } tests[] = {
      {"All is right.",
       R"({"apiVersion": "v1", "kind": "Secret", "data": {"a": "YW5u",
           "b": "", "c": null}, "stringData": {"d": "not base64!"}})",
       ""},
      {"Text that is not base64.",
       R"({"apiVersion": "v1", "kind": "Secret", "data": {"a": "no!"}})",
       "data.a: the value is not base64: the API server refuses it in data of "
       "a Secret"},
      {"A number.",
       R"({"apiVersion": "v1", "kind": "Secret", "stringData": {"a": 5}})",
       "stringData.a: a number instead of a string: the API server refuses "
       "it in stringData of a Secret"},
      {"A boolean in a manifest.",
       R"({"kind": "Object", "spec": {"forProvider": {"manifest":
           {"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": true}}}}})",
       "spec.forProvider.manifest.data.a: a boolean instead of a string: "
       "the API server refuses it in data of a ConfigMap"},
      {"Another kind.",
       R"({"apiVersion": "v1", "kind": "Service", "data": {"a": 5}})", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value object = ParseJson(test.object, &pool).value();
    EXPECT_EQ(absl::StrJoin(FindDataMistakes(object), "\n",
                            [](std::string* out, const DataMistake& each) {
                              absl::StrAppend(out, ToString(each.path), ": ",
                                              each.message);
                            }),
              test.want);
  }
}

}  // namespace
}  // namespace loom
