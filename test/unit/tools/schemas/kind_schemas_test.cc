// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/kind_schemas.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"

namespace loom {
namespace {

// A CRD of example.org/v1 whose spec has a member.
std::string Crd(const std::string& kind, const std::string& member) {
  return absl::StrCat(
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
      "spec:\n  group: example.org\n  names: {kind: ",
      kind,
      "}\n  versions: [{name: v1, schema: {openAPIV3Schema: {type: object,\n"
      "    properties: {spec: {type: object, properties: {",
      member, ": {type: string}}}}}}}]\n");
}

constexpr char kOpenApi[] = R"({"components": {"schemas": {
  "org.example.v1.Shop": {"type": "object",
    "properties": {"spec": {"$ref": "#/components/schemas/Spec"}},
    "x-kubernetes-group-version-kind":
      [{"group": "example.org", "kind": "Shop", "version": "v1"}]},
  "Spec": {"type": "object", "properties": {"size": {"type": "integer"}}}}}})";

// The type of a path in the schema of a kind; "none" without a schema.
std::string TypeOf(KindSchemas* schemas, const std::string& kind,
                   const std::string& path) {
  const KindSchema* schema = schemas->Find("example.org/v1", kind);
  return schema == nullptr ? "none"
                           : TypeAt(schema, Path::Parse(path)->segments());
}

TEST(KindSchemas, FindsTheSchemaOfAKind) {
  const struct {
    const char* reason;
    std::string text;
    const char* kind;
    const char* path;
    const char* want;
  } tests[] = {
      {"A CRD.", Crd("Bucket", "region"), "Bucket", "spec.region", "string"},
      {"The kind in quotes.", Crd("\"Bucket\"", "region"), "Bucket",
       "spec.region", "string"},
      {"One of several in a file.",
       Crd("Queue", "a") + "---\n" + Crd("Bucket", "region"), "Bucket",
       "spec.region", "string"},
      {"A document of OpenAPI, with what it refers to.", kOpenApi, "Shop",
       "spec.size", "integer"},
      {"Another kind.", Crd("Bucket", "region"), "Queue", "spec", "none"},
      {"The word is there, and no definition.", "kind: Bucket\n", "Bucket",
       "spec", "none"},
      {"What cannot be parsed defines nothing.", "kind: Bucket\na: [\n",
       "Bucket", "spec", "none"},
      {"Neither does OpenAPI that is cut off.", R"({"kind":"Shop")", "Shop",
       "spec", "none"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    KindSchemas schemas;
    schemas.Add("f.yaml", test.text);
    EXPECT_EQ(TypeOf(&schemas, test.kind, test.path), test.want);
  }
}

TEST(KindSchemas, TwoDefinitionsThatDifferProveNothing) {
  KindSchemas schemas;
  schemas.Add("a.yaml", Crd("Bucket", "a"));
  schemas.Add("b.yaml", Crd("Bucket", "a"));
  schemas.Add("c.yaml", Crd("Queue", "a"));
  schemas.Add("d.yaml", Crd("Queue", "b"));
  EXPECT_NE(schemas.Find("example.org/v1", "Bucket"), nullptr);
  EXPECT_EQ(schemas.Find("example.org/v1", "Queue"), nullptr);
  EXPECT_EQ(schemas.Definitions("example.org", "Queue").size(), 2u);
}

TEST(KindSchemas, CountsLinesFromTheBeginningOfAFile) {
  KindSchemas schemas;
  schemas.Add("a.yaml", Crd("Queue", "a") + "---\n" + Crd("Bucket", "b"));
  const KindSchema* bucket = schemas.Find("example.org/v1", "Bucket");
  ASSERT_NE(bucket, nullptr);
  EXPECT_EQ(bucket->definition->Place({"spec", "group"}), "a.yaml:12:10");
}

TEST(KindSchemas, TakesDefinitionsThatHaveBeenRead) {
  Pool pool;
  auto documents = ReadYaml("a.yaml", Crd("Bucket", "region"), &pool);
  KindSchemas schemas;
  schemas.Add((*documents)[0]);
  EXPECT_EQ(TypeOf(&schemas, "Bucket", "spec.region"), "string");
  EXPECT_EQ(schemas.Find("example.org/v2", "Bucket"), nullptr);
}

}  // namespace
}  // namespace loom
