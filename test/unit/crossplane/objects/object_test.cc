// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/object.h"

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Object, ReadsWhatEveryObjectHas) {
  struct {
    const char* reason;
    const char* json;
    const char* version;
    const char* kind;
    const char* name;
    const char* ns;
  } tests[] = {
      {"All of it.",
       R"({"apiVersion": "example.org/v1", "kind": "Db", "metadata":
           {"name": "a", "namespace": "b"}})",
       "example.org/v1", "Db", "a", "b"},
      {"None of it.", "{}", "", "", "", ""},
      {"What is no text reads as none.",
       R"({"apiVersion": 1, "kind": null, "metadata": {"name": ["a"],
           "namespace": {}}})",
       "", "", "", ""},
      {"Metadata that are no object hold nothing.",
       R"({"kind": "Db", "metadata": "a"})", "", "Db", "", ""},
      {"So does what is no object at all.", R"(["kind"])", "", "", "", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = ParseJson(test.json, &pool);
    ASSERT_TRUE(object.ok());
    EXPECT_EQ(ApiVersion(*object), test.version);
    EXPECT_EQ(Kind(*object), test.kind);
    EXPECT_EQ(Name(*object), test.name);
    EXPECT_EQ(Namespace(*object), test.ns);
  }
}

TEST(Object, KnowsTheGroup) {
  EXPECT_EQ(GroupOf("s3.example.org/v1beta1"), "s3.example.org");
  EXPECT_EQ(GroupOf("apps/v1"), "apps");
  EXPECT_EQ(GroupOf("v1"), "");
  EXPECT_EQ(GroupOf(""), "");
}

TEST(Object, ReadsLabelsAndAnnotations) {
  Pool pool;
  auto object = ParseJson(
      R"({"metadata": {"labels": {"a": "x", "n": 1, "e": ""},
                       "annotations": {"a": "y"}}})",
      &pool);
  ASSERT_TRUE(object.ok());
  EXPECT_EQ(Label(*object, "a"), "x");
  EXPECT_EQ(Annotation(*object, "a"), "y");
  EXPECT_EQ(Label(*object, "e"), "");
  EXPECT_EQ(Label(*object, "n"), std::nullopt);
  EXPECT_EQ(Label(*object, "b"), std::nullopt);
  EXPECT_EQ(Annotation(*object, "e"), std::nullopt);
}

TEST(Object, SetsLabels) {
  struct {
    const char* reason;
    const char* json;
    const char* want;
  } tests[] = {
      {"Metadata and labels are made.", "{}",
       R"({"metadata":{"labels":{"k":"v"}}})"},
      {"Also in place of nulls.", R"({"metadata": {"labels": null}})",
       R"({"metadata":{"labels":{"k":"v"}}})"},
      {"Others stay.", R"({"metadata": {"name": "a", "labels": {"l": "w"}}})",
       R"({"metadata":{"labels":{"k":"v","l":"w"},"name":"a"}})"},
      {"The same one is replaced, whatever it was.",
       R"({"metadata": {"labels": {"k": 1}}})",
       R"({"metadata":{"labels":{"k":"v"}}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = ParseJson(test.json, &pool);
    ASSERT_TRUE(object.ok());
    absl::Status status;
    {  // neither text outlives the call
      std::string key = "k", value = "v";
      status = SetLabel(*object, key, value, &pool);
    }
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_EQ(CompactJson(*object).value(), test.want);
  }
}

TEST(Object, SetsNoLabelWhereThereIsNoPlace) {
  struct {
    const char* reason;
    const char* json;
    const char* want;
  } tests[] = {
      {"Metadata are a list.", R"({"metadata":[]})",
       "metadata is not an object"},
      {"Labels are a text.", R"({"metadata":{"labels":"a"}})",
       "labels is not an object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = ParseJson(test.json, &pool);
    ASSERT_TRUE(object.ok());
    absl::Status status = SetLabel(*object, "k", "v", &pool);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(status.message(), test.want);
    EXPECT_EQ(CompactJson(*object).value(), test.json);
  }
}

TEST(Object, HasToSayItsKind) {
  struct {
    const char* reason;
    const char* json;
    const char* want;  // nullptr: it does
  } tests[] = {
      {"A kind in a group.", R"({"apiVersion": "example.org/v1", "kind": "A"})",
       nullptr},
      {"A kind of the core.", R"({"apiVersion": "v1", "kind": "A"})", nullptr},
      {"The version may be missing.", R"({"kind": "A"})", nullptr},
      {"Or be null.", R"({"apiVersion": null, "kind": "A"})", nullptr},
      {"Or empty.", R"({"apiVersion": "", "kind": "A"})", nullptr},
      {"Or no text, which Go takes for none.",
       R"({"apiVersion": 1, "kind": "A"})", nullptr},
      {"No kind.", R"({"apiVersion": "v1", "data": {"secret": "x"}})",
       R"({"apiVersion":"v1"})"},
      {"An empty kind.", R"({"kind": ""})", R"({"kind":""})"},
      {"A kind that is no text.", R"({"kind": 1})", R"({"kind":1})"},
      {"A version with two slashes.", R"({"apiVersion": "a/b/c", "kind": "A"})",
       R"({"apiVersion":"a/b/c","kind":"A"})"},
      {"What is no object at all.", "[]", "{}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto object = ParseJson(test.json, &pool);
    ASSERT_TRUE(object.ok());
    absl::Status status = CheckIdentity(*object, &pool);
    if (test.want == nullptr) {
      EXPECT_TRUE(status.ok()) << status;
      continue;
    }
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(std::string(status.message()),
              std::string("Object 'Kind' is missing in '") + test.want + "'");
  }
}

TEST(Object, DigsThroughObjectsOnly) {
  Pool pool;
  auto object = ParseJson(R"({"a": {"b": [1], "n": null}})", &pool);
  ASSERT_TRUE(object.ok());
  EXPECT_EQ(Dig(*object, {}), &*object);
  ASSERT_NE(Dig(*object, {"a", "b"}), nullptr);
  EXPECT_TRUE(Dig(*object, {"a", "b"})->IsArray());
  EXPECT_TRUE(Dig(*object, {"a", "n"})->IsNull());
  EXPECT_EQ(Dig(*object, {"a", "c"}), nullptr);
  EXPECT_EQ(Dig(*object, {"a", "b", "0"}), nullptr);
  EXPECT_EQ(Dig(*object, {"a", "n", "x"}), nullptr);
}

}  // namespace
}  // namespace loom
