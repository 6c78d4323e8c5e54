// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/schema_references.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "data/value/json.h"

namespace loom {
namespace {

// The schema A of a document, flattened, as JSON; `@X` stands for a reference to
// X. An error is reported instead.
std::string Flattened(const char* schemas) {
  std::string text = absl::StrReplaceAll(
      schemas, {{"@B", R"("$ref": "#/components/schemas/B")"},
                {"@A", R"("$ref": "#/components/schemas/A")"}});
  Pool pool;
  absl::StatusOr<Value> document = ParseJson(text, &pool);
  if (!document.ok()) return std::string(document.status().message());
  absl::StatusOr<Value> flat = FlattenSchema(*document, "A", &pool);
  if (!flat.ok()) return std::string(flat.status().message());
  return *CompactJson(*flat);
}

TEST(FlattenSchemaTest, FollowsReferences) {
  struct Case {
    const char* reason;
    const char* schemas;
    const char* want;
  };
  const Case kCases[] = {
      {"no reference", R"({"A": {"type": "string", "x-a": [1]}})",
       R"({"type":"string","x-a":[1]})"},
      {"in properties, and all beside the reference is gone",
       R"({"A": {"properties": {"p": {"description": "d", @B}}},
           "B": {"type": "object"}})",
       R"({"properties":{"p":{"type":"object"}}})"},
      {"in additionalProperties and items, at any depth",
       R"({"A": {"additionalProperties": {"items": {@B}}},
           "B": {"type": "string"}})",
       R"({"additionalProperties":{"items":{"type":"string"}}})"},
      {"a reference in allOf, which is how a default stands beside it",
       R"({"A": {"properties": {"p": {"allOf": [{@B}], "default": {}}}},
           "B": {"type": "object"}})",
       R"({"properties":{"p":{"type":"object"}}})"},
      {"what is referred to refers further",
       R"({"A": {"items": {@B}}, "B": {"properties": {"a": {@A}}}})",
       R"({"items":{"properties":{"a":{"type":"object"}}}})"},
      {"twice beside each other is no loop",
       R"({"A": {"properties": {"p": {@B}, "q": {@B}}}, "B": {"type": "null"}})",
       R"({"properties":{"p":{"type":"null"},"q":{"type":"null"}}})"},
      {"to itself", R"({"A": {"type": "array", "items": {@A}}})",
       R"({"items":{"type":"object"},"type":"array"})"},
      {"booleans and lists in these places stay",
       R"({"A": {"additionalProperties": true, "items": [{@B}]}})",
       R"({"additionalProperties":true,"items":[{"$ref":"#/components/schemas/B"}]})"},
      {"a property of the name items is no schema's items",
       R"({"A": {"properties": {"items": {@B}}}, "B": {"type": "array"}})",
       R"({"properties":{"items":{"type":"array"}}})"},
      {"not followed elsewhere, as in Go",
       R"({"A": {"oneOf": [{@B}]}, "B": {"type": "string"}})",
       R"({"oneOf":[{"$ref":"#/components/schemas/B"}]})"},
      {"to nobody", R"({"A": {"items": {@B}}})",
       "schema A refers to B, which is not in the document"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Flattened(c.schemas), c.want) << c.reason;
  }
}

TEST(FlattenSchemaTest, ALongChainIsAnError) {
  Pool pool;
  Value schemas = Object();
  for (int i = 0; i < 1000; ++i) {
    std::string next = absl::StrCat(i + 1);
    std::string text = absl::StrCat(
        R"({"items": {"$ref": "#/components/schemas/)", next, R"("}})");
    schemas.AddMember(Text(absl::StrCat(i), &pool), *ParseJson(text, &pool),
                      pool.allocator());
  }
  absl::Status status = FlattenSchema(schemas, "0", &pool).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "schema 0 has more than 500 nested schemas, including those that "
            "it refers to");
}

}  // namespace
}  // namespace loom
