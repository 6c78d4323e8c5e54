// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/crd.h"

#include <gtest/gtest.h>

#include "data/value/json.h"

namespace loom {
namespace {

constexpr char kXrd[] =
    "apiVersion: apiextensions.crossplane.io/v2\n"
    "kind: CompositeResourceDefinition\n"
    "spec:\n"
    "  group: example.org\n"
    "  names: {kind: XShop}\n"
    "  versions:\n"
    "  - name: v1\n"
    "    schema: {openAPIV3Schema: {type: object}}\n"
    "  - name: v1alpha1\n";

constexpr char kCrd[] =
    "apiVersion: apiextensions.k8s.io/v1\n"
    "kind: CustomResourceDefinition\n"
    "spec: {group: a.example.org, names: {kind: A},\n"
    "  versions: [{name: v2, schema: {openAPIV3Schema: {a: 1}}}]}\n";

TEST(Definition, HasTheSchemaOfAVersion) {
  struct Case {
    const char* reason;
    const char* definition;
    const char* api_version;
    const char* kind;
    const char* want;  // the schema, or the error
  };
  const Case kCases[] = {
      {"of an XRD", kXrd, "example.org/v1", "XShop", R"({"type":"object"})"},
      {"of a CRD", kCrd, "a.example.org/v2", "A", R"({"a":1})"},
      {"a version without a schema", kXrd, "example.org/v1alpha1", "XShop",
       "none"},
      {"another version", kXrd, "example.org/v2", "XShop",
       "d:7:3: XShop has no version v2; it has v1, v1alpha1"},
      {"another kind", kXrd, "example.org/v1", "Shop",
       "d:5:17: this defines XShop of example.org, not Shop of example.org"},
      {"another group", kXrd, "example.com/v1", "XShop",
       "d:5:17: this defines XShop of example.org, not XShop of example.com"},
      {"no definition", "kind: CompositeResourceDefinition", "v1", "XShop",
       "d:1:7: this is neither an XRD nor a CRD"},
  };
  for (const Case& c : kCases) {
    Pool pool;
    YamlDocument document = std::move((*ReadYaml("d", c.definition, &pool))[0]);
    absl::StatusOr<const Value*> schema =
        SchemaOf(document, c.api_version, c.kind);
    EXPECT_EQ(!schema.ok()         ? std::string(schema.status().message())
              : *schema == nullptr ? "none"
                                   : *CompactJson(**schema),
              c.want)
        << c.reason;
  }
}

}  // namespace
}  // namespace loom
