// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/applied_object.h"

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// An entry of Crossplane's manager with these fields.
std::string Owned(absl::string_view fields, absl::string_view more = "") {
  return absl::StrCat(
      R"([{"manager": "kubectl", "operation": "Apply",
           "fieldsV1": {"f:spec": {}}},
          {"manager": "apiextensions.crossplane.io/composed/3f9c",
           "operation": "Update", "fieldsV1": {"f:spec": {}}},
          {"manager": "apiextensions.crossplane.io/composed/3f9c",
           "operation": "Apply", "subresource": "status",
           "fieldsV1": {"f:status": {}}},
          {"manager": "apiextensions.crossplane.io/composed/3f9c",
           "operation": "Apply", "fieldsV1": )",
      fields, "}", more, "]");
}

TEST(AppliedObject, HasWhatCrossplaneOwns) {
  const struct {
    const char* reason;
    const char* spec;    // of the observed object
    const char* fields;  // of the spec, in fieldsV1
    const char* applied;
  } tests[] = {
      {"Fields that the server or others set are not there.",
       R"({"a": 1, "b": 2})", R"({"f:a": {}})", R"({"a":1})"},
      {"A field without more is there whole.", R"({"a": {"b": [1]}, "c": 1})",
       R"({"f:a": {}})", R"({"a":{"b":[1]}})"},
      {"An object of which other members are foreign.",
       R"({"a": {"b": 1, "c": 2}})", R"({"f:a": {"f:b": {}}})",
       R"({"a":{"b":1}})"},
      {"An empty object that is owned.", R"({"a": {"foreign": 1}})",
       R"({"f:a": {".": {}}})", R"({"a":{}})"},
      {"An element that is known by keys.",
       R"({"l": [{"k": "x", "v": 1, "w": 2}, {"k": "y", "v": 3}]})",
       R"({"f:l": {"k:{\"k\":\"x\"}": {".": {}, "f:k": {}, "f:v": {}}}})",
       R"({"l":[{"k":"x","v":1}]})"},
      {"Keys that are numbers and booleans.",
       R"({"l": [{"p": 80, "q": true}, {"p": 81, "q": true}]})",
       R"({"f:l": {"k:{\"p\":81,\"q\":true}": {"f:p": {}, "f:q": {}}}})",
       R"({"l":[{"p":81,"q":true}]})"},
      {"Elements of a set, in the order in which they are observed.",
       R"({"l": ["c", "b", "a", 1]})",
       R"({"f:l": {"v:\"a\"": {}, "v:\"c\"": {}, "v:1": {}}})",
       R"({"l":["c","a",1]})"},
      {"An element at an index.", R"({"l": ["a", "b"]})",
       R"({"f:l": {"i:1": {}}})", R"({"l":["b"]})"},
      {"What is listed and is not there.", R"({"a": 1, "l": []})",
       R"({"f:a": {}, "f:gone": {"f:x": {}},
           "f:l": {"k:{\"k\":\"x\"}": {}}})",
       R"({"a":1,"l":[]})"},
      {"What is there has another type than what is listed.",
       R"({"a": 1, "b": [{"x": 1}], "c": {"x": 1}})",
       R"({"f:a": {"f:x": {}}, "f:b": {"f:x": {}},
           "f:c": {"v:1": {}}})",
       R"({"a":1,"b":[],"c":{}})"},
      {"Keys that cannot be read are passed over.", R"({"a": 1, "l": [1]})",
       R"({"f:a": {}, "x": {}, "": {}, "f:l": {"k:{": {}, "v:": {}, "z:1": {},
           "v:1": {}, "i:\"a\"": {}}})",
       R"({"a":1,"l":[1]})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto observed = ParseJson(
        absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "Db",
                         "metadata": {"name": "a", "managedFields": )",
                     Owned(absl::StrCat(R"({"f:spec": )", test.fields, "}")),
                     R"(}, "spec": )", test.spec,
                     R"(, "status": {"ready": true}})"),
        &pool);
    ASSERT_TRUE(observed.ok()) << observed.status();
    auto applied = AppliedObject(*observed, &pool);
    ASSERT_TRUE(applied.ok()) << applied.status();
    EXPECT_EQ(CompactJson(*Find(*applied, "spec")).value(), test.applied);
    EXPECT_EQ(Find(*applied, "status"), nullptr);
  }
}

