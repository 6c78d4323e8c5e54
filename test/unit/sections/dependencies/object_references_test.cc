// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/object_references.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"

namespace loom {
namespace {

TEST(ObjectReferences, AreAddedOnce) {
  const ObjectReference kReference{"example.org/v1", "Db", "d", ""};
  const ObjectReference kNamespaced{"example.org/v1", "Db", "d", "a"};
  const struct {
    const char* reason;
    const char* object;
    std::vector<ObjectReference> references;
    const char* want;
  } tests[] = {
      {"Nothing is made of none.", R"({"spec":{}})", {}, R"({"spec":{}})"},
      {"What is missing is made.",
       "{}",
       {kReference},
       R"({"spec":{"references":[{"dependsOn":{"apiVersion":"example.org/v1",)"
       R"("kind":"Db","name":"d"}}]}})"},
      {"What is null is made.",
       R"({"spec":{"references":null}})",
       {kNamespaced},
       R"({"spec":{"references":[{"dependsOn":{"apiVersion":"example.org/v1",)"
       R"("kind":"Db","name":"d","namespace":"a"}}]}})"},
      {"The same one twice.",
       R"({"spec":{"references":[]}})",
       {kReference, kReference},
       R"({"spec":{"references":[{"dependsOn":{"apiVersion":"example.org/v1",)"
       R"("kind":"Db","name":"d"}}]}})"},
      {"What is there stays, and is not added again.",
       R"({"spec":{"references":[{"patchesFrom":{"kind":"x"}},5,
           {"dependsOn":{"apiVersion":"example.org/v1","kind":"Db",
            "name":"d"}}]}})",
       {kReference},
       R"({"spec":{"references":[{"patchesFrom":{"kind":"x"}},5,)"
       R"({"dependsOn":{"apiVersion":"example.org/v1","kind":"Db",)"
       R"("name":"d"}}]}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value object = Json(test.object);
    EXPECT_EQ(CannotRefer(object), "");
    AddReferences(test.references, object, &pool);
    EXPECT_EQ(ToJson(object), test.want);
  }
}

TEST(ObjectReferences, NeedAPlace) {
  const struct {
    const char* object;
    const char* want;
  } tests[] = {
      {R"({"spec": "text"})", "spec is not an object"},
      {R"({"spec": {"references": {}}})", "spec.references is not a list"},
      {R"({"spec": null})", ""},
      {"{}", ""},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(CannotRefer(Json(test.object)), test.want) << test.object;
  }
}

TEST(ObjectReferences, AreReadWithoutWhatIsNone) {
  Pool pool;
  const Value object = Json(
      R"({"spec": {"references": [5, {"dependsOn": 5}, {"dependsOn":
          {"name": "d", "kind": 5}}, {"patchesFrom": {"name": "x"}}]}})");
  const std::vector<ObjectReference> references = ReferencesIn(object, &pool);
  ASSERT_EQ(references.size(), 1);
  EXPECT_EQ(references[0].name, "d");
  EXPECT_EQ(references[0].kind, "");
  EXPECT_TRUE(
      ReferencesIn(Json(R"({"spec": {"references": "x"}})"), &pool).empty());
}

}  // namespace
}  // namespace loom
