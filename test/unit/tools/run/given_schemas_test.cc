// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "test/testing/brief.h"
#include "tools/run/documents.h"
#include "tools/run/requirement_answers.h"

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;

constexpr char kShops[] = R"({"openapi": "3.0.0", "components": {"schemas": {
  "v1.Shop": {
    "properties": {"owner": {"$ref": "#/components/schemas/Person"}},
    "x-kubernetes-group-version-kind":
        [{"group": "example.org", "version": "v1", "kind": "Shop"}]},
  "v1.Broken": {
    "properties": {"owner": {"$ref": "#/components/schemas/Nobody"}},
    "x-kubernetes-group-version-kind":
        [{"group": "example.org", "version": "v1", "kind": "Broken"}]},
  "Person": {"type": "object"},
  "Options": {"x-kubernetes-group-version-kind": [
      {"group": "example.org", "version": "v1", "kind": "Options"},
      {"group": "", "version": "v1", "kind": "Options"}]}}}})";
constexpr char kCore[] = R"({"components": {"schemas": {
  "Pod": {"type": "object", "x-kubernetes-group-version-kind":
      [{"group": "", "version": "v1", "kind": "Pod"}]}}}})";

class GivenSchemasTest : public testing::Test {
 protected:
  GivenSchemasTest() {
    std::vector<JsonFile> files;
    for (auto& [path, text] : std::vector<std::pair<std::string, std::string>>{
             {"s/empty.json", "{}"},
             {"s/core.json", kCore},
             {"s/shops.json", kShops}}) {
      files.push_back({path, *ParseJson(text, &pool_)});
    }
    given_ = GivenSchemas(std::move(files));
  }

  Pool pool_;
  GivenSchemas given_;
};

TEST_F(GivenSchemasTest, FindsAKind) {
  struct Case {
    const char* reason;
    const char* api_version;
    const char* kind;
    const char* want;       // "": an empty schema
    const char* near_miss;  // in place of a schema
  };
  const Case kCases[] = {
      {"with what it refers to", "example.org/v1", "Shop",
       R"({"properties":{"owner":{"type":"object"}},)"
       R"("x-kubernetes-group-version-kind":)"
       R"([{"group":"example.org","kind":"Shop","version":"v1"}]})",
       ""},
      {"of the core group", "v1", "Pod",
       R"({"type":"object","x-kubernetes-group-version-kind":)"
       R"([{"group":"","kind":"Pod","version":"v1"}]})",
       ""},
      {"a slip in the kind", "example.org/v1", "Shp", "",
       "s/shops.json has no such kind (Shop?)"},
      {"no such kind in the document of its version", "example.org/v1", "Inn",
       "", "s/shops.json has no such kind"},
      {"a schema that several kinds share is no kind's", "example.org/v1",
       "Options", "", "s/shops.json has no such kind"},
      {"no document of that version", "example.org/v2", "Shop", "", ""},
      {"no document of that group", "example.com/v1", "Shop", "", ""},
      {"a schema without a kind", "", "", "", ""},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    fn::SchemaSelector selector;
    selector.set_api_version(c.api_version);
    selector.set_kind(c.kind);
    absl::StatusOr<fn::Schema> schema = given_.Fetch(selector);
    ASSERT_TRUE(schema.ok()) << schema.status();
    EXPECT_EQ(schema->has_openapi_v3()
                  ? *CompactJson(*ToTree(schema->openapi_v3(), &pool_))
                  : "",
              c.want);
    EXPECT_EQ(Brief(given_.NearMiss(selector)), c.near_miss);
  }
}

TEST_F(GivenSchemasTest, AReferenceToNobodyIsAnErrorAsInCrossplane) {
  fn::SchemaSelector selector;
  selector.set_api_version("example.org/v1");
  selector.set_kind("Broken");
  absl::Status status = given_.Fetch(selector).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "s/shops.json: schema v1.Broken refers to Nobody, which is not in "
            "the document");
}

}  // namespace
}  // namespace loom