// What Crossplane adds to each composed resource.
constexpr char kMetadata[] = R"(
    "name": "a", "namespace": "b", "generateName": "a-", "uid": "u",
    "resourceVersion": "7", "generation": 3, "finalizers": ["f"],
    "ownerReferences": [{"uid": "x"}],
    "labels": {"crossplane.io/composite": "a", "crossplane.io/claim-name": "c",
               "crossplane.io/claim-namespace": "b", "tier": "gold"},
    "annotations": {"crossplane.io/composition-resource-name": "db",
                    "crossplane.io/external-name": "e",
                    "crossplane.io/external-create-pending": "t",
                    "kubectl.kubernetes.io/last-applied-configuration": "{}"})";

TEST(AppliedObject, HasNoMetadataOfOthers) {
  constexpr char kWhole[] =
      R"({"apiVersion":"v1","data":{"k":"v"},"kind":"Secret","metadata":)"
      R"({"annotations":{"crossplane.io/external-name":"e"},)"
      R"("labels":{"tier":"gold"},"name":"a","namespace":"b"}})";
  const struct {
    const char* reason;
    std::string managed;
    std::string applied;
  } tests[] = {
      {"Nothing says who owns what.", "null", kWhole},
      {"It is no list.", R"({"manager": 1})", kWhole},
      {"Nobody of Crossplane is in it, and other things are.",
       R"([1, null, {}, {"manager": 5}, {"manager": "kubectl",
           "operation": "Apply", "fieldsV1": {"f:data": {}}}])",
       kWhole},
      {"The fields are cut off.", Owned("null"), kWhole},
      {"The fields are no object.", Owned("[1]"), kWhole},
      {"The fields are empty.", Owned("{}"), kWhole},
      {"Crossplane owns what it adds, and a label.",
       Owned(R"({"f:metadata": {"f:generateName": {}, "f:ownerReferences":
           {"k:{\"uid\":\"x\"}": {}}, "f:annotations":
           {"f:crossplane.io/composition-resource-name": {}}, "f:labels":
           {"f:crossplane.io/composite": {}, "f:tier": {}}},
           "f:data": {"f:k": {}}, "f:status": {}})"),
       R"({"apiVersion":"v1","data":{"k":"v"},"kind":"Secret","metadata":)"
       R"({"labels":{"tier":"gold"},"name":"a","namespace":"b"}})"},
      {"Crossplane owns what it adds alone.",
       Owned(R"({"f:metadata": {"f:labels": {"f:crossplane.io/composite": {}}},
                 "f:data": {"f:k": {}}})"),
       R"({"apiVersion":"v1","data":{"k":"v"},"kind":"Secret",)"
       R"("metadata":{"name":"a","namespace":"b"}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto observed = ParseJson(
        absl::StrCat(R"({"apiVersion": "v1", "kind": "Secret", "metadata": {)",
                     kMetadata, R"(, "managedFields": )", test.managed,
                     R"(}, "data": {"k": "v"}, "status": {"x": 1}})"),
        &pool);
    ASSERT_TRUE(observed.ok()) << observed.status();
    auto applied = AppliedObject(*observed, &pool);
    ASSERT_TRUE(applied.ok()) << applied.status();
    EXPECT_EQ(CompactJson(*applied).value(), test.applied);
  }
}

TEST(AppliedObject, TakesStepsForTheElementsThatItLooksAt) {
  std::string list, keys;
  for (int i = 0; i < 2000; ++i) {
    absl::StrAppend(&list, i == 0 ? "" : ",", i);
    absl::StrAppend(&keys, i == 0 ? "" : ",", "\"v:", i, "\": {}");
  }
  Pool pool;
  auto observed = ParseJson(
      absl::StrCat(R"({"apiVersion": "v1", "kind": "A", "metadata": {"name":
                       "a", "managedFields": )",
                   Owned(absl::StrCat(R"({"f:l": {)", keys, "}}")),
                   R"(}, "l": [)", list, "]}"),
      &pool);
  ASSERT_TRUE(observed.ok()) << observed.status();
  pool.account().Set({.steps = 1'000'000});
  EXPECT_FALSE(AppliedObject(*observed, &pool).ok());
}

}  // namespace
}  // namespace loom
