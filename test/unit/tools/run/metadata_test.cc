// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

class MetadataTest : public testing::Test {
 protected:
  Value Read(const char* json) { return *ParseJson(json, &pool_); }
  std::string Text(const Value& value) { return *CompactJson(value); }

  Pool pool_;
};

TEST_F(MetadataTest, TextsAreSetAndRemoved) {
  Value object = Object();
  SetMetadata(object, "name", "", &pool_);
  EXPECT_EQ(Text(object), "{}");
  SetMetadata(object, "name", "x", &pool_);
  SetMetadata(object, "namespace", "n", &pool_);
  SetMetadata(object, "name", "", &pool_);
  EXPECT_EQ(Text(object), R"({"metadata":{"namespace":"n"}})");
  Value strange = Read(R"({"metadata":1})");
  SetMetadata(strange, "name", "x", &pool_);
  EXPECT_EQ(Text(strange), R"({"metadata":1})");
}

TEST_F(MetadataTest, LabelsAreAdded) {
  struct Case {
    const char* reason;
    const char* object;
    const char* want;
  };
  const Case kCases[] = {
      {"none yet", "{}", R"({"metadata":{"labels":{"a":"1"}}})"},
      {"beside others", R"({"metadata":{"labels":{"a":"0","b":"2"}}})",
       R"({"metadata":{"labels":{"a":"1","b":"2"}}})"},
      {"null is an empty text", R"({"metadata":{"labels":{"b":null}}})",
       R"({"metadata":{"labels":{"a":"1","b":""}}})"},
      {"what is no text takes all with it",
       R"({"metadata":{"labels":{"b":"2","c":3}}})",
       R"({"metadata":{"labels":{"a":"1"}}})"},
      {"no map", R"({"metadata":{"labels":[1]}})",
       R"({"metadata":{"labels":{"a":"1"}}})"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Value object = Read(c.object);
    AddToMetadata(object, "labels", {{"a", "1"}}, &pool_);
    EXPECT_EQ(Text(object), c.want);
  }
}

TEST_F(MetadataTest, TheOwnerBecomesTheController) {
  const char kOwn[] =
      R"({"apiVersion":"v1","blockOwnerDeletion":true,"controller":true,)"
      R"("kind":"X","name":"x","uid":"u"})";
  Value owner = Read(
      R"({"apiVersion":"v1","kind":"X","metadata":{"name":"x","uid":"u"}})");
  struct Case {
    const char* reason;
    const char* references;
    const char* other;
    std::string want;
  };
  const Case kCases[] = {
      {"none yet", "[]", "", std::string("[") + kOwn + "]"},
      {"in place of the same", R"([{"uid":"u","kind":"Old"}])", "",
       std::string("[") + kOwn + "]"},
      {"beside another owner, as far as Kubernetes knows it",
       R"([{"uid":"o","kind":"K","more":1,"controller":false}])", "",
       std::string(
           R"([{"apiVersion":"","controller":false,"kind":"K","name":"",)"
           R"("uid":"o"},)") +
           kOwn + "]"},
      {"not beside another controller",
       R"([{"uid":"o","kind":"K","name":"k","controller":true}])",
       "K k (UID o)",
       R"([{"controller":true,"kind":"K","name":"k","uid":"o"}])"},
      {"strange ones are dropped", "[1]", "", std::string("[") + kOwn + "]"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Value object = Read((std::string(R"({"metadata":{"ownerReferences":)") +
                         c.references + "}}")
                            .c_str());
    EXPECT_EQ(SetController(object, owner, &pool_), c.other);
    EXPECT_EQ(Text(object["metadata"]["ownerReferences"]), c.want);
  }
}

}  // namespace
}  // namespace loom
